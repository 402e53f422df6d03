#pragma once
/// Tests of a change between old and new values of a quantity: whether its mean has changed, whether it has stayed
/// within a margin, and which change could have been detected. Used by engine/evidence/regression.

#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// Of the true difference, new minus old.
struct Change {
  bool paired = false;
  bool same_values = false;     ///< paired: every new value equals the old one; unpaired: all values are equal
  std::int64_t old_trials = 0;  ///< trials with a value
  std::int64_t new_trials = 0;
  double old_mean = not_a_number;
  double new_mean = not_a_number;
  Evidence difference{};
  /// The difference that would be detected with probability 80%. Student's approximation: (t of 1 - alpha / 2 + t of
  /// 0.8) standard errors, alpha being that of one line. NaN if the values have no spread.
  double least_detectable = not_a_number;
  double p_within = 1;  ///< for the hypothesis that the difference of expectations is at least the margin
  double p_beyond = 1;  ///< for the hypothesis that it is within the margin; both are of this line alone
};

struct ChangeTest {
  Family family{};
  std::optional<double> margin{};  ///< >= 0, a fraction of the old expectation; empty: no tests of a margin
};

/// Old and new values with the same noise: value k of both belongs to trial k. One list may be longer; a trial with a
/// NaN on either side is left out.
///
/// The margin is tested by two one-sided tests (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987)
/// of the signs of new - (1 + margin) old and new - (1 - margin) old, with signs reversed if the old mean is negative.
/// This takes into account that the old mean is itself an estimate. `p_beyond` combines the two by Bonferroni. Each is
/// by Hall's or Student's form, whichever claims less (evidence.hpp): of paired values at the margin, too, the
/// skewness of old and new cancels, and its estimate only adds noise.
Change paired_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                     const ChangeTest& test = {});

/// Independent old and new values; NaN is left out.
Change independent_change(const std::vector<double>& old_values, const std::vector<double>& new_values,
                          const ChangeTest& test = {});

}  // namespace regretta
