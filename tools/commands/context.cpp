#include <CLI/CLI.hpp>

#include "regretta/tools/commands/commands.hpp"
#include "regretta/tools/terminal/option_values.hpp"

namespace regretta {

const Catalogue& ProgramContext::catalogue() {
  if (!has_loaded)
    for (const std::string& header : with) {
      CompiledPlugin plugin = compile(header, known);
      loaded.push_back(std::move(plugin.name));
      foreign.push_back(std::move(plugin.foreign));
    }
  has_loaded = true;
  return known;
}

void add_with_option(CLI::App& command, ProgramContext& context) {
  repeatable(command.add_option(
                 "--with", context.with,
                 "A C++ header with learners or environments of your own (regretta new writes one); may be repeated"))
      ->type_name("FILE");
}

}  // namespace regretta
