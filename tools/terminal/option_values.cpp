#include "regretta/tools/terminal/option_values.hpp"

#include <algorithm>
#include <filesystem>
#include <locale>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <boost/algorithm/string/case_conv.hpp>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

/// Restricts the option to numbers in decimal notation from `least` to `most`; NaN is refused.
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
            return fmt::format("unknown value \"{}\"{}, expected one of {}", word,
                               did_you_mean_in_brackets(word, words), fmt::join(words, ", "));
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

CLI::Option* add_list_option(CLI::App& command, const std::string& names, std::vector<std::string>& words,
                             const std::string& help) {
  return repeatable(command.add_option(names, words, help)->type_name("NAME,...")->delimiter(','));
}

CLI::Option* add_output_option(CLI::App& command, std::string& output) {
  return command.add_option("-o,--output", output, "Write to this file instead of standard output")->type_name("PATH");
}

void add_per_round_option(CLI::App& command, bool& per_round) {
  command.add_flag("--per-round", per_round, "Show averages per round: divide sums over rounds by the horizon T");
}

void add_folder_option(CLI::App& command, std::string& folder) {
  command.add_option("--folder", folder, "Folder in which relative paths of trace files start [that of the run]")
      ->type_name("DIR");
}

namespace {

using Words = std::vector<std::string>;

/// An ending of file names, with the formats of such files.
struct Ending {
  std::string text;
  Words formats = {};        ///< formats of the program, the usual one first
  std::string command = {};  ///< the command that writes such files
};

/// The endings of the program's formats. For each format, messages name the first ending of which it is the usual
/// format.
const std::vector<Ending> endings = {{.text = ".txt", .formats = {"text", "csv"}},
                                     {.text = ".csv", .formats = {"csv"}, .command = "export"},
                                     {.text = ".json", .formats = {"json"}, .command = "export"},
                                     {.text = ".md", .formats = {"markdown"}, .command = "show"},
                                     {.text = ".markdown", .formats = {"markdown"}, .command = "show"},
                                     {.text = ".tex", .formats = {"latex", "pgf"}, .command = "show"},
                                     {.text = ".latex", .formats = {"latex"}, .command = "show"},
                                     {.text = ".html", .formats = {"html"}, .command = "report"},
                                     {.text = ".htm", .formats = {"html"}, .command = "report"},
                                     {.text = ".svg", .formats = {"svg"}, .command = "plot"},
                                     {.text = ".pdf", .formats = {"pdf"}, .command = "plot"},
                                     {.text = ".png", .formats = {"png"}, .command = "plot"},
                                     {.text = ".pgf", .formats = {"pgf"}, .command = "plot"},
                                     {.text = ".db", .formats = {"results"}, .command = "run"},
                                     {.text = ".sqlite", .formats = {"results"}, .command = "run"},
                                     {.text = ".sqlite3", .formats = {"results"}, .command = "run"},
                                     {.text = ".toml", .formats = {"study"}, .command = "init"}};

/// Endings of other formats, which are refused. An unknown ending, as in "results.v2", is a part of the name.
const Words other_endings = {".tsv", ".tab", ".parquet", ".feather", ".arrow", ".orc",    ".xlsx", ".xls",
                             ".ods", ".h5",  ".hdf",     ".hdf5",    ".pkl",   ".pickle", ".dta",  ".gz",
                             ".bz2", ".xz",  ".zst",     ".zip",     ".tar",   ".npy",    ".npz",  ".mat",
                             ".rds", ".xml", ".yaml",    ".yml",     ".eps",   ".ps",     ".jpg",  ".jpeg",
                             ".gif", ".tif", ".tiff",    ".webp",    ".doc",   ".docx"};

bool is_in(const Words& words, const std::string& word) { return std::ranges::find(words, word) != words.end(); }

/// The ending of a file name; nothing if it is unknown.
std::optional<Ending> ending_of(const std::string& file) {
  const std::string text =
      boost::algorithm::to_lower_copy(std::filesystem::path(file).extension().string(), std::locale::classic());
  const auto found = std::ranges::find(endings, text, &Ending::text);
  if (found != endings.end()) return *found;
  return is_in(other_endings, text) ? std::optional(Ending{.text = text}) : std::nullopt;
}

/// The endings of these formats, such as ".csv or .json".
std::string endings_of(const Words& formats) {
  Words texts;
  for (const std::string& format : formats)
    texts.push_back(std::ranges::find_if(endings, [&](const Ending& ending) {
                      return !ending.formats.empty() && ending.formats.front() == format;
                    })->text);
  const std::string last = texts.back();
  texts.pop_back();
  return texts.empty() ? last : fmt::format("{} or {}", fmt::join(texts, ", "), last);
}

}  // namespace

std::string format_by_ending(const std::string& file, const Words& formats) {
  const auto ending = ending_of(file);
  if (!ending) return "";
  const auto format = std::ranges::find_if(ending->formats, [&](const auto& known) { return is_in(formats, known); });
  return format == ending->formats.end() ? "" : *format;
}

CLI::Option* expect_ending_of(CLI::Option* output, const Words& formats) {
  return output->check(
      [formats](const std::string& file) -> std::string {
        const auto ending = ending_of(file);
        if (!ending || !format_by_ending(file, formats).empty()) return "";
        return fmt::format(
            "{}: this command cannot write {}, expected a name that ends in {}{}", file, ending->text,
            endings_of(formats),
            ending->command.empty() ? "" : fmt::format("; regretta {} writes such files", ending->command));
      },
      "");
}

void expect_no_contradiction(const Words& asked, const std::string& file) {
  const auto ending = ending_of(file);
  if (!ending) return;
  for (const std::string& format : asked)
    if (!is_in(ending->formats, format))
      throw std::invalid_argument(
          fmt::format("--format {} contradicts --output {}, expected a name that ends in {}, or no --format", format,
                      file, endings_of({format})));
}

void add_format_options(CLI::App& command, std::string& format, std::string& output, const Words& formats,
                        const std::string& help) {
  const CLI::Option* asked = expect_one_of(command.add_option("--format", format, help), formats);
  expect_ending_of(add_output_option(command, output), formats);
  command.parse_complete_callback([asked, &format, &output, formats] {
    if (asked->count() > 0) return expect_no_contradiction({format}, output);
    if (const std::string named = format_by_ending(output, formats); !named.empty()) format = named;
  });
}

}  // namespace regretta
