#pragma once
/// The worst case of a learner over the environments of a study: the largest of its means (`regretta rank
/// --worst-case`).
///
/// The largest of several estimates is too large on average, because noise helps to select it. The interval is for the
/// largest of the true means: none exceeds the largest upper end, which errs only if that of the worst environment
/// does; the lower end is the largest lower end, each at 1 / n of the error rate, as any of the n may err (Bonferroni).

#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// The largest of several means.
struct LargestMean {
  std::size_t at = 0;                     ///< the index of the largest estimate
  double mean = 0;                        ///< it; NaN if there is none
  Interval interval = {};                 ///< for the largest of the true means
  std::vector<std::size_t> candidates{};  ///< indices of those that may be the largest
};

/// values: one list per mean, NaN left out; one of fewer than two values may be the largest. The interval has error
/// rate `alpha`, and the largest is among the candidates with probability 1 - alpha at least, both at once.
LargestMean largest_mean(const std::vector<std::vector<double>>& values, const std::vector<Interval>& reaches,
                         double alpha);

struct WorstCase {
  std::vector<const CellLabel*> cells;  ///< of one learner at one horizon, one per environment and its parameters
  Quantity quantity = Quantity::violation;
  LargestMean largest{};  ///< indices into `cells`
};

/// One entry for each learner with its parameters, horizon and quantity, ordered by first cell; of regret,
/// expected_regret is used. The cells point into `study`. Throws StudyFileError as Results does.
std::vector<WorstCase> worst_cases(const Results& study, const std::vector<Quantity>& quantities, double alpha);

}  // namespace regretta
