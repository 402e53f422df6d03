#include "regretta/tools/terminal/option_values.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

/// Lets only decimal numbers from `least` to `most` pass; NaN is not among them.
template <class Number>
void expect_between(CLI::Option* option, const std::string& type, Number least, Number most,
                    const std::string& expected) {
  option->type_name(type)->check(
      [least, most, expected](const std::string& word) -> std::string {
        const auto value = parsed_number<Number>(word);
        if (value && *value >= least && *value <= most) return "";
        return fmt::format("\"{}\", expected {}", word, expected);
      },
      "");
}

}  // namespace

CLI::Option* expect_one_of(CLI::Option* option, const std::vector<std::string>& words) {
  return option->type_name(fmt::format("{}", fmt::join(words, "|")))
      ->check(
          [words](const std::string& word) -> std::string {
            if (std::ranges::find(words, word) != words.end()) return "";
            return fmt::format("no \"{}\"{}, expected one of {}", word, did_you_mean_in_brackets(word, words),
                               fmt::join(words, ", "));
          },
          "");
}

void expect_integer(CLI::Option* option, const std::string& type, std::int64_t least, std::int64_t most) {
  expect_between(option, type, least, most, fmt::format("an integer from {} to {}", grouped(least), grouped(most)));
}

void expect_number(CLI::Option* option, const std::string& type, double least, double most) {
  expect_between(option, type, least, most, fmt::format("a number from {} to {}", least, most));
}

CLI::Option* repeatable(CLI::Option* option) { return option->expected(1)->allow_extra_args(false)->take_all(); }

void refuse_empty_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() == 0) continue;  // a flag
    option->check([](const std::string& word) { return word.empty() ? "\"\", expected a value" : ""; }, "");
  }
}

}  // namespace regretta
