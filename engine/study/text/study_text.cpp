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

/// Walks the text as TOML reads it, skipping strings and comments, and counts open brackets and the dots of the current
/// key.
class NestingCheck {
 public:
  NestingCheck(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        skip_line();
      } else if (c == '"' || c == '\'') {
        skip_string(c);
      } else {
        count(c);
        ++at_;
      }
    }
  }

 private:
  void count(char c) {
    switch (c) {
      case '[':
      case '{':
        ++depth_;
        dots_ = 0;
        break;
      case ']':
      case '}':
        if (depth_ > 0) --depth_;
        dots_ = 0;
        break;
      case '.':
        ++dots_;
        break;
      case '\n':
        ++line_;
        line_start_ = at_ + 1;
        [[fallthrough]];
      case '=':
      case ',':
        dots_ = 0;
        break;
      default:
        break;
    }
    if (depth_ > max_study_nesting || dots_ >= max_study_nesting) {
      throw StudyError(file_, {line_, static_cast<int>(at_ - line_start_) + 1}, "",
                       fmt::format("{} (a study needs three levels), expected at most {} levels",
                                   depth_ > max_study_nesting ? "brackets nested too deeply" : "too many dots in a key",
                                   max_study_nesting));
    }
  }

  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void skip_string(char quote) {
    const std::string_view triple = quote == '"' ? "\"\"\"" : "'''";
    const bool multi_line = text_.substr(at_).starts_with(triple);
    at_ += multi_line ? 3 : 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        if (!multi_line) return;  // unterminated; the parser reports it
        ++line_;
        line_start_ = at_ + 1;
      } else if (c == '\\' && quote == '"') {
        ++at_;
        if (at_ < text_.size() && text_[at_] == '\n') continue;
      } else if (c == quote && (!multi_line || text_.substr(at_).starts_with(triple))) {
        at_ += multi_line ? 3 : 1;
        for (int extra = 0; multi_line && extra < 2 && at_ < text_.size() && text_[at_] == quote; ++extra) {
          ++at_;  // in """a"""" the first closing quote belongs to the string
        }
        return;
      }
      ++at_;
    }
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  int depth_ = 0;
  int dots_ = 0;
};

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
  NestingCheck(text, file).run();
}

}  // namespace regretta
