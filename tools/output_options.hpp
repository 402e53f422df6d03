#pragma once
/// Options that several commands have.

#include <string>

namespace CLI {
class App;
}

namespace regretta {

/// --format text|`machine` and --output; both outlive the parsing.
void add_output_options(CLI::App& command, std::string& format, std::string& output,
                        const std::string& machine = "csv");

/// --folder, for commands that build cells again.
void add_folder_option(CLI::App& command, std::string& folder);

}  // namespace regretta
