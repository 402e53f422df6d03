#pragma once
/// The results of a study: every table, figure, comparison and check reads them from here.

#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// An estimate of the mean of a quantity.
struct MeanEstimate {
  double mean = not_a_number;
  Interval interval{not_a_number,
                    not_a_number};  ///< 95% interval; NaN for fewer than two values, unless these cannot vary
  bool is_exact = false;            ///< whether the values cannot vary, so that there is no error
  bool is_few = false;              ///< whether `interval` may miss the expectation more often than it should
};

/// One list per quantity, in the order of trials; NaN if a trial is missing, has failed, or has no such value.
using TrialValues = std::vector<std::vector<double>>;

/// A study and its results. Facts are read from the file (facts.hpp) if they match its blocks; otherwise those that
/// need no plugins are computed on demand. Memory does not grow with the number of planned trials; at most 32 MiB of
/// values are cached. Not thread-safe. Every member throws StudyFileError if it reads damaged data.
class Results : public StudyReader {
 public:
  static constexpr double level = interval_level;

  static Results open(const std::string& path) { return Results(StudyReader::open(path)); }
  explicit Results(StudyReader study) : StudyReader(std::move(study)) {}

  /// From now on, divides quantities that are sums over rounds by T: values, summaries, means, curves, bounds and
  /// their reach, but not `facts`.
  void show_per_round() {
    per_round_ = true;
    cache_.clear();
    numbers_cached_ = 0;
  }
  bool is_per_round() const { return per_round_; }
  /// The factor by which values of a quantity are multiplied: 1, or 1 / T.
  double unit(const CellLabel& cell, Quantity quantity) const {
    return per_round_ && quantities()[quantity].range.per_round ? 1 / static_cast<double>(cell.horizon) : 1;
  }

  /// The stored facts of a cell. Like all references that members return, valid until facts of another cell are read.
  const StoredFacts& facts(const CellLabel& cell) const;

  /// The summary of all saved trials of a cell. Throws Interrupted when `stop` is set.
  const CellSummary& summary(const CellLabel& cell, const std::atomic<bool>* stop = nullptr) const;

  /// Whether a run has ended and stored the theorems' bounds.
  bool has_bounds() const;

  /// The theorem's bound at the mean corruption and margins of the cell; Bound{} if there is no theorem, or if the run
  /// has not ended (has_bounds).
  Bound bound(const CellLabel& cell, Quantity quantity) const;

  /// Whether strategies of the cell's learner put weight on one arm or on several. Unknown before the run has ended.
  ArmsPlayed arms_played(const CellLabel& cell) const;

  /// Whether the trials of the cell have a rare mode in violation or expected regret (statistics/tails.hpp). Reads the
  /// trials if this is not among the facts.
  bool has_rare_mode(const CellLabel& cell) const;

  /// The reach of a quantity: the least and the greatest value that a trial of the cell can have at the horizon, or at
  /// a checkpoint `t` if `quantity` is on curves (engine/trial/hindsight/value_range.hpp).
  Interval reach(const CellLabel& cell, Quantity quantity) const { return reach(cell, quantity, cell.horizon); }
  Interval reach(const CellLabel& cell, Quantity quantity, std::int64_t t) const;

  /// The means of these quantities, each with its interval (statistics/evidence.hpp).
  std::vector<MeanEstimate> means(const CellLabel& cell, const std::vector<Quantity>& quantities) const;
  /// The means of a quantity on curves at every checkpoint.
  std::vector<MeanEstimate> curve(const CellLabel& cell, Quantity quantity) const;

  /// Trials first, ..., end - 1, each of which is saved for some cell. `position`: index of `first` in lists of values.
  struct TrialRange {
    std::int64_t first = 0, end = 0, position = 0;
  };
  /// All trials that are saved for some cell, as ranges, and their number.
  const std::vector<TrialRange>& saved_trial_ranges() const;
  std::int64_t num_trials() const;
  std::int64_t position_of(std::int64_t trial) const;  ///< index of a trial in lists of values
  /// The values of the cell's trials, quantities x num_trials(). Values of two cells with the same index belong to the
  /// same trial.
  TrialValues values(const CellLabel& cell, const std::vector<Quantity>& quantities) const;
  /// The independent values for tests and intervals: the trials' values, or with several instances the mean of each
  /// instance (InstanceMeans).
  TrialValues independent_values(const CellLabel& cell, const std::vector<Quantity>& quantities) const;

 private:
  void read(const CellLabel& cell, StoredFacts& facts) const;
  const CellSummary& unscaled_summary(const CellLabel& cell, const std::atomic<bool>* stop = nullptr) const;
  MeanEstimate estimate_of(const Statistic& statistic, const CellLabel& cell, Quantity quantity, std::int64_t t) const;
  TrialValues read_values(const CellLabel& cell, const std::vector<Quantity>& quantities) const;

  bool per_round_ = false;
  mutable std::optional<bool> has_bounds_;
  mutable std::optional<std::vector<TrialRange>> saved_trial_ranges_;
  mutable std::int64_t current_ = -1;  ///< the cell of facts_, folded_ and scaled_; -1: none
  mutable StoredFacts facts_{TrialShape{}};
  mutable std::optional<CellSummary> folded_;  ///< summary, if it is not among the facts
  mutable std::optional<CellSummary> scaled_;  ///< summary, divided by T (show_per_round)
  mutable std::optional<FactsReader> facts_reader_;
  mutable std::vector<std::map<Quantity, std::vector<double>>> cache_;  ///< values by cell
  mutable std::size_t numbers_cached_ = 0;
};

/// The cells whose stored facts differ from those computed from the blocks. Throws StudyFileError if facts are damaged.
std::vector<std::int64_t> cells_with_wrong_facts(const Results& study);

/// Groups of items with equal keys, in the order of their first items. The pointers point into `items`.
template <class Items, class KeyOf>
auto groups_by(const Items& items, const KeyOf& key_of) {
  using Item = typename Items::value_type;
  std::vector<std::vector<const Item*>> groups;
  std::map<std::decay_t<std::invoke_result_t<KeyOf, const Item&>>, std::size_t> indices;
  for (const Item& item : items) {
    const std::size_t index = indices.emplace(std::invoke(key_of, item), groups.size()).first->second;
    if (index == groups.size()) groups.emplace_back();
    groups[index].push_back(&item);
  }
  return groups;
}

}  // namespace regretta
