#include "regretta/engine/study/text/study_text.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/engine/study/text/study_error.hpp"

namespace regretta {
namespace {

constexpr std::string_view too_large = "the file has {} bytes (too large for a study), expected at most {}";

constexpr int most_dots = 200;

/// Parsing and what follows recurse over the parts of a key, of which TOML allows any number. Whatever is quoted is
/// read like the rest, so a long text without commas may not have so many dots either.
void check_dots(std::string_view text, const std::string& file) {
  Location where{1, 0};
  int dots = 0;
  for (const char c : text) {
    ++where.column;
    if (c == '\n') where = {where.line + 1, 0};
    if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) dots = 0;
    if (c == '.' && ++dots > most_dots)
      throw StudyError(
          file, where, "",
          fmt::format("too many dots in a key (a study needs three levels), expected at most {}", most_dots));
  }
}

void check_characters(std::string_view text, const std::string& file) {
  const auto fault = text_fault(text);
  if (!fault) return;
  const std::string_view before = text.substr(0, fault->place);
  const std::string_view in_line = before.substr(before.rfind('\n') + 1);
  const Location where{static_cast<int>(std::ranges::count(before, '\n')) + 1,
                       static_cast<int>(count_characters(in_line)) + 1};
  throw StudyError(file, where, "",
                   fmt::format("{} in column {}, expected {}", fault->problem, where.column, expected_characters));
}

}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string load_study_text(const std::string& path) {
  namespace fs = std::filesystem;
  const auto refusal = [&path](const std::string& problem) { return StudyError(path, {}, "", problem); };
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (status.type() == fs::file_type::not_found) throw refusal("no such file, expected a study (TOML)");
  if (status.type() == fs::file_type::directory) throw refusal("this is a directory, expected a study file (TOML)");
  if (status.type() == fs::file_type::none)
    throw refusal(fmt::format("cannot be looked at ({}), expected a study file", failure.message()));
  if (status.type() != fs::file_type::regular)
    throw refusal("not a regular file (a pipe, socket or device), expected a study file (TOML)");
  const auto size = fs::file_size(path, failure);
  if (failure) throw refusal(fmt::format("cannot be read ({})", failure.message()));
  std::ifstream file(path, std::ios::binary);
  std::string text(max_study_bytes + 1, '\0');  // one more than allowed, because the file may be growing
  if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) throw refusal("cannot be read, expected a readable study file");
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.starts_with("SQLite format 3"))
    throw refusal(fmt::format("a results file, expected a study (TOML); to see it: regretta show {}", path));
  if (size > max_study_bytes) throw refusal(fmt::format(too_large, size, max_study_bytes));
  return text;
}

void check_study_text(std::string_view text, const std::string& file, std::size_t most_bytes) {
  if (text.size() > most_bytes) throw StudyError(file, {}, "", fmt::format(too_large, text.size(), most_bytes));
  check_characters(text, file);
  check_dots(text, file);
}

}  // namespace regretta
