#include "regretta/engine/evidence/statistics/change.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/mean_interval.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"

namespace regretta {
namespace {

double least_detectable(double se, double degrees, double alpha) {
  if (!(se > 0)) return not_a_number;
  return (student_beyond(alpha / 2, degrees) + student_beyond(0.2, degrees)) * se;
}

/// Old and new values, and what either can be.
struct OldAndNew {
  std::vector<double> before{}, now{};
  Interval old_reach{}, new_reach{};
  bool paired = false;

  /// With the signs of all values reversed.
  OldAndNew reversed() const {
    OldAndNew other = *this;
    for (std::vector<double>* values : {&other.before, &other.now})
      for (double& x : *values) x = -x;
    for (Interval* reach : {&other.old_reach, &other.new_reach}) *reach = {-reach->high, -reach->low};
    return other;
  }
};

/// Means of `count` parts of the values, of equal size, in order; what is left over is not used.
std::vector<double> means_of_parts(const std::vector<double>& values, std::size_t count) {
  const std::size_t each = values.size() / count;
  std::vector<double> means;
  for (std::size_t k = 0; k < count; ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < each; ++j) sum += values[k * each + j];
    means.push_back(sum / static_cast<double>(each));
  }
  return means;
}

/// p-values of the hypotheses that an expectation is 0 at least, and 0 at most, from what was seen and outright.
struct Sides {
  double below = 1, above = 1, outright_below = 1, outright_above = 1;
};

/// About the mean of new - factor * old.
class Contrast {
 public:
  Contrast(const OldAndNew& values, double factor) : reach_(values.new_reach) {
    std::vector<double> scaled;
    for (const double x : values.before) scaled.push_back(factor * x);
    const double low = factor * values.old_reach.low, high = factor * values.old_reach.high;
    if (factor != 0) reach_ = reach_of_difference(values.new_reach, {std::min(low, high), std::max(low, high)});
    if (values.paired) {
      pairs_ = differences_of(values.now, scaled);
      moments_ = moments_of(pairs_);
      return;
    }
    moments_ = difference_of(moments_of(values.now), moments_of(scaled));
    const std::size_t count = std::min(values.now.size(), scaled.size());
    if (count > 0) pairs_ = differences_of(means_of_parts(values.now, count), means_of_parts(scaled, count));
  }

  const MeanMoments& moments() const { return moments_; }
  Evidence evidence(const Family& family) const { return evidence_of(moments_, pairs_, reach_, family); }
  Sides sides(double alpha) const {
    MeanMoments moments = moments_;
    moments.of_two = true;  // paired, too: at the margin the skewness of old and new cancels
    const SeenMean mean(moments, reach_);
    Sides sides{.below = mean.p_value_at_least(0), .above = mean.p_value_at_most(0)};
    if (std::min(sides.below, sides.above) > alpha) return sides;
    const double outright = mean_p_value(pairs_, reach_) / 2;
    if (sides.below < sides.above)
      sides.outright_below = std::max(sides.below, outright);
    else
      sides.outright_above = std::max(sides.above, outright);
    return sides;
  }

 private:
  MeanMoments moments_;
  std::vector<double> pairs_;  ///< independent differences with the same expectation
  Interval reach_;             ///< of a pair
};

void test_margin(const OldAndNew& values, const ChangeTest& test, Change& change) {
  if (change.same_values) {
    change.p_within = change.outright_within = 0;
    return;
  }
  if (values.before.size() < 2 || values.now.size() < 2) return;
  const OldAndNew upright = change.old_mean < 0 ? values.reversed() : values;
  const Sides upper = Contrast(upright, 1 + *test.margin).sides(test.family.alpha);
  const Sides lower = Contrast(upright, 1 - *test.margin).sides(test.family.alpha);
  change.p_within = std::max(upper.below, lower.above);
  change.p_beyond = std::min(1.0, 2 * std::min(upper.above, lower.below));
  change.outright_within = std::max(upper.outright_below, lower.outright_above);
  change.outright_beyond = std::min(1.0, 2 * std::min(upper.outright_above, lower.outright_below));
}

/// All but whether the values are the same.
void compare(const OldAndNew& values, const ChangeTest& test, Change& change) {
  const Contrast contrast(values, 1);
  change.paired = values.paired;
  change.old_trials = std::ssize(values.before);
  change.new_trials = std::ssize(values.now);
  change.old_mean = moments_of(values.before).mean;
  change.new_mean = moments_of(values.now).mean;
  change.difference = contrast.evidence(test.family);
  change.least_detectable = least_detectable(change.difference.se, contrast.moments().degrees, test.family.each());
  if (test.margin) test_margin(values, test, change);
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
  OldAndNew values{.old_reach = test.old_reach, .new_reach = test.new_reach, .paired = true};
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
  const OldAndNew values{numbers(old_values), numbers(new_values), test.old_reach, test.new_reach};
  const std::vector<double>&before = values.before, &now = values.now;
  Change change{.same_values =
                    !before.empty() && !now.empty() && all_equal(before, now.front()) && all_equal(now, now.front())};
  compare(values, test, change);
  return change;
}

}  // namespace regretta
