#include "regretta/engine/evidence/statistics/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/distributions.hpp"

namespace regretta {

double chance_equal(std::int64_t values) {
  return std::ldexp(1.0, static_cast<int>(-std::min<std::int64_t>(values, 1000)));
}

MeanMoments moments_of(std::span<const double> values) {
  MeanMoments moments;
  double origin = not_a_number, sum = 0;  // sum of x - first value, so that equal values have exactly that mean
  for (const double x : values) {
    if (std::isnan(x)) continue;
    if (moments.values++ == 0) origin = x;
    sum += x - origin;
  }
  if (moments.values == 0) return moments;
  const auto n = static_cast<double>(moments.values);
  moments.mean = origin + sum / n;
  if (moments.values < 2) return moments;
  double squares = 0, cubes = 0;
  for (const double x : values) {
    if (std::isnan(x)) continue;
    const double d = x - moments.mean;
    squares += d * d;
    cubes += d * d * d;
  }
  moments.variance = squares / (n - 1) / n;
  if (n > 2) moments.third = cubes / (n - 1) / (n - 2) / n;
  moments.degrees = n - 1;
  moments.chance_equal = chance_equal(moments.values);
  return moments;
}

MeanMoments difference_of(const MeanMoments& a, const MeanMoments& b) {
  MeanMoments moments{.values = std::min(a.values, b.values),
                      .mean = a.mean - b.mean,
                      .variance = a.variance + b.variance,
                      .third = a.third - b.third,
                      .is_difference = true};
  const double parts = (a.variance * a.variance / a.degrees) + (b.variance * b.variance / b.degrees);
  moments.degrees = parts > 0 ? moments.variance * moments.variance / parts : a.degrees + b.degrees;
  for (std::int64_t k = 1; k <= b.values && moments.chance_equal > 0; ++k)
    moments.chance_equal *= static_cast<double>(k) / static_cast<double>(a.values + k);
  return moments;
}

MeanInference::MeanInference(const MeanMoments& moments, const Interval& reach)
    : moments_(moments), reach_(reach), se_(std::sqrt(moments.variance)) {
  reach_.low = std::min(reach_.low, moments_.mean);  // rounding may have put the mean outside the reach
  reach_.high = std::max(reach_.high, moments_.mean);
  // The skewness of the mean of n values cannot exceed 1 in absolute value, except by rounding.
  if (se_ > 0) skewness_ = std::clamp(moments_.third / moments_.variance / se_, -1.0, 1.0);
}

MeanInference::Transformed MeanInference::transformed(double mean) const {
  constexpr double most = 1e100;  // the largest |T|, whose cube is still finite
  const double t = std::clamp((moments_.mean - mean) / se_, -most, most), skewed = skewness_ * t;
  const double g = t * (1 + skewed / 3 * (1 + skewed / 9)) + skewness_ / 6;
  return moments_.is_difference ? Transformed{std::min(g, t), std::max(g, t)} : Transformed{g, g};
}

Interval MeanInference::interval(double alpha) const {
  if (!(se_ >= 0)) return reach_;
  if (se_ == 0) return 2 * moments_.chance_equal <= alpha ? Interval{moments_.mean, moments_.mean} : reach_;
  const double quantile = student_beyond(alpha / 2, moments_.degrees);
  const auto inverse_of_g = [this](double q) {
    const double x = q - skewness_ / 6, c = std::cbrt(1 + skewness_ * x);
    return 3 * x / (c * c + c + 1);
  };
  double below = inverse_of_g(quantile), above = -inverse_of_g(-quantile);
  if (moments_.is_difference) below = std::max(below, quantile), above = std::max(above, quantile);
  return {std::max(reach_.low, moments_.mean - below * se_), std::min(reach_.high, moments_.mean + above * se_)};
}

double MeanInference::p_value(double mean) const {
  if (mean < reach_.low || mean > reach_.high) return 0;
  if (!(se_ >= 0)) return 1;
  if (se_ == 0) return moments_.mean == mean ? 1 : std::min(1.0, 2 * moments_.chance_equal);
  const auto [least, most] = transformed(mean);
  return std::min(1.0, 2 * std::min(student_cdf(-least, moments_.degrees), student_cdf(most, moments_.degrees)));
}

namespace {

/// Sets an end of the reach that differs from 0 by rounding only to 0. Otherwise the reach alone could exclude 0.
Interval without_rounding(const Interval& reach) {
  const auto exact = [size = reach.high - reach.low](double x) { return std::abs(x) <= 1e-9 * size ? 0 : x; };
  return std::isfinite(reach.low) && std::isfinite(reach.high) ? Interval{exact(reach.low), exact(reach.high)} : reach;
}

/// Makes an interval exclude 0 if and only if the test does: near significance, rounding could let the two disagree.
Interval agreeing_with_test(Interval interval, bool excludes_zero, double mean) {
  if (!excludes_zero) return {std::min(interval.low, 0.0), std::max(interval.high, 0.0)};
  if (interval.has(0)) (mean < 0 ? interval.high : interval.low) = 1e-9 * mean;
  return interval;
}

}  // namespace

Evidence evidence_of(const MeanMoments& moments, const Interval& possible, const Family& family) {
  const Interval reach = without_rounding(possible);
  Evidence evidence{.values = moments.values, .mean = moments.mean, .se = std::sqrt(moments.variance)};
  evidence.is_exact = evidence.values > 0 && reach.low == reach.high;
  evidence.is_few = !evidence.is_exact && are_few(evidence.values, family.per_line());
  const MeanInference inference(moments, reach);
  if (evidence.is_exact)
    evidence.unadjusted_p = evidence.mean == 0 ? 1 : 0;
  else if (evidence.values > 1)
    evidence.unadjusted_p = inference.p_value(0);
  evidence.p = std::min(1.0, std::max(1.0, family.lines) * evidence.unadjusted_p);
  evidence.is_shown = evidence.p <= family.alpha;
  evidence.interval = evidence.is_exact ? Interval{evidence.mean, evidence.mean}
                      : evidence.values > 1
                          ? agreeing_with_test(inference.interval(family.per_line()), evidence.is_shown, evidence.mean)
                          : agreeing_with_test(reach, false, evidence.mean);
  return evidence;
}

Evidence evidence_of(std::span<const double> values, const Interval& reach, const Family& family) {
  return evidence_of(moments_of(values), reach, family);
}

std::vector<double> holm_adjusted(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return p_values[k]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto remaining = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, remaining * p_values[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

double trials_to_show(const Evidence& difference, double alpha) {
  const double p = std::max(difference.unadjusted_p, 1e-300);  // keeps the quantile finite
  if (p >= 1) return infinity;
  const double times = normal_beyond(alpha / 2) / normal_beyond(p / 2);  // growth of the z-value
  return std::ceil(static_cast<double>(difference.values) * std::max(1.0, times * times));
}

std::vector<double> differences_of(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size())
    throw std::invalid_argument(
        fmt::format("paired values: {} and {} of them, expected the same number on both sides", a.size(), b.size()));
  std::vector<double> differences;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double difference = a[k] - b[k];
    if (std::isnan(difference)) continue;
    // Values are sums over rounds, with relative rounding errors below 1e-9; sums near 0 count as 1e-3.
    const bool is_rounding = std::abs(difference) <= 1e-9 * std::max({std::abs(a[k]), std::abs(b[k]), 1e-3});
    differences.push_back(is_rounding ? 0 : difference);
  }
  return differences;
}

MeanMoments moments_of_differences(const std::vector<double>& differences) {
  MeanMoments moments = moments_of(differences);
  moments.is_difference = true;
  return moments;
}

PairedDifference paired_difference(const std::vector<double>& a, const std::vector<double>& b, const Interval& reach,
                                   const Family& family) {
  const std::vector<double> differences = differences_of(a, b);
  PairedDifference result;
  result.wins = std::ranges::count_if(differences, [](double x) { return x < 0; });
  result.ties = std::ranges::count(differences, 0.0);
  static_cast<Evidence&>(result) = evidence_of(moments_of_differences(differences), reach, family);
  const auto n = static_cast<double>(result.values);
  result.better = (static_cast<double>(result.wins) + 0.5 * static_cast<double>(result.ties)) / n;

  std::vector<double> paired_a, paired_b;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (std::isnan(a[k] - b[k])) continue;
    paired_a.push_back(a[k]);
    paired_b.push_back(b[k]);
  }
  result.variance_factor = (moments_of(paired_a).variance + moments_of(paired_b).variance) / (result.se * result.se);
  return result;
}

}  // namespace regretta
