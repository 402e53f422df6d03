#pragma once
/// What an option accepts. A wrong value ends the program with the option, the value, and what was expected.

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

/// Restricts the option to integers from `least` to `most`. type: what help calls the value, such as "N".
void expect_integer(CLI::Option* option, const std::string& type, std::int64_t least, std::int64_t most);

/// Restricts the option to finite numbers from `least` to `most`.
void expect_number(CLI::Option* option, const std::string& type, double least, double most);

/// Lets the option be repeated, each time with one word: a word behind it belongs to what comes next, as in
/// `regretta run --set study.trials=8 study.toml`. Returns `option`.
CLI::Option* repeatable(CLI::Option* option);

/// Makes every option and argument of the command reject an empty value: usually a shell variable that is not set.
void refuse_empty_values(CLI::App& command);

}  // namespace regretta
