#include "regretta/engine/evidence/comparison/worst_case.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/comparison/contest.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/groups.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {

LargestMean largest_mean(const std::vector<std::vector<double>>& values, const std::vector<Interval>& reaches,
                         double alpha) {
  LargestMean largest{.mean = not_a_number, .interval = {-infinity, -infinity}};
  std::vector<double> high;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Evidence alone = evidence_of(values[k], reaches[k], {.alpha = alpha});
    const Evidence any = evidence_of(values[k], reaches[k], {alpha, static_cast<double>(values.size())});
    if (std::isnan(largest.mean) || alone.mean > largest.mean) largest.at = k, largest.mean = alone.mean;
    high.push_back(alone.interval.high);
    largest.interval = {std::max(largest.interval.low, any.interval.low),
                        std::max(largest.interval.high, alone.interval.high)};
  }
  for (std::size_t k = 0; k < values.size(); ++k)
    if (high[k] >= largest.interval.low) largest.candidates.push_back(k);
  return largest;
}

std::vector<WorstCase> worst_cases(const Results& study, const std::vector<Quantity>& quantities, double alpha) {
  const std::vector<LearnerLabel> labels = learner_labels(study);
  const auto families = groups_by(study.cells(), [&](const CellLabel& cell) {
    return std::pair(learner_text(labels[static_cast<std::size_t>(cell.cell)]), cell.horizon);
  });
  std::vector<WorstCase> all;
  for (const auto& cells : families)
    for (const Quantity quantity : quantities) all.push_back({.cells = cells, .quantity = quantity});
  visit_contests(study, families, quantities, [&](std::size_t first, const std::vector<Contest>& contests) {
    tbb::parallel_for(std::size_t{0}, contests.size() * quantities.size(), [&](std::size_t k) {
      const auto& [values, reaches] = contests[k / quantities.size()];
      const std::size_t q = k % quantities.size();
      all[first * quantities.size() + k].largest = largest_mean(values[q], reaches[q], alpha);
    });
  });
  return all;
}

}  // namespace regretta
