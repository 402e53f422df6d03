#include "regretta/engine/plugin/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

bool contains(const Range& range, double x) {
  return (range.low_open ? x > range.low : x >= range.low) && (range.high_open ? x < range.high : x <= range.high);
}

[[noreturn]] void wrong_type(const std::string& key, const Value& value, std::string_view expected) {
  throw InputError(key, fmt::format("{} has the wrong type, expected {}", to_text(value), expected));
}

void check_range(const std::string& key, double x, const Range& range) {
  if (std::isnan(x)) throw InputError(key, fmt::format("not a number, expected a number in {}", to_text(range)));
  if (!contains(range, x)) {
    throw InputError(key,
                     fmt::format("{} is out of range, expected a number in {}", to_text(Value(x)), to_text(range)));
  }
}

std::string expected_number(std::string_view noun, const Range& range) {
  return fmt::format("{} in {}", noun, to_text(range));
}

/// The number in `value`, if it is one.
bool as_number(const Value& value, double& out) {
  if (const auto* x = std::get_if<double>(&value)) return out = *x, true;
  if (const auto* n = std::get_if<std::int64_t>(&value)) return out = static_cast<double>(*n), true;
  return false;
}

/// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

// --- reading ---

void FieldReader::operator()(std::string_view name, bool& field, std::string_view) const {
  const std::string key = prefix_ + std::string(name);
  const auto found = settings_.find(key);
  if (found == settings_.end()) return;
  const auto* flag = std::get_if<bool>(&found->second);
  if (!flag) wrong_type(key, found->second, "true or false");
  field = *flag;
}

void FieldReader::operator()(std::string_view name, std::int64_t& field, const Range& range, std::string_view) const {
  const std::string key = prefix_ + std::string(name);
  const auto found = settings_.find(key);
  if (found == settings_.end()) return;
  if (const auto* n = std::get_if<std::int64_t>(&found->second)) {
    if (!contains(range, static_cast<double>(*n))) {
      throw InputError(key, fmt::format("{} is out of range, expected {}", *n, expected_number("an integer", range)));
    }
    field = *n;
    return;
  }
  const auto* x = std::get_if<double>(&found->second);
  if (!x) wrong_type(key, found->second, expected_number("an integer", range));
  if (!(std::floor(*x) == *x) || std::abs(*x) > 9e18) {  // NaN and infinities too
    throw InputError(key, fmt::format("{} is not a whole number, expected {}", to_text(found->second),
                                      expected_number("an integer", range)));
  }
  check_range(key, *x, range);
  field = static_cast<std::int64_t>(*x);
}

void FieldReader::operator()(std::string_view name, double& field, const Range& range, std::string_view) const {
  const std::string key = prefix_ + std::string(name);
  const auto found = settings_.find(key);
  if (found == settings_.end()) return;
  double x = 0;
  if (!as_number(found->second, x)) wrong_type(key, found->second, expected_number("a number", range));
  check_range(key, x, range);
  field = x;
}

void FieldReader::operator()(std::string_view name, std::string& field, const Choices& choices,
                             std::string_view) const {
  const std::string key = prefix_ + std::string(name);
  const auto found = settings_.find(key);
  if (found == settings_.end()) return;
  const std::string expected = choices.words.empty() ? "a text" : "one of " + to_text(choices);
  const auto* text = std::get_if<std::string>(&found->second);
  if (!text) wrong_type(key, found->second, expected);
  if (!choices.words.empty() && std::ranges::find(choices.words, *text) == choices.words.end()) {
    const std::string near = nearest_name(*text, choices.words);
    throw InputError(key, fmt::format("{} is unknown, expected {}{}", to_text(found->second), expected,
                                      near.empty() ? "" : "; did you mean \"" + near + "\"?"));
  }
  field = *text;
}

void FieldReader::operator()(std::string_view name, std::vector<double>& field, const Range& range,
                             std::string_view) const {
  const std::string key = prefix_ + std::string(name);
  const auto found = settings_.find(key);
  if (found == settings_.end()) return;
  const auto* numbers = std::get_if<std::vector<double>>(&found->second);
  if (!numbers) wrong_type(key, found->second, expected_number("a list of numbers", range));
  for (const double x : *numbers) check_range(key, x, range);
  field = *numbers;
}

void FieldReader::operator()(std::string_view name, std::vector<std::vector<double>>& field, const Range& range,
                             std::string_view) const {
  const std::string key = prefix_ + std::string(name);
  const auto found = settings_.find(key);
  if (found == settings_.end()) return;
  if (const auto* row = std::get_if<std::vector<double>>(&found->second)) {  // a plain list is one row
    for (const double x : *row) check_range(key, x, range);
    field = {*row};
    return;
  }
  const auto* rows = std::get_if<std::vector<std::vector<double>>>(&found->second);
  if (!rows) wrong_type(key, found->second, expected_number("a list of lists of numbers", range));
  for (const auto& row : *rows) {
    for (const double x : row) check_range(key, x, range);
  }
  field = *rows;
}

void FieldReader::operator()(std::string_view name, NumberOrMeasured& field, const Range& range,
                             std::string_view) const {
  const std::string key = prefix_ + std::string(name);
  const auto found = settings_.find(key);
  if (found == settings_.end()) return;
  const auto* text = std::get_if<std::string>(&found->second);
  if (text && *text == "measured") {
    field = {.measured = true, .value = 0};
    return;
  }
  double x = 0;
  if (!as_number(found->second, x)) {
    wrong_type(key, found->second, expected_number("a number", range) + " or \"measured\"");
  }
  check_range(key, x, range);
  field = {.measured = false, .value = x};
}

// --- describing ---

void FieldDescriber::add(std::string_view name, std::string type, std::string default_value, std::string range,
                         std::string_view help) {
  found_.push_back(
      {prefix_ + std::string(name), std::move(type), std::move(default_value), std::move(range), std::string(help)});
}

void FieldDescriber::operator()(std::string_view name, const bool& field, std::string_view help) {
  add(name, "true/false", field ? "true" : "false", "", help);
}

void FieldDescriber::operator()(std::string_view name, const std::int64_t& field, const Range& range,
                                std::string_view help) {
  add(name, "integer", fmt::to_string(field), to_text(range), help);
}

void FieldDescriber::operator()(std::string_view name, const double& field, const Range& range, std::string_view help) {
  add(name, "number", std::isnan(field) ? "" : to_text(Value(field)), to_text(range), help);
}

void FieldDescriber::operator()(std::string_view name, const std::string& field, const Choices& choices,
                                std::string_view help) {
  add(name, "text", field.empty() ? "" : to_text(Value(field)), to_text(choices), help);
}

void FieldDescriber::operator()(std::string_view name, const std::vector<double>& field, const Range& range,
                                std::string_view help) {
  add(name, "numbers", field.empty() ? "" : to_text(Value(field)), to_text(range), help);
}

void FieldDescriber::operator()(std::string_view name, const std::vector<std::vector<double>>& field,
                                const Range& range, std::string_view help) {
  add(name, "table of numbers", field.empty() ? "" : to_text(Value(field)), to_text(range), help);
}

void FieldDescriber::operator()(std::string_view name, const NumberOrMeasured& field, const Range& range,
                                std::string_view help) {
  std::string default_value;
  if (field.measured) {
    default_value = "\"measured\"";
  } else if (!std::isnan(field.value)) {
    default_value = to_text(Value(field.value));
  }
  add(name, "number or \"measured\"", std::move(default_value), to_text(range), help);
}

// --- words ---

std::string to_text(const Value& value) {
  struct Writer {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t n) const { return fmt::to_string(n); }
    std::string operator()(double x) const { return fmt::format("{}", x); }
    std::string operator()(const std::string& text) const { return '"' + text + '"'; }
    std::string operator()(const std::vector<double>& numbers) const {
      return fmt::format("[{}]", fmt::join(numbers, ", "));
    }
    std::string operator()(const std::vector<std::vector<double>>& rows) const {
      std::string text = "[";
      for (const auto& row : rows) text += (text.size() > 1 ? ", " : "") + (*this)(row);
      return text + "]";
    }
  };
  return std::visit(Writer{}, value);
}

std::string to_text(const Range& range) {
  const bool low_open = range.low_open || std::isinf(range.low);
  const bool high_open = range.high_open || std::isinf(range.high);
  return fmt::format("{}{}, {}{}", low_open ? '(' : '[', range.low, range.high, high_open ? ')' : ']');
}

std::string to_text(const Choices& choices) { return fmt::format("{}", fmt::join(choices.words, " | ")); }

void check_no_unknown(const Settings& settings, const std::vector<ParameterInfo>& known) {
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const auto& parameter : known) names.push_back(parameter.name);
  for (const auto& [name, value] : settings) {
    if (std::ranges::find(names, name) != names.end()) continue;
    if (names.empty()) throw InputError(name, "unknown key, expected none at all");
    if (std::ranges::find(names, name + ".kind") != names.end()) {
      throw InputError(name, fmt::format("not a value by itself, expected a table such as {0} = {{ kind = ... }}; did "
                                         "you mean \"{0}.kind\"?",
                                         name));
    }
    std::string message = "unknown key";
    if (names.size() <= 12) message += fmt::format(", expected one of {}", fmt::join(names, ", "));
    const std::string near = nearest_name(name, names);
    if (!near.empty()) message += fmt::format("; did you mean \"{}\"?", near);
    throw InputError(name, message);
  }
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = 0;
  const auto offer = [&](std::string_view against, std::size_t handicap, const std::string& candidate) {
    const std::size_t longest = std::max(word.size(), against.size());
    const std::size_t allowed = std::max<std::size_t>(1, longest / 3);
    const std::size_t gap = longest - std::min(word.size(), against.size());
    if (longest < 2 || gap > allowed) return;
    const std::size_t distance = edit_distance(word, against);
    if (distance > allowed) return;
    if (best.empty() || distance + handicap < best_distance) {
      best = candidate;
      best_distance = distance + handicap;
    }
  };
  for (const auto& candidate : candidates) {
    offer(candidate, 0, candidate);
    const std::size_t dot = candidate.rfind('.');  // "budget" for "corruption.budget"
    if (dot != std::string::npos) offer(std::string_view(candidate).substr(dot + 1), 1, candidate);
  }
  return best;
}

}  // namespace regretta
