#pragma once
/// The facts of a cell: all that follows from its plugins, its trace or all of its trials. A run stores them in the
/// study file when it ends; Results (results.hpp) lends them.
///
/// Where trials share instances (Study::instances), those of one instance are not independent. What is: the means over
/// the trials of each instance. Intervals and tests take these for their values.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/plugin/bound.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// The mean of each instance over its trials. NaN is left out, and is the mean of an instance without a value.
class InstanceMeans {
 public:
  explicit InstanceMeans(std::int64_t instances);
  void add(std::int64_t trial, double x);
  std::vector<double> means() const;

 private:
  struct Sum {
    double x = 0;
    std::int64_t values = 0;
  };
  std::vector<Sum> sums_;  ///< by instance
};

/// The same of values in the order of their trials, from 0.
std::vector<double> means_by_instance(const std::vector<double>& values, std::int64_t instances);

/// Visits the values of a cell that are independent: its saved trials, or one trial for each of several instances,
/// whose numbers are the means of those of its trials that have not failed. Throws as StudyReader::for_each_block.
void for_each_independent_trial(const StudyReader& study, const CellLabel& cell,
                                const std::function<void(const TrialResult&)>& visit);

/// How x_t of a cell's learner goes in its first rounds.
enum class ArmsPlayed {
  several,  ///< in some round x_t is on several arms
  one,      ///< in every round x_t is on a single arm
  unknown
};

/// The rounds of trial 0 that are watched, at most, of a learner that does not name its arms (NamesArms).
inline constexpr std::int64_t watched_rounds = 4096;

struct StoredFacts {
  explicit StoredFacts(const TrialShape& shape);
  bool has(const TrialShape& shape) const;  ///< that was given

  // From its plugins.
  bool from_plugins = false;                            ///< whether these are known
  std::vector<Interval> reach;                          ///< what a trial can have, by quantity; infinite: unknown
  std::vector<std::vector<Interval>> reach_on_curve{};  ///< the same, checkpoints x columns of Curve
  // From all of its trials.
  bool from_trials = false;  ///< whether these are known
  CellSummary summary;
  /// Whether a few trials have a mode of their own (statistics/tails.hpp) in violation or expected regret; none:
  /// not known, as of cells whose values are too many to be sorted.
  std::optional<bool> has_rare_mode{};
  // From both.
  ArmsPlayed arms_played = ArmsPlayed::unknown;
  std::vector<Bound> bounds;  ///< of the theorems, by quantity, at the means of corruption and margins
};

FactsRow row_of(StoredFacts facts);

/// Inverse of row_of; none if the bytes are no facts of a cell of this shape.
std::optional<StoredFacts> facts_of(const FactsRow& row, const TrialShape& shape);
/// The same into facts of a cell of that shape; false where it would give none.
bool read_facts(const FactsRow& row, StoredFacts& facts);

/// Of the intervals, each of which holds alone.
inline constexpr double interval_level = 0.95;

/// The quantity whose mean estimates that of `quantity`: expected_regret for regret, as both have the same expectation
/// and it has less variance; else `quantity` itself.
constexpr Quantity estimated_by(Quantity quantity) {
  return quantity == Quantity::regret ? Quantity::expected_regret : quantity;
}

/// In which a rare mode is looked for.
inline constexpr std::array mode_quantities = {Quantity::violation, Quantity::expected_regret};

/// Summarises all finished trials of one cell; of several instances their means (InstanceMeans). Large cells are
/// read several times, in bounded memory.
/// Throws Interrupted when `stop` is set.
CellSummary fold_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop = nullptr);

/// The least and the greatest value that a trial of the cell can have at the horizon, or at a checkpoint `t` if
/// `quantity` is on curves.
Interval reach_of(const StoredFacts& facts, const QuantityList& known, const CellLabel& cell, Quantity quantity,
                  std::int64_t t);

/// Computes all of them, given the reach of the cell. Throws Interrupted when `stop` is set.
void add_trial_facts(const StudyReader& study, const CellLabel& cell, StoredFacts& facts,
                     const std::atomic<bool>* stop = nullptr);

}  // namespace regretta
