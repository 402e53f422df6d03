#pragma once
/// The results of a study, opened once: what every table, figure, comparison and check reads.

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

/// What is known of the mean of a quantity.
struct MeanEstimate {
  double mean = not_a_number;
  Interval interval{not_a_number, not_a_number};  ///< of 95%, alone; NaN for fewer than two values that may vary
  bool is_exact = false;                          ///< it cannot vary: there is no error
  bool is_few = false;                            ///< `interval` may miss more often than it should
};

/// One list per quantity, in the order of the trials; NaN if a trial is missing, has failed, or has no such value.
using TrialValues = std::vector<std::vector<double>>;

/// A study and what follows from it. Facts are those that the file has stored (facts.hpp) where these are of the blocks
/// that it holds now; what of them needs no plugins is otherwise computed when it is asked for. Memory does not grow
/// with the number of planned trials, and with that of cells by 32 MB of values at most. Not thread-safe. Every member
/// throws StudyFileError if what it reads is damaged.
class Results : public StudyReader {
 public:
  static constexpr double level = interval_level;

  static Results open(const std::string& path) { return Results(StudyReader::open(path)); }
  explicit Results(StudyReader study) : StudyReader(std::move(study)) {}

  /// Divides what grows with the rounds by T from now on: values, means, reaches, curves and bounds. Not `facts`.
  void show_per_round() {
    per_round_ = true;
    kept_.clear();
    numbers_kept_ = 0;
  }
  bool is_per_round() const { return per_round_; }
  /// What such values are multiplied by: 1, or 1 / T.
  double unit(const CellLabel& cell, Quantity quantity) const {
    return per_round_ && quantities()[quantity].range.per_round ? 1 / static_cast<double>(cell.horizon) : 1;
  }

  /// What is stored of a cell. Valid until that of another cell is asked for, as is all that is returned by reference.
  const StoredFacts& facts(const CellLabel& cell) const;

  /// The summary of all saved trials of a cell. Throws Interrupted when `stop` is set.
  const CellSummary& summary(const CellLabel& cell, const std::atomic<bool>* stop = nullptr) const;

  /// Whether a run has ended and stored the theorems' bounds.
  bool has_bounds() const;

  /// The theorem's bound at the mean corruption and margins of the cell; Bound{} if there is none, or if the run has
  /// not ended (has_bounds).
  Bound bound(const CellLabel& cell, Quantity quantity) const;

  /// How x_t of the cell's learner goes. Unknown before the run has ended.
  ArmsPlayed arms_played(const CellLabel& cell) const;

  /// Whether a few trials of the cell have a mode of their own in violation or expected regret
  /// (statistics/tails.hpp). Reads its trials where the facts do not say it.
  bool has_rare_mode(const CellLabel& cell) const;

  /// The least and the greatest value that a trial of the cell can have at the horizon, or at a checkpoint `t` if
  /// `quantity` is on curves (engine/trial/hindsight/value_range.hpp).
  Interval reach(const CellLabel& cell, Quantity quantity) const { return reach(cell, quantity, cell.horizon); }
  Interval reach(const CellLabel& cell, Quantity quantity, std::int64_t t) const;

  /// The means of these quantities, each with its interval (statistics/evidence.hpp).
  std::vector<MeanEstimate> means(const CellLabel& cell, const std::vector<Quantity>& quantities) const;
  /// The same of one quantity on curves at every checkpoint.
  std::vector<MeanEstimate> curve(const CellLabel& cell, Quantity quantity) const;

  /// Trials first, ..., end - 1, which are saved of some cell; the first of them has `place` in every list of values.
  struct TrialRange {
    std::int64_t first = 0, end = 0, place = 0;
  };
  /// All trials that are saved of some cell, and how many they are.
  const std::vector<TrialRange>& saved_trial_ranges() const;
  std::int64_t num_trials() const;
  std::int64_t position_of(std::int64_t trial) const;  ///< of one of them
  /// The values of the cell's trials, num_trials() for each quantity, so that values in the same place of two cells are
  /// of the same trial.
  TrialValues values(const CellLabel& cell, const std::vector<Quantity>& quantities) const;
  /// What tests and intervals take for independent values: the same, or where there are several instances the means of
  /// each (InstanceMeans), in their order.
  TrialValues independent_values(const CellLabel& cell, const std::vector<Quantity>& quantities) const;

 private:
  void read(const CellLabel& cell, StoredFacts& facts) const;
  const CellSummary& unscaled_summary(const CellLabel& cell, const std::atomic<bool>* stop = nullptr) const;
  MeanEstimate estimate_of(const Statistic& statistic, const CellLabel& cell, Quantity quantity, std::int64_t t) const;
  TrialValues read_values(const CellLabel& cell, const std::vector<Quantity>& quantities) const;

  bool per_round_ = false;
  mutable std::optional<bool> has_bounds_;
  mutable std::optional<std::vector<TrialRange>> saved_trial_ranges_;
  mutable std::int64_t current_ = -1;  ///< the cell of facts_ and folded_
  mutable StoredFacts facts_{TrialShape{}};
  mutable std::optional<CellSummary> folded_;  ///< unless it is one of the facts
  mutable std::optional<CellSummary> scaled_;  ///< per round
  mutable std::optional<FactsReader> facts_reader_;
  mutable std::vector<std::map<Quantity, std::vector<double>>> kept_;  ///< values, by cell
  mutable std::size_t numbers_kept_ = 0;
};

/// Items with equal keys, in their order; groups are in the order of their first items. They point into `items`.
template <class Items, class KeyOf>
auto groups_by(const Items& items, const KeyOf& key_of) {
  using Item = typename Items::value_type;
  std::vector<std::vector<const Item*>> groups;
  std::map<std::decay_t<std::invoke_result_t<KeyOf, const Item&>>, std::size_t> places;
  for (const Item& item : items) {
    const std::size_t place = places.emplace(std::invoke(key_of, item), groups.size()).first->second;
    if (place == groups.size()) groups.emplace_back();
    groups[place].push_back(&item);
  }
  return groups;
}

}  // namespace regretta
