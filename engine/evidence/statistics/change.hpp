#pragma once
/// From old to new values of one quantity: did its mean change, has it stayed within a margin, and what could have been
/// seen at all.

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

struct Change {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  bool paired = false;
  bool same_values = false;     ///< every new value is the old one; unpaired: all of both are one value
  std::int64_t old_trials = 0;  ///< with a value that counts
  std::int64_t new_trials = 0;
  double old_mean = nan;
  double new_mean = nan;
  double difference = nan;  ///< new less old
  Interval interval{};      ///< for its expectation: bootstrap-t joined with Student, see bootstrap.hpp
  double p_value = 1;       ///< two-sided, that its expectation is 0
  /// The difference that would be found with probability 80% at level `least_p`, by Student's approximation: (t of 1 -
  /// least_p / 2 + t of 0.8) standard errors. NaN where the values show no spread.
  double least_detectable = nan;
  double p_within = 1;  ///< that the difference of expectations is as large as the margin, or larger
  double p_beyond = 1;  ///< that it is within the margin
};

/// p_values below `least_p` need not be told apart; the smaller it is, the longer a clear change takes.
struct ChangeTest {
  double level = 0.95;             ///< of the interval
  double least_p = 0.05;           ///< in (0, 1): the level at which the first of a family of tests is held
  std::optional<double> margin{};  ///< >= 0, a fraction of the old expectation; empty: nothing is asked about it
};

/// Old and new met the same noise: value k of both is trial k, one list may be longer; a NaN on either side leaves the
/// trial out. Tested as in paired.hpp.
///
/// The margin: two one-sided tests (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987) that new -
/// (1 + margin) old and new - (1 - margin) old have the signs that they have within it (margins turn around where the
/// old mean is negative). So it counts that the old mean is an estimate, too. `p_beyond` is Bonferroni's of the two.
Change paired_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                     const ChangeTest& test = {});

/// Old and new are independent; NaN is left out. p_value: by permutation (permutation.hpp), exact where nothing has
/// changed. The rest by the bootstrap, each sample resampled by itself: there something may have changed.
Change independent_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                          const ChangeTest& test = {});

}  // namespace regretta
