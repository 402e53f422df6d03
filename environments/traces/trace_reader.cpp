#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "regretta/engine/plugin/text_rule.hpp"
#include "regretta/environments/traces/trace.hpp"
#include "regretta/environments/traces/trace_lines.hpp"

namespace regretta {
namespace {

/// What a column holds.
struct Column {
  enum class Kind { time, loss, violation, ignored } kind = Kind::time;
  int constraint = 0;  ///< from 1
  int arm = 0;         ///< from 1

  std::string name() const {
    if (kind == Kind::time || kind == Kind::ignored) return kind == Kind::time ? "t" : "";
    return kind == Kind::loss ? fmt::format("loss_{}", arm) : fmt::format("g{}_{}", constraint, arm);
  }
};

/// Takes a number from 1 to 999,999, written without leading zeros, off the front of the text.
std::optional<int> take_number(std::string_view& text) {
  const char* last = text.data() + std::min<std::size_t>(text.size(), 7);
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

/// t, loss_2, g1_2
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
  while (quote != line.npos && line.substr(quote + 1).starts_with('"')) quote = line.find('"', quote + 2);  // "" in it
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

/// At most 40 bytes of text from the file, in quotes.
std::string quoted(std::string_view text) {
  return fmt::format("\"{}{}\"", beginning_of(text, 40), text.size() <= 40 ? "" : "...");
}

/// What separates the columns of a line without commas, if names of columns show it; "" otherwise.
std::string_view other_separator(std::string_view line) {
  constexpr std::array<std::pair<char, std::string_view>, 4> separators{
      {{';', "semicolons"}, {'\t', "tabs"}, {'|', "vertical bars"}, {' ', "blanks"}}};
  for (const auto& [separator, name] : separators)
    for (std::size_t begin = 0, end = 0; end != line.npos; begin = end + 1) {
      end = line.find(separator, begin);
      std::string_view field = trimmed(line.substr(begin, end - begin));
      if (field.size() >= 2 && field.front() == '"') field = field.substr(1, field.size() - 2);
      const bool is_whole = begin == 0 && end == line.npos;
      if (const auto column = parse_column(field); !is_whole && column && column->kind != Column::Kind::time)
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
                              trace_.num_arms == 0 || columns_of(Column::Kind::loss) == 0 ? "loss" : "violation"));
    refuse_missing();
  }

  std::size_t columns_of(Column::Kind kind) const {
    return static_cast<std::size_t>(
        std::count_if(columns_.begin(), columns_.end(), [&](const Column& c) { return c.kind == kind; }));
  }

  bool is_ignored(std::string_view field) const { return std::ranges::find(ignore_, field) != ignore_.end(); }

  void refuse_unknown_ignored() const {
    const std::vector<std::string> names(fields_.begin(), fields_.end());
    for (const std::string& wanted : ignore_)
      if (std::ranges::find(names, wanted) == names.end())
        throw InputError("ignore", fmt::format("{} has no column \"{}\"{}", path_, wanted,
                                               expected_instead(wanted, names, "its header")));
  }

  /// The setting that leaves out all columns without a meaning.
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
          fmt::format("is no column of a trace{}, expected t, loss_1..loss_K or g1_1..gm_K; to leave it out: {}",
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
    if (twice != names.end()) lines_.fail(1, *twice, "the column is there twice, expected every column once");
  }

  void refuse_missing() const {
    const std::int64_t K = trace_.num_arms, m = trace_.num_constraints;
    const auto present =
        static_cast<std::int64_t>(columns_of(Column::Kind::loss) + columns_of(Column::Kind::violation));
    if (present == K * (m + 1)) return;  // none is repeated or out of range: all are present
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
    const std::size_t losses = trace_.losses.size(), violations = trace_.violations.size();
    trace_.losses.resize(losses + K);
    trace_.violations.resize(violations + m * K);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Column& column = columns_[c];
      const auto arm = static_cast<std::size_t>(column.arm - 1);
      if (column.kind == Column::Kind::loss) trace_.losses[losses + arm] = number(fields_[c], column, 0, 1);
      if (column.kind == Column::Kind::violation)
        trace_.violations[violations + static_cast<std::size_t>(column.constraint - 1) * K + arm] =
            number(fields_[c], column, -1, 1);
    }
  }

  double number(std::string_view text, const Column& column, double low, double high) const {
    double value = 0;
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool parsed = error == std::errc() && end == text.data() + text.size() && !text.empty();
    if (parsed && value >= low && value <= high) return value;
    const char* what = "is not a number";
    if (text.empty()) what = "is missing";
    if (parsed) what = std::isfinite(value) ? "is out of range" : "is not finite";
    if (!parsed && text.find(',') != text.npos) what = "is not a number (it has a decimal comma)";
    if (error == std::errc::result_out_of_range) what = "is too large or too small for a double";
    lines_.fail(lines_.line_number(), column.name(),
                fmt::format("{} {}, expected a number in [{}, {}]", text.empty() ? "the value" : quoted(text), what,
                            low, high));
  }

  const std::string& path_;
  const std::vector<std::string>& ignore_;
  TraceLines lines_;
  std::int64_t blank_line_ = 0;  ///< the first one after the header; 0: none
  std::vector<Column> columns_;
  std::vector<std::string_view> fields_;
  Trace trace_;
};

}  // namespace

std::shared_ptr<const Trace> FileColumns::violations_of(const std::shared_ptr<const Trace>& trace) const {
  if (threshold.empty()) return trace;
  if (threshold.size() != static_cast<std::size_t>(trace->num_constraints))
    throw InputError("threshold", fmt::format("has {} numbers, but the file has {} constraints; expected as many",
                                              threshold.size(), trace->num_constraints));
  if (const double least = *std::ranges::min_element(trace->violations); least < 0)
    throw InputError("threshold", fmt::format("makes costs of the columns g1_1, ..., but one has {}; expected costs in "
                                              "[0, 1]",
                                              least));
  auto turned = std::make_shared<Trace>(*trace);
  into_violations(turned->violations, scales(), static_cast<std::size_t>(trace->num_arms));
  return turned;
}

Trace read_trace(const std::string& path, std::int64_t max_bytes, const std::vector<std::string>& ignore) {
  return Reader(path, max_bytes, ignore).read();
}

}  // namespace regretta
