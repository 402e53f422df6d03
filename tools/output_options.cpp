#include "regretta/tools/output_options.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace regretta {

void add_output_options(CLI::App& command, std::string& format, std::string& output, const std::string& machine) {
  command
      .add_option("--format", format,
                  fmt::format("text or {}{} [text]", machine, machine == "csv" ? " (RFC 4180)" : ""))
      ->type_name("text|" + machine)
      ->check(CLI::IsMember({std::string("text"), machine}).description(""));
  command.add_option("-o,--output", output, "Write to this file instead of standard output")->type_name("PATH");
}

void add_folder_option(CLI::App& command, std::string& folder) {
  command
      .add_option("--folder", folder,
                  "Where the study's relative paths (traces) start [where they did when it was run]")
      ->type_name("DIR");
}

}  // namespace regretta
