#include "regretta/tools/terminal/output_options.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {

void expect_one_of(CLI::Option& option, const std::vector<std::string>& words) {
  option.type_name(fmt::format("{}", fmt::join(words, "|")));
  option.check(
      [words](const std::string& word) -> std::string {
        if (std::ranges::find(words, word) != words.end()) return "";
        const std::string near = nearest_name(word, words);
        return fmt::format("no \"{}\"{}, expected one of {}", word,
                           near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near), fmt::join(words, ", "));
      },
      "");
}

void add_output_options(CLI::App& command, std::string& format, std::string& output, const std::string& machine) {
  expect_one_of(*command.add_option("--format", format,
                                    fmt::format("text or {}{} [text]", machine, machine == "csv" ? " (RFC 4180)" : "")),
                {"text", machine});
  add_output_option(command, output);
}

void add_output_option(CLI::App& command, std::string& output) {
  command.add_option("-o,--output", output, "Write to this file instead of standard output")->type_name("PATH");
}

void add_folder_option(CLI::App& command, std::string& folder) {
  command.add_option("--folder", folder, "Base folder for the study's relative paths (traces) [as in the run]")
      ->type_name("DIR");
}

}  // namespace regretta
