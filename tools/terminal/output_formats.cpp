#include "regretta/tools/terminal/output_formats.hpp"

#include <algorithm>
#include <filesystem>
#include <locale>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <boost/algorithm/string/case_conv.hpp>

#include "regretta/tools/terminal/option_values.hpp"
#include "regretta/tools/terminal/output_options.hpp"
#include "regretta/tools/text/shell_text.hpp"

namespace regretta {
namespace {

using Words = std::vector<std::string>;

/// What a file with this ending holds, and what writes it.
struct Ending {
  std::string text;
  Words formats = {};        ///< of the program; one of them
  std::string command = {};  ///< of the program
  std::string method = {};   ///< of a data frame
  std::string packer = {};   ///< a program that makes it from another file
};

/// Of endings with the same format, messages name the first.
const std::vector<Ending> endings = {{.text = ".txt", .formats = {"text", "csv"}},
                                     {.text = ".csv", .formats = {"csv"}, .command = "export"},
                                     {.text = ".json", .formats = {"json"}, .command = "export"},
                                     {.text = ".jsonl", .formats = {"jsonl"}, .command = "export"},
                                     {.text = ".ndjson", .formats = {"jsonl"}, .command = "export"},
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
                                     {.text = ".toml", .formats = {"study"}, .command = "init"},
                                     {.text = ".tsv", .method = R"(to_csv("{}", sep="\t", index=False))"},
                                     {.text = ".tab", .method = R"(to_csv("{}", sep="\t", index=False))"},
                                     {.text = ".parquet", .method = R"(to_parquet("{}"))"},
                                     {.text = ".feather", .method = R"(to_feather("{}"))"},
                                     {.text = ".arrow", .method = R"(to_feather("{}"))"},
                                     {.text = ".orc", .method = R"(to_orc("{}"))"},
                                     {.text = ".xlsx", .method = R"(to_excel("{}", index=False))"},
                                     {.text = ".ods", .method = R"(to_excel("{}", index=False))"},
                                     {.text = ".h5", .method = R"(to_hdf("{}", key="table"))"},
                                     {.text = ".hdf", .method = R"(to_hdf("{}", key="table"))"},
                                     {.text = ".hdf5", .method = R"(to_hdf("{}", key="table"))"},
                                     {.text = ".pkl", .method = R"(to_pickle("{}"))"},
                                     {.text = ".pickle", .method = R"(to_pickle("{}"))"},
                                     {.text = ".dta", .method = R"(to_stata("{}", write_index=False))"},
                                     {.text = ".gz", .packer = "gzip"},
                                     {.text = ".bz2", .packer = "bzip2"},
                                     {.text = ".xz", .packer = "xz"},
                                     {.text = ".zst", .packer = "zstd"}};

/// Of files that neither the program nor a line of pandas writes.
const Words other_endings = {".npy",  ".npz", ".mat",  ".sav", ".rds", ".rdata", ".xls", ".xml", ".yaml", ".yml",
                             ".svgz", ".eps", ".ps",   ".emf", ".jpg", ".jpeg",  ".gif", ".tif", ".tiff", ".bmp",
                             ".webp", ".doc", ".docx", ".odt", ".rtf", ".zip",   ".tar", ".7z"};

bool is_in(const Words& words, const std::string& word) { return std::ranges::find(words, word) != words.end(); }

/// Empty if the name says nothing about what is in the file.
std::optional<Ending> ending_of(const std::string& file) {
  const std::string text =
      boost::algorithm::to_lower_copy(std::filesystem::path(file).extension().string(), std::locale::classic());
  const auto found = std::ranges::find(endings, text, &Ending::text);
  if (found != endings.end()) return *found;
  return is_in(other_endings, text) ? std::optional(Ending{.text = text}) : std::nullopt;
}

/// The endings of these formats, such as ".csv, .json or .jsonl".
std::string endings_of(const Words& formats) {
  Words all;
  for (const std::string& format : formats)
    all.push_back(std::ranges::find_if(endings, [&](const Ending& ending) {
                    return !ending.formats.empty() && ending.formats.front() == format;
                  })->text);
  const std::string last = all.back();
  all.pop_back();
  return all.empty() ? last : fmt::format("{} or {}", fmt::join(all, ", "), last);
}

/// What does write such a file; "" if nothing is known to.
std::string advice(const std::string& file, const Ending& ending, const Words& formats) {
  if (!ending.command.empty()) return fmt::format("; regretta {} writes such files", ending.command);
  std::filesystem::path before(file);
  if (!ending.packer.empty())
    return fmt::format("; afterwards `{} {}` makes it", ending.packer,
                       shell_quoted(before.replace_extension("").string()));
  if (ending.method.empty() || !is_in(formats, "csv")) return "";
  return fmt::format(
      "; pandas makes it from a .csv: python3 -c {}",
      shell_quoted(fmt::format(R"(import pandas; pandas.read_csv("{}").{})", before.replace_extension(".csv").string(),
                               replaced(ending.method, "{}", {file, ""}))));
}

}  // namespace

std::string format_by_ending(const std::string& file, const Words& formats) {
  const auto ending = ending_of(file);
  if (!ending) return "";
  const auto format = std::ranges::find_if(ending->formats, [&](const auto& one) { return is_in(formats, one); });
  return format == ending->formats.end() ? "" : *format;
}

CLI::Option* expect_ending_of(CLI::Option* output, const Words& formats) {
  return output->check(
      [formats](const std::string& file) -> std::string {
        const auto ending = ending_of(file);
        if (!ending || !format_by_ending(file, formats).empty()) return "";
        return fmt::format("{}: this command writes no {}, expected a name that ends in {}{}", file, ending->text,
                           endings_of(formats), advice(file, *ending, formats));
      },
      "");
}

void expect_no_contradiction(const Words& asked, const std::string& file) {
  const auto ending = ending_of(file);
  if (!ending) return;
  for (const std::string& format : asked)
    if (!is_in(ending->formats, format))
      throw std::invalid_argument(
          fmt::format("--format {}: contradicts --output {}, expected a name that ends in {}, "
                      "or no --format",
                      format, file, endings_of({format})));
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
