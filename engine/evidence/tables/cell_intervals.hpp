#pragma once
/// Intervals for the means of a study's cells and curves.

#include <vector>

#include "regretta/engine/evidence/statistics/mean_interval.hpp"
#include "regretta/engine/evidence/tables/stored_reach.hpp"

namespace regretta {

/// What is known of the mean of a quantity.
struct MeanEstimate {
  double mean = Statistic::nan;
  Interval interval{Statistic::nan, Statistic::nan};  ///< NaN for fewer than two values, or if no reach is known
};

/// The quantity whose mean estimates that of `quantity`: expected_regret for regret, as both have the same expectation
/// and it has less variance; else `quantity` itself.
constexpr Quantity estimated_by(Quantity quantity) {
  return quantity == Quantity::regret ? Quantity::expected_regret : quantity;
}

/// Estimates at 95%, each holding alone. Cells with few trials are read again, for their values; of others the summary
/// is enough. All functions throw StudyFileError as StudyReader does.
class CellIntervals {
 public:
  static constexpr double level = 0.95;

  explicit CellIntervals(const StudyReader& study) : study_(study), reach_(study) {}

  /// One per quantity given.
  std::vector<MeanEstimate> of(const CellLabel& cell, const CellSummary& summary,
                               std::vector<Quantity> quantities) const;

  /// One per checkpoint, for one quantity on curves.
  std::vector<MeanEstimate> on_curve(const CellLabel& cell, const CellSummary& summary, Quantity quantity) const;

 private:
  const StudyReader& study_;
  StoredReach reach_;
};

}  // namespace regretta
