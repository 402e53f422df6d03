#pragma once
/// The results of a study, opened once: what every table, figure, comparison and check reads.

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/plugin/bound.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// What is known of the mean of a quantity.
struct MeanEstimate {
  double mean = Statistic::nan;
  Interval interval{Statistic::nan, Statistic::nan};  ///< NaN for fewer than two values, or if no range is known
};

/// The quantity whose mean estimates that of `quantity`: expected_regret for regret, as both have the same expectation
/// and it has less variance; else `quantity` itself.
constexpr Quantity estimated_by(Quantity quantity) {
  return quantity == Quantity::regret ? Quantity::expected_regret : quantity;
}

/// One list per quantity, indexed by trial; NaN if a trial is missing, has failed, or has no such value.
using TrialValues = std::vector<std::vector<double>>;

/// A study file and what follows from it, computed when it is asked for. Memory does not grow with the number of cells,
/// except by the theorems' bounds, nor with the number of planned trials. Not thread-safe. Every member throws
/// StudyFileError if what it reads is damaged.
class Results : public StudyReader {
 public:
  static constexpr double level = 0.95;  ///< of the intervals, each of which holds alone

  static Results open(const std::string& path) { return Results(StudyReader::open(path)); }
  explicit Results(StudyReader study) : StudyReader(std::move(study)) {}

  /// The summary of all saved trials of a cell: the stored one if it is of the blocks that the file holds now, else
  /// computed. Valid until that of another cell is asked for. Throws Interrupted when `stop` is set.
  const CellSummary& summary(const CellLabel& cell, const std::atomic<bool>* stop = nullptr) const;

  /// The theorem's bound at the mean corruption and margins of the cell; Bound{} if there is none, or if the run has
  /// not ended (has_bounds).
  Bound bound(const CellLabel& cell, Quantity quantity) const;

  /// Whether x_t of the cell's learner is a point mass in every round. False before the run has ended.
  bool plays_one_arm(const CellLabel& cell) const;

  /// The least and the greatest value that a trial of the cell can have at the horizon, or at a checkpoint `t` if
  /// `quantity` is on curves (engine/trial/hindsight/value_range.hpp).
  Interval range(const CellLabel& cell, Quantity quantity) const { return range(cell, quantity, cell.horizon); }
  Interval range(const CellLabel& cell, Quantity quantity, std::int64_t t) const;

  /// The means of these quantities, each with its interval. Reads the trials of cells that have few.
  std::vector<MeanEstimate> means(const CellLabel& cell, std::vector<Quantity> quantities) const;
  /// The same of one quantity on curves at every checkpoint.
  std::vector<MeanEstimate> curve(const CellLabel& cell, Quantity quantity) const;

  /// Trials up to the last one that is saved of any cell.
  std::int64_t num_trials() const;
  /// The values of the cell's trials, num_trials() for each quantity, so that the lists of two cells are of one length.
  TrialValues values(const CellLabel& cell, const std::vector<Quantity>& quantities) const;

 private:
  struct Ranges {
    std::int64_t cell = -1;
    std::map<std::pair<Quantity, std::int64_t>, Interval> at;  ///< by quantity and round
  };

  mutable std::optional<std::int64_t> num_trials_;
  mutable std::int64_t summarised_ = -1;  ///< the cell of summary_
  mutable CellSummary summary_;
  mutable std::optional<bool> has_ranges_;
  mutable Ranges ranges_;
  mutable std::optional<std::map<std::pair<std::int64_t, Quantity>, Bound>> bounds_;
  mutable std::optional<std::set<std::int64_t>> one_arm_;
};

}  // namespace regretta
