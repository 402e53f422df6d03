#include "regretta/engine/evidence/statistics/change.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"

namespace regretta {
namespace {

double least_detectable(double se, double degrees, double alpha) {
  if (!(se > 0)) return not_a_number;
  return (student_beyond(alpha / 2, degrees) + student_beyond(0.2, degrees)) * se;
}

struct OldAndNew {
  std::vector<double> before{}, now{};
  bool paired = false;
};

/// Of new - factor * old.
MeanMoments contrast(const OldAndNew& values, double factor) {
  std::vector<double> scaled;
  for (const double x : values.before) scaled.push_back(factor * x);
  return values.paired ? moments_of_differences(differences_of(values.now, scaled))
                       : difference_of(moments_of(values.now), moments_of(scaled));
}

void test_margin(const OldAndNew& values, double margin, Change& change) {
  if (change.same_values) {
    change.p_within = 0;
    return;
  }
  if (values.before.size() < 2 || values.now.size() < 2) return;
  const auto seen = [&](double factor) { return SeenMean(contrast(values, factor)); };
  SeenMean upper = seen(1 + margin), lower = seen(1 - margin);
  if (change.old_mean < 0) std::swap(upper, lower);
  change.p_within = std::max(upper.p_value_at_least(0), lower.p_value_at_most(0));
  change.p_beyond = std::min(1.0, 2 * std::min(upper.p_value_at_most(0), lower.p_value_at_least(0)));
}

/// All but whether the values are the same.
void compare(const OldAndNew& values, const ChangeTest& test, Change& change) {
  const MeanMoments moments = contrast(values, 1);
  change.paired = values.paired;
  change.old_trials = std::ssize(values.before);
  change.new_trials = std::ssize(values.now);
  change.old_mean = moments_of(values.before).mean;
  change.new_mean = moments_of(values.now).mean;
  change.difference = evidence_of(moments, {-infinity, infinity}, test.family);
  change.least_detectable = least_detectable(change.difference.se, moments.degrees, test.family.each());
  if (test.margin) test_margin(values, *test.margin, change);
}

std::vector<double> numbers(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  return values;
}

bool all_equal(const std::vector<double>& values, double x) {
  return std::ranges::all_of(values, [x](double y) { return y == x; });
}

}  // namespace

Change paired_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                     const ChangeTest& test) {
  OldAndNew values{.paired = true};
  for (std::size_t k = 0; k < std::min(old_values.size(), new_values.size()); ++k) {
    if (std::isnan(old_values[k]) || std::isnan(new_values[k])) continue;
    values.before.push_back(old_values[k]);
    values.now.push_back(new_values[k]);
  }
  Change change{.same_values = !values.now.empty() && values.before == values.now};
  compare(values, test, change);
  return change;
}

Change independent_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                          const ChangeTest& test) {
  const OldAndNew values{numbers(old_values), numbers(new_values)};
  const std::vector<double>&before = values.before, &now = values.now;
  Change change{.same_values =
                    !before.empty() && !now.empty() && all_equal(before, now.front()) && all_equal(now, now.front())};
  compare(values, test, change);
  return change;
}

}  // namespace regretta
