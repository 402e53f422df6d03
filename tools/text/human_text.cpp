#include "regretta/tools/text/human_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "regretta/tools/text/parsed_number.hpp"

namespace regretta {
namespace {

/// Whether x may be only the rounding error of a sum over rounds, as in the regret of the optimum. Numbers below 1e-18
/// are no such errors: terms near 1 have larger ones.
bool is_rounding_of_sum(double x) { return std::abs(x) < 1e-9 && std::abs(x) > 1e-18; }

/// The decimal place of the `digits`-th significant digit of x: 2 = hundredths, -3 = thousands.
int last_place(double x, int digits) {
  if (x == 0 || !std::isfinite(x)) return 0;
  const auto scientific = fmt::format("{:.{}e}", std::abs(x), digits - 1);  // rounds first: 9.96 is 1.0e1
  return digits - 1 - std::stoi(scientific.substr(scientific.find('e') + 1));
}

/// `x` rounded to a decimal place; digits left of the point become zeros. From the 18th decimal on, numbers are
/// written with an exponent.
std::string at_place(double x, int place) {
  constexpr int most_places = 17;
  if (place > most_places) {
    const int digits = place - last_place(x, 1) + 1;
    return x == 0 || digits < 1 ? "0" : fmt::format("{:.{}e}", x, digits - 1);
  }
  if (place >= 0) return fmt::format("{:.{}f}", x, place);
  const double unit = std::pow(10.0, -place);
  const double value = std::nearbyint(x / unit) * unit;
  return fmt::format("{:.0f}", value == 0 ? 0.0 : value);
}

constexpr int most_digits_of_mean = 7;

/// The number in a text written by at_place or rounded.
double number_in(const std::string& text) { return parsed_number<double>(text).value(); }

/// The mean rounded to seven digits, if more are known, and the largest distance from there to an end of the interval.
IntervalText with_seven_digits(double mean, const Interval& interval) {
  IntervalText parts{.mean = rounded(mean, most_digits_of_mean), .half_width = ""};
  const double centre = number_in(parts.mean);
  const double half = std::max(interval.high - centre, centre - interval.low);
  const int place = last_place(half, 2);
  const double unit = std::pow(10.0, -place), reach = std::ceil(half / unit) * unit;
  parts.half_width = half < 1e-3 ? fmt::format("{:.1e}", reach) : at_place(reach, place);
  const std::size_t zero = parts.half_width.find("e-0");  // 1.5e-6, not 1.5e-06
  if (zero != std::string::npos) parts.half_width.erase(zero + 2, 1);
  return parts;
}

}  // namespace

std::string grouped(std::int64_t n) {
  std::string text = fmt::format("{}", n);
  const std::ptrdiff_t first = n < 0 ? 1 : 0;
  for (auto place = std::ssize(text) - 3; place > first; place -= 3)
    text.insert(static_cast<std::size_t>(place), 1, ',');
  return text;
}

std::string grouped_text(const std::string& text) {
  const auto number = parsed_number<std::int64_t>(text);
  return number ? grouped(*number) : text;
}

std::string counted(std::int64_t n, const std::string& noun) {
  return fmt::format("{} {}{}", grouped(n), noun, n == 1 ? "" : "s");
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  if (seconds < 10) return fmt::format("{:.2g} s", seconds);
  const auto s = static_cast<std::int64_t>(seconds + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
  return fmt::format("{} d {} h", s / 86400, s % 86400 / 3600);
}

std::string rate_text(double rounds_per_second) {
  if (rounds_per_second >= 1e6) return fmt::format("{} million rounds/s", rounded(rounds_per_second / 1e6, 3));
  return fmt::format("{} rounds/s", grouped(static_cast<std::int64_t>(rounds_per_second)));
}

std::string size_text(double bytes) {
  if (bytes < 1e6) return fmt::format("{} kB", rounded(std::max(1.0, bytes / 1e3), 2));
  if (bytes < 1e9) return fmt::format("{} MB", rounded(bytes / 1e6, 2));
  return fmt::format("{} GB", rounded(bytes / 1e9, 2));
}

double with_digits(double x, int digits) {
  if (!std::isfinite(x) || x == 0) return x;
  std::array<char, 64> text{};
  const char* end = fmt::format_to(text.data(), "{:.{}e}", x, digits - 1);
  double value = x;
  std::from_chars(text.data(), end, value);
  return value;
}

std::string rounded(double x, int digits) {
  if (std::isnan(x)) return "-";
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return std::abs(x) < 1e15 ? at_place(x, last_place(x, digits)) : fmt::format("{:.{}e}", x, digits - 1);
}

IntervalText interval_parts(double mean, const Interval& interval) {
  if (std::isnan(mean)) return {"-", ""};
  const double below = mean - interval.low, above = interval.high - mean;
  if (std::isnan(below) || std::isnan(above)) return {rounded(mean, 4), ""};
  if (is_rounding_of_sum(std::max({std::abs(mean), below, above}))) return {"0", "0"};
  const double narrow = std::min(below, above), wide = std::max(below, above);
  const double rounding = 1e-12 * std::abs(mean);
  if (wide <= rounding) return {rounded(mean, 6), "0"};
  const int last = mean == 0 ? std::numeric_limits<int>::max() : last_place(mean, most_digits_of_mean);
  if (last_place(wide, 1) > last) return with_seven_digits(mean, interval);
  const double hidden = std::max(rounding, 0.05 * std::pow(10.0, -last));  // far below the last digit of the mean
  IntervalText parts;
  for (int digits = 2; digits <= 6; ++digits) {
    const int place = std::min(last, last_place(narrow > hidden ? narrow : wide, digits));
    parts.mean = at_place(mean, place);
    if (parts.mean.starts_with('-') && parts.mean.find_first_of("123456789") == std::string::npos)
      parts.mean.erase(0, 1);
    const auto text = [&](double half) { return half <= hidden ? "0" : at_place(half, last_place(half, digits)); };
    const std::string less = text(below), more = text(above);
    parts.half_width = less == more ? less : fmt::format("+{} -{}", more, less);
    const double centre = number_in(parts.mean);
    const Interval printed = {centre - number_in(less), centre + number_in(more)};
    if (printed.has(0) == interval.has(0) || interval.low == 0 || interval.high == 0) break;
  }
  return parts;
}

std::string exactly(double mean) { return (std::abs(mean) < 1e-9 ? "0" : rounded(mean, 6)) + " exact"; }

std::string interval_text(double mean, const Interval& interval) {
  const IntervalText parts = interval_parts(mean, interval);
  return parts.mean + (parts.half_width.empty() ? "" : spread_text(parts.half_width, " ± "));
}

std::string spread_text(const std::string& half_width, const std::string& separator) {
  return (half_width.starts_with('+') ? " " : separator) + half_width;
}

std::string percent_text(double share) { return rounded(100 * share, 3); }

}  // namespace regretta
