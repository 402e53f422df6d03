#include "regretta/tools/terminal/output_options.hpp"

#include <CLI/CLI.hpp>

#include "regretta/tools/terminal/option_values.hpp"

namespace regretta {

CLI::Option* add_list_option(CLI::App& command, const std::string& names, std::vector<std::string>& words,
                             const std::string& help) {
  return repeatable(command.add_option(names, words, help)->type_name("NAME,...")->delimiter(','));
}

CLI::Option* add_output_option(CLI::App& command, std::string& output) {
  return command.add_option("-o,--output", output, "Write to this file instead of standard output")->type_name("PATH");
}

void add_per_round_option(CLI::App& command, bool& per_round) {
  command.add_flag("--per-round", per_round, "Divide sums over rounds by T: losses and constraint units per round");
}

void add_folder_option(CLI::App& command, std::string& folder) {
  command.add_option("--folder", folder, "Base folder for the study's relative paths (traces) [as in the run]")
      ->type_name("DIR");
}

}  // namespace regretta
