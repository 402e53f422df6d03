#pragma once
/// Options that several commands have.

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace regretta {

/// The option takes one of `words`; what is none of them is refused with the nearest one.
void expect_one_of(CLI::Option& option, const std::vector<std::string>& words);

/// --format text|`machine` and --output; both outlive the parsing.
void add_output_options(CLI::App& command, std::string& format, std::string& output,
                        const std::string& machine = "csv");

/// -o, --output alone.
void add_output_option(CLI::App& command, std::string& output);

/// --folder, for commands that build cells again.
void add_folder_option(CLI::App& command, std::string& folder);

}  // namespace regretta
