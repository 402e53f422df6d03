#include "regretta/engine/evidence/statistics/mean_interval.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "regretta/engine/evidence/statistics/bounded_mean.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

constexpr Interval unknown = {not_a_number, not_a_number};

bool is_known(const Interval& reach) { return std::isfinite(reach.low) && std::isfinite(reach.high); }

double normal_cdf(double z) { return std::erfc(-z / std::sqrt(2)) / 2; }

/// The probability that the mean of `worst` and n values, weighted by Dirichlet(1, ..., 1), is at least `end` >= mean:
/// that the sum of a normal and an exponential variable, the weight of `worst`, is.
double chance_above(double mean, double se, double n, double worst, double end) {
  const double scale = (worst - end) / n, z = (mean - end) / se, a = z + se / scale;
  if (!(scale > 0)) return 0;
  if (se == 0) return std::exp((mean - end) / scale);
  constexpr double far = 20, density = 0.3989422804014327;  // from there on, Mills's ratio is 1 / a
  return normal_cdf(z) +
         (a > far ? density * std::exp(-z * z / 2) / a : std::exp((a * a - z * z) / 2) * normal_cdf(-a));
}

/// The end that is exceeded with probability `tail`.
double upper_end(double mean, double se, double n, double worst, double tail) {
  double low = mean, high = std::max(mean, worst);
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2)
    (chance_above(mean, se, n, worst, middle) > tail ? low : high) = middle;
  return high;
}

}  // namespace

Interval mean_interval(std::vector<double> values, const Interval& reach, double level) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  if (values.size() < 2 || !is_known(reach)) return unknown;
  if (std::ssize(values) > most_exact_values) return mean_interval(moments_of(values), reach, level);
  return BoundedMean(std::move(values), reach).interval(level);
}

Interval mean_interval_or_infinite(std::vector<double> values, const Interval& reach, double level) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  if (values.size() < 2) return {-infinity, infinity};
  if (std::ssize(values) <= most_exact_values) return BoundedMean(std::move(values), reach).interval(level);
  return mean_interval_or_infinite(moments_of(values), reach, level);
}

Interval mean_interval_or_infinite(const MeanMoments& moments, const Interval& reach, double level) {
  const Interval interval = mean_interval(moments, reach, level);
  return std::isnan(interval.low) ? Interval{-infinity, infinity} : interval;
}

Interval mean_interval(const MeanMoments& moments, const Interval& reach, double level) {
  if (moments.values < 2 || !is_known(reach)) return unknown;
  const double tail = (1 - level) / 2, se = std::sqrt(moments.variance);
  const auto n = static_cast<double>(moments.values);
  return {.low = -upper_end(-moments.mean, se, n, -reach.low, tail),
          .high = upper_end(moments.mean, se, n, reach.high, tail)};
}

double mean_p_value(const std::vector<double>& values, const Interval& reach) {
  if (values.size() < 2) return 1;
  if (std::ssize(values) <= most_exact_values) return BoundedMean(values, reach).p_value(0);
  return mean_p_value(moments_of(values), reach);
}

double mean_p_value(const MeanMoments& moments, const Interval& reach) {
  if (!is_known(reach)) return 1;
  const double sign = moments.mean < 0 ? 1 : -1;  // so that 0 is above
  const double worst = moments.mean < 0 ? reach.high : -reach.low;
  return std::min(1.0, 2 * chance_above(sign * moments.mean, std::sqrt(moments.variance),
                                        static_cast<double>(moments.values), worst, 0));
}

}  // namespace regretta
