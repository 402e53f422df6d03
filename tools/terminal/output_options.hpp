#pragma once
/// Options that several commands share.

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace regretta {

/// Restricts the option to `words`; any other word is rejected, with the nearest one as a suggestion.
void expect_one_of(CLI::Option& option, const std::vector<std::string>& words);

/// Adds --format text|`machine` and --output. The strings must outlive the parsing.
void add_output_options(CLI::App& command, std::string& format, std::string& output,
                        const std::string& machine = "csv");

/// Adds only -o, --output.
void add_output_option(CLI::App& command, std::string& output);

/// Adds --folder, for commands that rebuild cells.
void add_folder_option(CLI::App& command, std::string& folder);

}  // namespace regretta
