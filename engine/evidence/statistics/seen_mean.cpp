#include "regretta/engine/evidence/statistics/seen_mean.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/student.hpp"

namespace regretta {

double chance_equal(std::int64_t values) {
  return std::ldexp(1.0, static_cast<int>(-std::min<std::int64_t>(values, 1000)));
}

MeanMoments moments_of(std::span<const double> values) {
  MeanMoments moments;
  double origin = not_a_number, sum = 0;  // relative to the first value: equal values have exactly that mean
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
                      .of_two = true};
  const double parts = (a.variance * a.variance / a.degrees) + (b.variance * b.variance / b.degrees);
  moments.degrees = parts > 0 ? moments.variance * moments.variance / parts : a.degrees + b.degrees;
  for (std::int64_t k = 1; k <= b.values && moments.chance_equal > 0; ++k)
    moments.chance_equal *= static_cast<double>(k) / static_cast<double>(a.values + k);
  return moments;
}

SeenMean::SeenMean(const MeanMoments& moments, const Interval& reach)
    : moments_(moments), reach_(reach), se_(std::sqrt(moments.variance)) {
  reach_.low = std::min(reach_.low, moments_.mean);  // rounding may take the mean out of it
  reach_.high = std::max(reach_.high, moments_.mean);
  // At most 1 in absolute value, by its definition from n values.
  if (se_ > 0) skewness_ = std::clamp(moments_.third / moments_.variance / se_, -1.0, 1.0);
}

SeenMean::Transformed SeenMean::transformed(double mean) const {
  constexpr double most = 1e100;  // of the cube
  const double t = std::clamp((moments_.mean - mean) / se_, -most, most), at = skewness_ * t;
  const double g = t * (1 + at / 3 * (1 + at / 9)) + skewness_ / 6;
  return moments_.of_two ? Transformed{std::min(g, t), std::max(g, t)} : Transformed{g, g};
}

Interval SeenMean::interval(double alpha) const {
  if (!(se_ >= 0)) return reach_;
  if (se_ == 0) return 2 * moments_.chance_equal <= alpha ? Interval{moments_.mean, moments_.mean} : reach_;
  const double quantile = student_beyond(alpha / 2, moments_.degrees);
  const auto inverse = [this](double q) {  // of g
    const double x = q - skewness_ / 6, c = std::cbrt(1 + skewness_ * x);
    return 3 * x / (c * c + c + 1);
  };
  double below = inverse(quantile), above = -inverse(-quantile);
  if (moments_.of_two) below = std::max(below, quantile), above = std::max(above, quantile);
  return {std::max(reach_.low, moments_.mean - below * se_), std::min(reach_.high, moments_.mean + above * se_)};
}

double SeenMean::p_value(double mean) const {
  return std::min(1.0, 2 * std::min(p_value_at_most(mean), p_value_at_least(mean)));
}

double SeenMean::p_value_at_most(double mean) const {
  if (mean < reach_.low) return 0;
  if (!(se_ >= 0) || mean > reach_.high) return 1;
  if (se_ == 0) return moments_.mean > mean ? moments_.chance_equal : 1;
  return student_cdf(-transformed(mean).least, moments_.degrees);
}

double SeenMean::p_value_at_least(double mean) const {
  if (mean > reach_.high) return 0;
  if (!(se_ >= 0) || mean < reach_.low) return 1;
  if (se_ == 0) return moments_.mean < mean ? moments_.chance_equal : 1;
  return student_cdf(transformed(mean).most, moments_.degrees);
}

}  // namespace regretta
