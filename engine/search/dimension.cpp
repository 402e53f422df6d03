#include "regretta/engine/search/dimension.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// The words of "a | b | c".
std::vector<Value> words_of(const std::string& range) {
  std::vector<Value> words;
  for (std::size_t from = 0; from <= range.size();) {
    const std::size_t bar = std::min(range.find(" | ", from), range.size());
    words.emplace_back(range.substr(from, bar - from));
    from = bar + 3;
  }
  return words;
}

class RangeReader {
 public:
  RangeReader(const std::string& path, const Value& range, const std::string& file)
      : range_(range), file_(file), dimension_{.path = path, .where = range.where(), .choices = {}} {}

  Dimension read(const std::vector<ParameterInfo>& known, const std::vector<Value>& all) {
    for (const auto& [name, value] : *range_.table())
      if (name != "search" && name != "scale")
        refuse(fmt::format("\"{}\" is no part of a range, expected search and scale", name));
    if (!known.empty()) dimension_.default_value = known.front().default_value;
    const Value& search = *range_.table()->find("search");
    read_scale();
    if (search.text()) {
      if (*search.text() != "all") refuse(to_text(search) + " is no range, expected \"all\", or a list of values");
      read_all(known, all);
    } else if (search.list()) {
      read_list(*search.list(), known);
    } else {
      refuse(to_text(search) + " is no range, expected [from, to], a list of values, or \"all\"");
    }
    return dimension_;
  }

 private:
  [[noreturn]] void refuse(const std::string& problem) const {
    throw StudyError::at(range_, file_, dimension_.path, problem);
  }

  void read_scale() {
    const Value* scale = range_.table()->find("scale");
    if (scale == nullptr) return;
    const std::string word = scale->text() ? *scale->text() : to_text(*scale);
    dimension_.is_log = word == "log";
    is_choice_ = word == "choice";
    if (!dimension_.is_log && !is_choice_ && word != "linear")
      refuse(fmt::format("scale {} is unknown, expected \"linear\", \"log\" or \"choice\"", to_text(*scale)));
  }

  void read_all(const std::vector<ParameterInfo>& known, const std::vector<Value>& all) {
    dimension_.choices = all;
    if (!known.empty() && known.front().type == ParameterType::flag) dimension_.choices = {false, true};
    if (!known.empty() && known.front().type == ParameterType::text &&
        known.front().range.find(" | ") != std::string::npos)
      dimension_.choices = words_of(known.front().range);
    if (dimension_.choices.empty())
      refuse("\"all\" has a meaning for choices, arms and constraints only; expected [from, to]");
  }

  void read_list(const Value::List& list, const std::vector<ParameterInfo>& known) {
    const bool are_numbers = std::ranges::all_of(list, [](const Value& one) { return one.number().has_value(); });
    if (list.empty()) refuse("an empty space, expected [from, to] or a list of values");
    if (!are_numbers || list.size() != 2 || is_choice_) {
      if (dimension_.is_log) refuse("a list of values has no scale \"log\", expected [from, to]");
      for (const Value& one : list) {
        if (one.list() || one.table()) refuse(short_text(one) + " cannot be chosen, expected numbers, texts or flags");
        if (std::ranges::find(dimension_.choices, one) != dimension_.choices.end())
          refuse(short_text(one) + " appears twice, expected different values");
        dimension_.choices.push_back(one);
      }
      return;
    }
    dimension_.low = *list[0].number();
    dimension_.high = *list[1].number();
    dimension_.is_integer = !known.empty() && known.front().type == ParameterType::integer;
    const std::string text = fmt::format("[{}, {}]", to_text(list[0]), to_text(list[1]));
    if (dimension_.low > dimension_.high) refuse(text + " is empty, expected the smaller end first");
    if (dimension_.low == dimension_.high) refuse(text + " is one value, expected that value without search");
    if (dimension_.is_log && !(dimension_.low > 0)) refuse(text + " has no logarithms, expected ends above 0");
    if (dimension_.is_integer &&
        (std::floor(dimension_.low) != dimension_.low || std::floor(dimension_.high) != dimension_.high))
      refuse(text + " has ends that are no integers, as this parameter is");
  }

  const Value& range_;
  const std::string& file_;
  Dimension dimension_;
  bool is_choice_ = false;
};

}  // namespace

Value Dimension::at(double coordinate) const {
  if (!choices.empty())
    return choices[std::min(static_cast<std::size_t>(std::max(coordinate, 0.0)), choices.size() - 1)];
  const double share = std::clamp(coordinate, 0.0, 1.0);
  const double from = is_integer ? low - 0.5 : low, to = is_integer ? high + 0.5 : high;
  double value = is_log ? exp(log(from) + share * (log(to) - log(from))) : from + share * (to - from);
  if (is_integer) return static_cast<std::int64_t>(std::clamp(std::floor(value + 0.5), low, high));
  return std::clamp(without_last_digits(value), low, high);
}

double Dimension::without_last_digits(double value) const {
  const std::string digits =
      is_log ? fmt::format("{:.13g}", value)
             : fmt::format("{:.{}f}", value,
                           std::clamp(13 - static_cast<int>(std::floor(std::log10(high - low))), 0, 300));
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::optional<double> Dimension::coordinate_of(const Value& value) const {
  if (!value.has_value()) return std::nullopt;
  if (!choices.empty()) {
    const auto same = [&](const Value& one) {
      return one == value || (one.number() && value.number() && *one.number() == *value.number());
    };
    const auto found = std::ranges::find_if(choices, same);
    if (found == choices.end()) return std::nullopt;
    return static_cast<double>(found - choices.begin());
  }
  const std::optional<double> number = value.number();
  if (!number || *number < low || *number > high || (is_integer && std::floor(*number) != *number)) return std::nullopt;
  const double from = is_integer ? low - 0.5 : low, to = is_integer ? high + 0.5 : high;
  return is_log ? log(*number / from) / log(to / from) : (*number - from) / (to - from);
}

double Dimension::rounded(double coordinate) const {
  if (!choices.empty() || is_integer) return coordinate;
  const double value = *at(coordinate).number();
  const double power = std::floor(std::log10(is_log ? value : (high - low) * 1.0001));
  const double unit = std::floor(power + (is_log ? 0 : -1));
  const double tens = std::pow(10, std::abs(unit));
  const double units = std::round(unit < 0 ? value * tens : value / tens);
  return coordinate_of(std::clamp(unit < 0 ? units / tens : units * tens, low, high)).value_or(coordinate);
}

Dimension read_dimension(const std::string& path, const Value& range, const std::vector<ParameterInfo>& known,
                         const std::vector<Value>& all, const std::string& file) {
  return RangeReader(path, range, file).read(known, all);
}

}  // namespace regretta
