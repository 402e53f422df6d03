#pragma once
/// Options that several commands share.

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace regretta {

/// Adds an option that takes words separated by commas, and may be given several times.
CLI::Option* add_list_option(CLI::App& command, const std::string& names, std::vector<std::string>& words,
                             const std::string& help);

/// Adds -o, --output.
CLI::Option* add_output_option(CLI::App& command, std::string& output);

/// Adds --per-round, for commands that print sums over rounds.
void add_per_round_option(CLI::App& command, bool& per_round);

/// Adds --folder, for commands that rebuild cells.
void add_folder_option(CLI::App& command, std::string& folder);

}  // namespace regretta
