#pragma once
/// Numbers as text for people.

#include <cstdint>
#include <string>

#include "regretta/engine/evidence/statistics/distributions.hpp"

namespace regretta {

std::string grouped(std::int64_t n);  ///< 1,234,567
/// "20,000" for "20000"; other text than an integer is returned unchanged.
std::string grouped_text(const std::string& text);
std::string duration_text(double seconds);        ///< "0.42 s", "12 s", "3 min 05 s", "2 h 10 min", "4 d 3 h"
std::string rate_text(double rounds_per_second);  ///< "61 million rounds/s"
std::string size_text(double bytes);              ///< "3.4 MB"

/// "1 trial", "12 trials"
std::string counted(std::int64_t n, const std::string& noun);

std::string percent_text(double share);  ///< 0.0735 as "7.35"

/// `x` rounded to `digits` significant digits, for data that is drawn or printed with fewer.
double with_digits(double x, int digits);

/// `x` with `digits` significant digits, never in scientific notation below 1e15.
std::string rounded(double x, int digits);

/// The note on a line whose error rate may be exceeded (Evidence::is_few).
inline constexpr const char* few_trials = "so few trials that an error may be likelier than the table says";

/// A mean and the distances to the ends of its interval. Distances have two significant digits; the mean ends at the
/// last decimal place of the smaller distance, and has at most seven digits. NaN is "-". More digits are printed if the
/// rounded and the exact interval would disagree on whether they contain 0.
struct IntervalText {
  std::string mean;
  std::string half_width;  ///< "0.28", "1.5e-6", or "+4.1 -0.28" if the distances differ; "" if an end is NaN
};
IntervalText interval_parts(double mean, const Interval& interval);

/// A mean that cannot vary: "189.371 exact".
std::string exactly(double mean);

/// A mean with its interval: "189.37 ± 0.28", "189.37 +4.1 -0.28".
std::string interval_text(double mean, const Interval& interval);

/// The text after the mean: `separator` and the half-width, or a blank and two different distances.
std::string spread_text(const std::string& half_width, const std::string& separator);

}  // namespace regretta
