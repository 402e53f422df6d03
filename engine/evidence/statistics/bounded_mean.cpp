#include "regretta/engine/evidence/statistics/bounded_mean.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "regretta/engine/evidence/statistics/boost_math.hpp"
#include "regretta/engine/evidence/statistics/exponential_sum.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// The probability that the mean of `worst` and the values, weighted by Dirichlet(1, ..., 1), is at least `mean`.
double chance_above(const std::vector<double>& values, double worst, double mean, std::vector<double>& scratch) {
  scratch.clear();
  for (const double x : values) scratch.push_back(x - mean);
  scratch.push_back(worst - mean);
  return exponential_sum_above_zero(scratch);
}

/// The mean that the weighted mean exceeds with probability `tail`; worst >= every value.
double upper_end(const std::vector<double>& values, double worst, double tail) {
  if (!std::isfinite(worst)) return infinity;
  double low = values.empty() ? worst : values.front();  // exceeded with probability 1
  double high = worst;                                   // exceeded with probability 0
  if (!(low < high)) return high;
  std::vector<double> scratch;
  const double certain = -log(tail);
  constexpr double never = -1e3;  // in place of the logarithm of 0
  const auto excess = [&](double mean) {
    const double chance = chance_above(values, worst, mean, scratch);
    return certain + (chance >= std::numeric_limits<double>::min() ? log(chance) : never);  // no subnormal has one
  };
  const double enough = 1e-9 * (high - low);
  std::uintmax_t steps = 200;
  return boost::math::tools::toms748_solve(
             excess, low, high, certain, certain + never,
             [enough](double from, double to) { return to - from <= enough; }, steps)
      .second;
}

std::vector<double> negated(std::vector<double> values) {
  for (double& x : values) x = -x;
  std::ranges::reverse(values);
  return values;
}

}  // namespace

BoundedMean::BoundedMean(std::vector<double> values, const Interval& range)
    : values_(std::move(values)), range_(range), mean_(summarise(values_).mean) {
  if (values_.empty()) return;
  std::ranges::sort(values_);
  range_.low = std::min(range_.low, values_.front());
  range_.high = std::max(range_.high, values_.back());
}

Interval BoundedMean::interval(double level) const {
  const double tail = (1 - level) / 2;
  return {.low = -upper_end(negated(values_), -range_.low, tail), .high = upper_end(values_, range_.high, tail)};
}

double BoundedMean::p_value(double mean) const {
  return std::min(1.0, 2 * std::min(p_value_at_most(mean), p_value_at_least(mean)));
}

double BoundedMean::p_value_at_most(double mean) const {
  if (values_.empty() || !std::isfinite(range_.low)) return 1;
  std::vector<double> scratch;
  return chance_above(negated(values_), -range_.low, -mean, scratch);
}

double BoundedMean::p_value_at_least(double mean) const {
  if (values_.empty() || !std::isfinite(range_.high)) return 1;
  std::vector<double> scratch;
  return chance_above(values_, range_.high, mean, scratch);
}

}  // namespace regretta
