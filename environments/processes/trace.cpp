#include "regretta/environments/processes/trace.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/plugin/text_rule.hpp"

namespace regretta {
namespace {

constexpr std::size_t max_line_bytes = std::size_t{1} << 20U;
constexpr std::size_t chunk_bytes = std::size_t{1} << 16U;  // read at a time

/// Reads a text file, plain or gzip, line by line, and rejects anything but UTF-8 text.
class TraceLines {
 public:
  /// Throws InputError{"file"} if there is no regular file at `path`, or if it is larger than max_bytes.
  TraceLines(const std::string& path, std::int64_t max_bytes) : path_(path), max_bytes_(max_bytes) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::not_found)
      fail(0, "", "there is no such file, expected a trace (.csv or .csv.gz)");
    if (status.type() == std::filesystem::file_type::directory)
      fail(0, "", "is a directory, expected a .csv or .csv.gz file");
    if (status.type() != std::filesystem::file_type::regular)
      fail(0, "", "is not a regular file or cannot be accessed, expected a .csv or .csv.gz file");
    const auto size = std::filesystem::file_size(path, error);
    if (!error && size == 0) fail(0, "", "is empty, expected a header row and at least one row of means");
    if (!error && size > static_cast<std::uintmax_t>(max_bytes))
      fail(0, "", fmt::format("has {} bytes, expected at most {} bytes of text", size, max_bytes));
    file_.reset(gzopen(path.c_str(), "rb"));
    if (!file_) fail(0, "", "cannot be opened for reading, expected a readable .csv or .csv.gz file");
  }

  /// Reads the next line, without its terminator (LF or CR LF); skips a byte order mark at the start of the file. The
  /// line is valid until the next call. False at the end of the file. Throws InputError{"file"} for a text_fault
  /// (engine/plugin/text_rule.hpp), lines over 1 MiB, text over max_bytes and damaged gzip data.
  bool next(std::string_view& line) {
    std::size_t searched = 0;
    for (;;) {
      const std::string_view unread(buffer_.data() + begin_, end_ - begin_);
      const std::size_t end = unread.find('\n', searched);
      if (end != std::string_view::npos) {
        line = unread.substr(0, end);
        begin_ += end + 1;
        break;
      }
      searched = unread.size();
      if (searched > max_line_bytes)
        fail(line_number_ + 1, "", fmt::format("the line has more than {} bytes, expected fewer", max_line_bytes));
      if (fill()) continue;
      line = std::string_view(buffer_.data() + begin_, end_ - begin_);
      begin_ = end_;
      if (line.empty()) return false;
      break;
    }
    ++line_number_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line_number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    check(line);
    return true;
  }
  std::int64_t line_number() const { return line_number_; }  ///< number of the last line returned, from 1

  /// Throws InputError{"file"} with "FILE:LINE:COLUMN: message". Omits an empty column and a line of 0.
  [[noreturn]] void fail(std::int64_t line, std::string_view column, const std::string& message) const {
    std::string where = path_;
    if (line > 0) where += fmt::format(":{}", line);
    if (!column.empty()) where += fmt::format(":{}", column);
    throw InputError("file", where + ": " + message);
  }

 private:
  /// Appends a chunk of the file to the unread text; false at the end of the file.
  bool fill() {
    if (begin_ > 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (buffer_.size() < end_ + chunk_bytes) buffer_.resize(end_ + chunk_bytes);
    const int count = gzread(file_.get(), buffer_.data() + end_, static_cast<unsigned>(chunk_bytes));
    int code = Z_OK;
    const char* reason = gzerror(file_.get(), &code);
    if (count < 0 || code < 0) {
      if (code == Z_BUF_ERROR) fail(0, "", "the compressed data end too early, expected a complete gzip file");
      if (code == Z_ERRNO)
        fail(0, "", fmt::format("cannot be read ({}), expected a readable file", std::strerror(errno)));
      fail(0, "", fmt::format("the compressed data are damaged ({}), expected a gzip file", reason));
    }
    end_ += static_cast<std::size_t>(count);
    bytes_read_ += count;
    if (bytes_read_ > max_bytes_)
      fail(0, "", fmt::format("has more than {} bytes of (uncompressed) text, expected at most that", max_bytes_));
    return count > 0;
  }
  void check(std::string_view line) const {
    if (const auto fault = text_fault(line))
      fail(line_number_, "",
           fmt::format("character {} is {}, expected {}", count_characters(line.substr(0, fault->place)) + 1,
                       fault->problem, expected_characters));
  }

  std::string path_;
  std::int64_t max_bytes_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_{nullptr, gzclose};
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< unread text is buffer_[begin_, end_)
  std::size_t end_ = 0;
  std::int64_t bytes_read_ = 0;
  std::int64_t line_number_ = 0;
};

/// The meaning of a column.
struct Column {
  enum class Kind { time, loss, violation, ignored } kind = Kind::time;
  int constraint = 0;  ///< from 1
  int arm = 0;         ///< from 1

  std::string name() const {
    if (kind == Kind::time || kind == Kind::ignored) return kind == Kind::time ? "t" : "";
    return kind == Kind::loss ? fmt::format("loss_{}", arm) : fmt::format("g{}_{}", constraint, arm);
  }
};

/// Removes a number from 1 to 999,999, written without leading zeros, from the front of the text, and returns it.
std::optional<int> take_number(std::string_view& text) {
  const char* last = text.data() + std::min<std::size_t>(text.size(), 7);  // at most 6 digits are valid
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || text.front() == '0' || number < 1 || number > 999'999) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// The column with a name such as t, loss_2 or g1_2; nothing for any other name.
std::optional<Column> parse_column(std::string_view name) {
  Column column;
  if (name == "t") return column;
  if (take_word(name, "loss_")) {
    column.kind = Column::Kind::loss;
  } else if (take_word(name, "g")) {
    column.kind = Column::Kind::violation;
    const auto constraint = take_number(name);
    if (!constraint || !take_word(name, "_")) return {};
    column.constraint = *constraint;
  } else {
    return {};
  }
  const auto arm = take_number(name);
  if (!arm || !name.empty()) return {};
  column.arm = *arm;
  return column;
}

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The end of the first field of `line`: the first comma that is not between quotes.
std::size_t field_end(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == line.npos || line[begin] != '"') return line.find(',');
  std::size_t quote = line.find('"', begin + 1);
  while (quote != line.npos && line.substr(quote + 1).starts_with('"'))
    quote = line.find('"', quote + 2);  // a doubled quote is part of the field
  return line.find(',', quote == line.npos ? 0 : quote);
}

/// Splits at commas; drops blanks around a field and one pair of quotes.
void split(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (;;) {
    const std::size_t comma = field_end(line);
    std::string_view field = trimmed(line.substr(0, comma));
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
      field = trimmed(field.substr(1, field.size() - 2));
    fields.push_back(field);
    if (comma == std::string_view::npos) return;
    line.remove_prefix(comma + 1);
  }
}

/// Text from the file in quotes, cut after 40 bytes.
std::string quoted(std::string_view text) {
  return fmt::format("\"{}{}\"", beginning_of(text, 40), text.size() <= 40 ? "" : "...");
}

/// In words, the character other than a comma that separates the columns of this header; "" if there is none.
std::string_view other_separator(std::string_view line) {
  constexpr std::array<std::pair<char, std::string_view>, 4> separators{
      {{';', "semicolons"}, {'\t', "tabs"}, {'|', "vertical bars"}, {' ', "blanks"}}};
  for (const auto& [separator, name] : separators)
    for (std::size_t begin = 0, end = 0; end != line.npos; begin = end + 1) {
      end = line.find(separator, begin);
      std::string_view field = trimmed(line.substr(begin, end - begin));
      if (field.size() >= 2 && field.front() == '"') field = field.substr(1, field.size() - 2);
      const bool is_whole_line = begin == 0 && end == line.npos;
      if (const auto column = parse_column(field); !is_whole_line && column && column->kind != Column::Kind::time)
        return name;
    }
  return "";
}

class Reader {
 public:
  Reader(const std::string& path, std::int64_t max_bytes, const std::vector<std::string>& ignore)
      : path_(path), ignore_(ignore), lines_(path, max_bytes) {}

  Trace read() {
    std::string_view line;
    if (!lines_.next(line)) lines_.fail(0, "", "is empty, expected a header row and at least one row of means");
    split(line, fields_);
    if (std::ranges::none_of(fields_, [](std::string_view field) { return parse_column(field).has_value(); }))
      if (const std::string_view separator = other_separator(line); !separator.empty())
        lines_.fail(1, "",
                    fmt::format("the columns are separated by {}, expected commas, and points in numbers", separator));
    read_header();
    while (lines_.next(line)) {
      if (trimmed(line).empty()) {
        if (blank_line_ == 0) blank_line_ = lines_.line_number();
        continue;
      }
      if (blank_line_ > 0)
        lines_.fail(
            blank_line_, "",
            fmt::format("the line is empty, expected {} values (only the last lines may be empty)", columns_.size()));
      read_row(line);
    }
    if (trace_.losses.empty())
      lines_.fail(lines_.line_number(), "", "the file ends after the header, expected at least one row of means");
    return std::move(trace_);
  }

 private:
  void read_header() {
    refuse_unknown_ignored();
    for (const std::string_view field : fields_) {
      const auto column = is_ignored(field) ? Column{.kind = Column::Kind::ignored} : parse_column(field);
      columns_.push_back(column.value_or(Column{}));
      if (!column) continue;
      trace_.num_arms = std::max(trace_.num_arms, column->arm);
      trace_.num_constraints = std::max(trace_.num_constraints, column->constraint);
    }
    refuse_unknown();
    refuse_repeated();
    if (trace_.num_arms == 0 || trace_.num_constraints == 0)
      lines_.fail(1, "",
                  fmt::format("the header has no {} column, expected loss_1..loss_K, g1_1..g1_K, ..., gm_1..gm_K "
                              "and an optional t, separated by commas",
                              trace_.num_arms == 0 || count_columns(Column::Kind::loss) == 0 ? "loss" : "violation"));
    refuse_missing();
  }

  std::size_t count_columns(Column::Kind kind) const {
    return static_cast<std::size_t>(
        std::count_if(columns_.begin(), columns_.end(), [&](const Column& c) { return c.kind == kind; }));
  }

  bool is_ignored(std::string_view field) const { return std::ranges::find(ignore_, field) != ignore_.end(); }

  void refuse_unknown_ignored() const {
    const std::vector<std::string> names(fields_.begin(), fields_.end());
    for (const std::string& ignored : ignore_)
      if (std::ranges::find(names, ignored) == names.end())
        throw InputError("ignore", fmt::format("{} has no column \"{}\"{}", path_, ignored,
                                               expected_instead(ignored, names, "its header")));
  }

  /// The setting that ignores every column that is not a column of a trace.
  std::string how_to_ignore() const {
    std::string list;
    for (const std::string_view field : fields_)
      if (is_ignored(field) || !parse_column(field)) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", field);
    return fmt::format("ignore = [{}]", list);
  }

  void refuse_unknown() const {
    for (const std::string_view field : fields_) {
      if (is_ignored(field) || parse_column(field)) continue;
      std::vector<std::string> valid{"t"};
      const int arms = std::min(trace_.num_arms + 1, 200), constraints = std::min(trace_.num_constraints + 1, 20);
      for (int a = 1; a <= arms; ++a) {
        valid.push_back(Column{Column::Kind::loss, 0, a}.name());
        for (int i = 1; i <= constraints; ++i) valid.push_back(Column{Column::Kind::violation, i, a}.name());
      }
      const std::string near = nearest_name(field, valid);
      lines_.fail(
          1, quoted(field),
          fmt::format("is not a column of a trace{}, expected t, loss_1..loss_K or g1_1..gm_K; to ignore it: {}",
                      near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near), how_to_ignore()));
    }
  }

  std::vector<std::string> sorted_names() const {
    std::vector<std::string> names;
    for (const Column& column : columns_)
      if (column.kind != Column::Kind::ignored) names.push_back(column.name());
    std::sort(names.begin(), names.end());
    return names;
  }

  void refuse_repeated() const {
    const std::vector<std::string> names = sorted_names();
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) lines_.fail(1, *twice, "the column occurs twice, expected every column once");
  }

  void refuse_missing() const {
    const std::int64_t K = trace_.num_arms, m = trace_.num_constraints;
    const auto present =
        static_cast<std::int64_t>(count_columns(Column::Kind::loss) + count_columns(Column::Kind::violation));
    if (present == K * (m + 1)) return;  // names are distinct and in range, so none is missing
    const std::vector<std::string> names = sorted_names();
    for (int a = 1; a <= K; ++a)
      for (int i = 0; i <= m; ++i) {
        const std::string name = Column{i == 0 ? Column::Kind::loss : Column::Kind::violation, i, a}.name();
        if (!std::binary_search(names.begin(), names.end(), name))
          lines_.fail(1, name,
                      fmt::format("the column is missing, expected loss_1..loss_{0} and g1_1..g{1}_{0} because the "
                                  "header names arm {0} and constraint {1}",
                                  K, m));
      }
  }

  void read_row(std::string_view line) {
    split(line, fields_);
    if (fields_.size() != columns_.size())
      lines_.fail(lines_.line_number(), "",
                  fmt::format("the line has {} values, expected {} as in the header{}", fields_.size(), columns_.size(),
                              fields_.size() > columns_.size()          ? "; a comma separates values, a point decimals"
                              : line.find_first_of(";\t|") != line.npos ? ", separated by commas"
                                                                        : ""));
    const auto K = static_cast<std::size_t>(trace_.num_arms);
    const auto m = static_cast<std::size_t>(trace_.num_constraints);
    const std::size_t first_loss = trace_.losses.size(), first_violation = trace_.violations.size();
    trace_.losses.resize(first_loss + K);
    trace_.violations.resize(first_violation + m * K);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Column& column = columns_[c];
      const auto arm = static_cast<std::size_t>(column.arm - 1);
      if (column.kind == Column::Kind::loss) trace_.losses[first_loss + arm] = parse_value(fields_[c], column, 0, 1);
      if (column.kind == Column::Kind::violation)
        trace_.violations[first_violation + static_cast<std::size_t>(column.constraint - 1) * K + arm] =
            parse_value(fields_[c], column, -1, 1);
    }
  }

  double parse_value(std::string_view text, const Column& column, double low, double high) const {
    double value = 0;
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool parsed = error == std::errc() && end == text.data() + text.size() && !text.empty();
    if (parsed && value >= low && value <= high) return value;
    const char* problem = "is not a number";
    if (text.empty()) problem = "is missing";
    if (parsed) problem = std::isfinite(value) ? "is out of range" : "is not finite";
    if (!parsed && text.find(',') != text.npos) problem = "is not a number (it has a decimal comma)";
    if (error == std::errc::result_out_of_range) problem = "is too large or too small for a double";
    lines_.fail(lines_.line_number(), column.name(),
                fmt::format("{} {}, expected a number in [{}, {}]", text.empty() ? "the value" : quoted(text), problem,
                            low, high));
  }

  const std::string& path_;
  const std::vector<std::string>& ignore_;
  TraceLines lines_;
  std::int64_t blank_line_ = 0;  ///< number of the first blank line after the header; 0: none
  std::vector<Column> columns_;
  std::vector<std::string_view> fields_;
  Trace trace_;
};

}  // namespace

std::shared_ptr<const Trace> FileColumns::with_violations(const std::shared_ptr<const Trace>& trace) const {
  if (threshold.empty()) return trace;
  if (threshold.size() != static_cast<std::size_t>(trace->num_constraints))
    throw InputError("threshold", fmt::format("has {} numbers, but the file has {} constraints; expected as many",
                                              threshold.size(), trace->num_constraints));
  if (const double least = *std::ranges::min_element(trace->violations); least < 0)
    throw InputError("threshold",
                     fmt::format("says that the columns g1_1, ... have costs, but one has {}; expected costs in "
                                 "[0, 1]",
                                 least));
  auto converted = std::make_shared<Trace>(*trace);
  into_violations(converted->violations, scales(), static_cast<std::size_t>(trace->num_arms));
  return converted;
}

Trace read_trace(const std::string& path, std::int64_t max_bytes, const std::vector<std::string>& ignore) {
  return Reader(path, max_bytes, ignore).read();
}

}  // namespace regretta
