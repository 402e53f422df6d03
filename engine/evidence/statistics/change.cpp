#include "regretta/engine/evidence/statistics/change.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "regretta/engine/evidence/statistics/bootstrap_tail.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/statistics/permutation.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {
namespace {

double least_detectable(double se, double degrees, double level) {
  if (!(se > 0)) return Change::nan;
  return (student_two_sided(1 - level, degrees) + student_two_sided(0.6, degrees)) * se;
}

/// Those whose mean is new - factor * old.
Samples contrast(const std::vector<double>& old_values, const std::vector<double>& new_values, double factor,
                 bool paired) {
  std::vector<double> scaled;
  for (const double x : old_values) scaled.push_back(factor * x);
  if (!paired) return {new_values, std::move(scaled)};
  for (std::size_t k = 0; k < scaled.size(); ++k) scaled[k] = new_values[k] - scaled[k];
  return scaled;
}

void test_margin(std::vector<double> old_values, std::vector<double> new_values, const ChangeTest& test,
                 Change& change) {
  if (change.same_values) {
    change.p_within = 0;
    return;
  }
  if (old_values.size() < 2 || new_values.size() < 2) return;
  if (change.old_mean < 0) {
    for (double& x : old_values) x = -x;
    for (double& x : new_values) x = -x;
  }
  const int replicates = replicates_for((1 - test.level) / 2);
  const auto p_values = [&](double factor) {
    const Samples samples = contrast(old_values, new_values, factor, change.paired);
    const BootstrapMean mean = samples.mean(replicates);
    const auto p_value = [&](Hypothesis hypothesis) {
      return resolved_p_value(mean, samples, replicates, test.least_p, hypothesis);
    };
    return std::array{p_value(Hypothesis::at_least_zero), p_value(Hypothesis::at_most_zero)};
  };
  const auto [above_upper, below_upper] = p_values(1 + *test.margin);
  const auto [above_lower, below_lower] = p_values(1 - *test.margin);
  change.p_within = std::max(above_upper, below_lower);
  change.p_beyond = std::min(1.0, 2 * std::min(below_upper, above_lower));
}

std::vector<double> numbers(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  return values;
}

/// The level at which to compute a bootstrap interval for two samples, the smaller one of `fewest` values, so that it
/// has coverage `level`. Bootstrap-t is calibrated for 64 values; with 16 log-normal ones it missed in 7.5% at a
/// nominal 5%.
double cautious_level(double level, std::size_t fewest) {
  return 1 - (1 - level) * std::cbrt(std::min(1.0, static_cast<double>(fewest) / 64));
}

bool all_equal(const std::vector<double>& values, double x) {
  return std::ranges::all_of(values, [x](double y) { return y == x; });
}

}  // namespace

Change paired_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                     const ChangeTest& test) {
  std::vector<double> before, now;
  for (std::size_t k = 0; k < std::min(old_values.size(), new_values.size()); ++k) {
    if (std::isnan(old_values[k]) || std::isnan(new_values[k])) continue;
    before.push_back(old_values[k]);
    now.push_back(new_values[k]);
  }
  const PairedDifference pairs = paired_difference(now, before, {.level = test.level, .least_p = test.least_p});
  Change change{.paired = true, .same_values = !now.empty() && before == now, .interval = pairs.seen};
  change.old_trials = change.new_trials = pairs.pairs;
  change.old_mean = summarise(before).mean;
  change.new_mean = summarise(now).mean;
  change.difference = pairs.mean;
  change.p_value = pairs.p_value;
  change.least_detectable =
      least_detectable(pairs.se, static_cast<double>(pairs.pairs - 1), resampled_rate(test.least_p));
  if (test.margin) test_margin(std::move(before), std::move(now), test, change);
  return change;
}

Change independent_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                          const ChangeTest& test) {
  std::vector<double> before = numbers(old_values), now = numbers(new_values);
  const bool one_value =
      !before.empty() && !now.empty() && all_equal(before, now.front()) && all_equal(now, now.front());
  Change change{.same_values = one_value};
  change.old_trials = std::ssize(before);
  change.new_trials = std::ssize(now);
  change.old_mean = summarise(before).mean;
  change.new_mean = summarise(now).mean;
  const double tail = (1 - test.level) / 2;
  const BootstrapMean difference = BootstrapMean::difference(now, before, replicates_for(tail));
  change.difference = difference.mean();
  change.interval = difference.interval(cautious_level(test.level, std::min(before.size(), now.size())));
  change.p_value = resolved_permutation_p_value(now, before, replicates_for(tail), test.least_p);
  change.least_detectable = least_detectable(difference.se(), difference.degrees(), test.least_p);
  if (test.margin) test_margin(std::move(before), std::move(now), test, change);
  return change;
}

}  // namespace regretta
