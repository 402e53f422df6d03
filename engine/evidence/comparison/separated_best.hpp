#pragma once
/// Finds the learners that may be called the best of their setting in a table with many settings (bold in
/// `regretta show --format latex`).
///
/// The learner with the smallest sample mean is tested against every other learner of its setting, paired by trial, and
/// is named only if it is shown to be less than each of them (an intersection-union test: Berger, Technometrics 24,
/// 1982). The same trials choose and test it, but this needs no further correction. Let b be a learner of the setting
/// with the smallest expectation. A wrong name means that one of the L - 1 pairs of b with the other of the L learners
/// was decided wrongly: either the other learner was named, and so shown to be less than b, or b was named although
/// another has the same expectation. Two-sided tests at alpha / N, where N is the sum of L - 1 over all settings and
/// quantities, therefore keep the error rate of the whole table at alpha (Bonferroni), whichever learner is tested and
/// however the trials of the table depend on each other. (All pairs of learners would be L / 2 times
/// as many tests.)

#include <cstddef>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

struct SeparatedBest {
  const CellLabel* cell = nullptr;
  Quantity quantity = Quantity::violation;
  Grade grade = Grade::seen;  ///< how firmly it is shown
};

/// The least mean and how firmly it is shown.
struct ShownLeast {
  std::size_t at = 0;
  Grade grade = Grade::seen;
};

/// The learner whose mean is below that of every other by two-sided paired tests of this family; empty if there is
/// none, or only one learner. `values`: learners x trials, NaN where a trial has no value. Such trials are left out of
/// their pairs; if a learner has no values at all, no other is named. `reaches`: what the values of each learner can
/// be.
std::optional<ShownLeast> shown_least(const std::vector<std::vector<double>>& values,
                                      const std::vector<Interval>& reaches, const Family& family);

/// For each setting (environment, its parameters, horizon) and quantity, the learner that is shown to have less of the
/// quantity than every other, if there is one. Settings are in the order of their first cells. If the number of trials
/// was fixed beforehand, the probability that any of these claims is wrong is at most `alpha`. The cells point into
/// `study`. Throws std::invalid_argument unless each of `quantities` is less_is_better, and StudyFileError as
/// StudyReader does.
std::vector<SeparatedBest> separated_best(const Results& study, const std::vector<Quantity>& quantities, double alpha);

}  // namespace regretta
