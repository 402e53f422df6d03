#pragma once
/// The values that options accept. A wrong value ends the program with a message that names the option, the value, and
/// what was expected.

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace regretta {

/// Restricts the option to `words`; any other word is rejected, with the nearest one as a suggestion. Returns `option`.
CLI::Option* expect_one_of(CLI::Option* option, const std::vector<std::string>& words);

/// Restricts the option to integers from `least` to `most`. type: the name of the value in help, such as "N".
void expect_integer(CLI::Option* option, const std::string& type, std::int64_t least, std::int64_t most);

/// Restricts the option to finite numbers from `least` to `most`.
void expect_number(CLI::Option* option, const std::string& type, double least, double most);

/// Allows the option several times, each time with one word, so that it can stand before an argument:
/// `regretta run --set study.trials=8 study.toml`. Returns `option`.
CLI::Option* repeatable(CLI::Option* option);

/// Makes every option and argument of the command reject an empty value, which usually comes from a shell variable that
/// is not set.
void refuse_empty_values(CLI::App& command);

/// Adds an option that takes words separated by commas, and may be given several times.
CLI::Option* add_list_option(CLI::App& command, const std::string& names, std::vector<std::string>& words,
                             const std::string& help);

/// Adds -o, --output.
CLI::Option* add_output_option(CLI::App& command, std::string& output);

/// Adds --per-round, for commands that print sums over rounds.
void add_per_round_option(CLI::App& command, bool& per_round);

/// Adds --folder, for commands that rebuild cells.
void add_folder_option(CLI::App& command, std::string& folder);

/// The element of `formats` that the ending of a file name stands for, in any case; "" if there is none.
std::string format_by_ending(const std::string& file, const std::vector<std::string>& formats);

/// Makes the option reject names with endings of other formats; the message names the command that writes such files.
CLI::Option* expect_ending_of(CLI::Option* output, const std::vector<std::string>& formats);

/// Throws std::invalid_argument if the ending of `file` does not fit one of the formats `asked`, the values of
/// --format.
void expect_no_contradiction(const std::vector<std::string>& asked, const std::string& file);

/// Adds --format, one of `formats`, and --output. After parsing, `format` is the value of --format, else the format of
/// the output file's ending, else unchanged. A contradiction of --format and ending is an error. The strings must
/// outlive the parsing.
void add_format_options(CLI::App& command, std::string& format, std::string& output,
                        const std::vector<std::string>& formats, const std::string& help);

}  // namespace regretta
