#include "regretta/tools/figures/scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

constexpr double least_size = 1e-300;  ///< smaller numbers are drawn as 0
constexpr const char* minus = "\u2212";

/// A step of 1, 2 or 5 times a power of ten that gives about `wanted` steps in `length`.
double nice_step(double length, int wanted) {
  const double power = std::pow(10, std::floor(std::log10(length / wanted)));
  const double share = length / wanted / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

/// `x` written out, with the digits that distinguish steps of `step`.
std::string plain_text(double x, double step) {
  const int digits = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  const double size = std::abs(x) < step / 2 ? 0 : std::abs(x);
  const auto text_of_size = [&] {
    if (digits == 0) return grouped(std::llround(size));
    if (digits <= 6 || size == 0) return fmt::format("{:.{}f}", size, std::min(digits, 6));
    return fmt::format("{:.{}g}", size, 1 + std::lround(std::max(0.0, std::ceil(std::log10(size / step)))));
  };
  const std::string text = text_of_size();
  return (x < 0 && size > 0 ? minus : "") + text;
}

Tick power_of_ten(int exponent, bool negative) {
  const double size = std::pow(10, exponent);
  const std::string sign = negative ? minus : "";
  const double value = negative ? -size : size;
  if (exponent == 0) return {value, sign + "1"};
  if (exponent == 1) return {value, sign + "10"};
  const std::string raised = exponent < 0 ? fmt::format("{}{}", minus, -exponent) : fmt::format("{}", exponent);
  return {value, RichText(sign + "10").add(raised, Script::exponent)};
}

}  // namespace

Scale::Scale(const Axis2D& axis, const std::vector<double>& values) : kind_(axis.scale), names_(axis.names) {
  if (!names_.empty()) {
    low_ = -0.5;
    high_ = static_cast<double>(names_.size()) - 0.5;
    return;
  }
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const auto include = [&](double value) {
    if (const double at = bent(value); std::isfinite(at)) {
      low = std::min(low, at);
      high = std::max(high, at);
    }
  };
  double least = -low;
  if (kind_ == ScaleKind::logarithmic)
    for (const double value : values)
      if (std::isfinite(value)) least = std::max(least, 1e-9 * value);
  for (const double value : values)
    if (value >= least) include(value);
  if (axis.from_zero) include(0);
  if (!(low <= high)) return;
  const double size = std::max(std::abs(low), std::abs(high));
  const double margin = size < least_size ? 1 : high - low > 1e-9 * size ? 0.03 * (high - low) : 0.1 * size;
  const bool ends_at_zero = axis.from_zero && kind_ == ScaleKind::linear && low < high;
  low_ = ends_at_zero && low == 0 ? 0 : low - margin;
  high_ = ends_at_zero && high == 0 ? 0 : high + margin;
  if (kind_ != ScaleKind::linear) return;
  if (size >= 1e5 || (size >= least_size && size < 1e-4)) left_out_ = static_cast<int>(std::floor(std::log10(size)));
}

double Scale::bent(double value) const {
  switch (kind_) {
    case ScaleKind::linear:
      return value;
    case ScaleKind::logarithmic:
      return std::isnan(value) ? value : std::log10(std::max(value, 0.0));
    case ScaleKind::asinh:
      return std::asinh(value / 2) / std::log(10);  // log10 of large values
  }
  return value;
}

double Scale::place(double value) const { return (bent(value) - low_) / (high_ - low_); }

double Scale::straight(double place) const {
  switch (kind_) {
    case ScaleKind::linear:
      return place;
    case ScaleKind::logarithmic:
      return std::pow(10, place);
    case ScaleKind::asinh:
      return 2 * std::sinh(place * std::log(10));
  }
  return place;
}

std::vector<Tick> Scale::ticks(int wanted) const {
  if (!names_.empty()) return name_ticks();
  const auto enough = [](const std::vector<Tick>& ticks) {
    return std::ranges::count_if(ticks, [](const Tick& tick) { return !tick.text.empty(); }) > 1;
  };
  if (kind_ == ScaleKind::linear) return even_ticks(wanted);
  if (high_ - low_ >= 1.3)
    if (std::vector<Tick> ticks = decades(wanted); enough(ticks)) return ticks;
  if (std::vector<Tick> ticks = digit_ticks(wanted); enough(ticks)) return ticks;
  return even_ticks(wanted);
}

std::vector<Tick> Scale::even_ticks(int wanted) const {
  const double factor = std::pow(10, left_out_);
  const double low = straight(low_) / factor;
  const double high = straight(high_) / factor;
  const double step = nice_step(high - low, wanted);
  const double first = std::ceil(low / step - 1e-9);
  std::vector<Tick> ticks;
  for (int j = 0; j <= 2 * wanted + 2; ++j)
    if (const double value = (first + j) * step; value <= high + step * 1e-9)
      ticks.push_back({value * factor, plain_text(value, step)});
  return ticks;
}

std::vector<Tick> Scale::name_ticks() const {
  std::vector<Tick> ticks;
  for (std::size_t k = 0; k < names_.size(); ++k) ticks.push_back({static_cast<double>(k), names_[k]});
  return ticks;
}

/// Multiples of powers of ten, written out.
std::vector<Tick> Scale::digit_ticks(int wanted) const {
  std::vector<Tick> ticks;
  const bool narrow = high_ - low_ < 0.7 && wanted > 4;
  const std::string digits = wanted > 3 ? narrow ? "123579" : "125" : wanted > 2 ? "13" : "1";
  const auto add = [&](double value, bool has_text) {
    if (bent(value) < low_ || bent(value) > high_) return;
    const double size = std::abs(value);
    const std::string text = size >= 1 ? grouped(std::llround(size)) : fmt::format("{:g}", size);
    ticks.push_back({value, has_text ? (value < 0 ? minus : "") + text : ""});
  };
  const bool both_sides = kind_ == ScaleKind::asinh;
  const int lowest = both_sides ? 0 : static_cast<int>(std::floor(low_));
  const int highest = static_cast<int>(std::ceil(both_sides ? std::max(high_, -low_) : high_));
  for (int exponent = lowest; exponent <= highest; ++exponent)
    for (int digit = 1; digit <= 9; ++digit) {
      const double value = digit * std::pow(10, exponent);
      const bool has_text = digits.find(static_cast<char>('0' + digit)) != std::string::npos;
      add(value, has_text);
      if (both_sides) add(-value, has_text);
    }
  if (both_sides) add(0, true);
  std::ranges::sort(ticks, {}, &Tick::value);
  return ticks;
}

std::vector<Tick> Scale::decades(int wanted) const {
  const bool both_sides = kind_ == ScaleKind::asinh;
  const int first = both_sides ? 1 : static_cast<int>(std::ceil(low_ - 1e-9));
  const int last = static_cast<int>(std::floor(std::max(high_, both_sides ? -low_ : high_) + 1e-9));
  const int every = std::max(1, static_cast<int>(std::ceil((high_ - low_) / wanted)));
  const int minor_digits = every == 1 ? 9 : 1;
  std::vector<Tick> ticks;
  const auto add = [&](Tick tick) {
    if (const double at = bent(tick.value); low_ <= at && at <= high_) ticks.push_back(std::move(tick));
  };
  if (both_sides) add({0, "0"});
  for (const bool negative : {false, true}) {
    if (negative && !both_sides) break;
    for (int exponent = first - 1; exponent <= last; ++exponent) {
      Tick tick = power_of_ten(exponent, negative);
      const double power = tick.value;
      if (both_sides && exponent == 0) tick.text = {};  // too close to 0
      if (exponent >= first && (exponent - first) % every != 0) tick.text = {};
      add(std::move(tick));
      for (int digit = 2; digit <= minor_digits; ++digit) add({digit * power, {}});
    }
  }
  std::ranges::sort(ticks, {}, &Tick::value);
  return ticks;
}

}  // namespace regretta
