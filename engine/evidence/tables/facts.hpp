#pragma once
/// The facts of a cell: data derived from its plugins, its trace or all of its trials. A run stores them in the study
/// file when it ends, and Results (results.hpp) reads them.
///
/// If trials share instances (Study::instances), trials of one instance are not independent, but the means over the
/// trials of each instance are. Intervals and tests then use these means.

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
#include "regretta/engine/study/plan/cell.hpp"

namespace regretta {

/// The mean of each instance over its trials. NaN is left out; the mean of an instance without a value is NaN.
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
  std::vector<Sum> sums_;  ///< one per instance
};

/// The mean of each instance. `values` has one value per trial, from trial 0.
std::vector<double> means_by_instance(const std::vector<double>& values, std::int64_t instances);

/// Visits the independent trials of a cell: its saved trials, or with several instances one trial per instance, whose
/// numbers are the means over the instance's trials that did not fail. Throws as StudyReader::for_each_block.
void for_each_independent_trial(const StudyReader& study, const CellLabel& cell,
                                const std::function<void(const TrialResult&)>& visit);

/// How many arms a cell's learner plays in a round, as observed in its first rounds.
enum class ArmsPlayed {
  several,  ///< in some round x_t is on several arms
  one,      ///< in every round x_t is on a single arm
  unknown
};

/// The maximum number of rounds of trial 0 that are played to find out how many arms a learner plays, unless the
/// learner names its arms (NamesArms).
inline constexpr std::int64_t watched_rounds = 4096;

struct StoredFacts {
  explicit StoredFacts(const TrialShape& shape);
  bool has(const TrialShape& shape) const;  ///< whether the facts fit a cell with that shape

  // From the plugins.
  bool from_plugins = false;                            ///< whether these facts are known
  std::vector<Interval> reach;                          ///< possible values of a trial, by quantity; infinite: unknown
  std::vector<std::vector<Interval>> reach_on_curve{};  ///< possible values on curves, checkpoints x columns of Curve
  // From all trials.
  bool from_trials = false;  ///< whether these facts are known
  CellSummary summary;
  /// Whether the trials have a rare mode (statistics/tails.hpp) in violation or expected regret; empty if unknown, for
  /// example because the cell has too many values to sort.
  std::optional<bool> has_rare_mode{};
  // From both.
  ArmsPlayed arms_played = ArmsPlayed::unknown;
  std::vector<Bound> bounds;  ///< the theorem's bound at the mean corruption and margins, by quantity
};

/// Facts as they are stored.
FactsRow row_of(StoredFacts facts);

/// Inverse of row_of; empty if the bytes are not facts of a cell of this shape.
std::optional<StoredFacts> facts_of(const FactsRow& row, const TrialShape& shape);
/// Reads a row into facts of the cell's shape; false if the bytes are not facts of such a cell.
bool read_facts(const FactsRow& row, StoredFacts& facts);

/// Level of the intervals in tables; each holds separately.
inline constexpr double interval_level = 0.95;

/// The quantity whose mean estimates the mean of `quantity`: for regret, expected_regret, which has the same
/// expectation and less variance; otherwise `quantity` itself.
constexpr Quantity estimated_by(Quantity quantity) {
  return quantity == Quantity::regret ? Quantity::expected_regret : quantity;
}

/// The quantities in which rare modes are searched.
inline constexpr std::array mode_quantities = {Quantity::violation, Quantity::expected_regret};

/// Summarises all finished trials of a cell, or with several instances the means of the instances (InstanceMeans).
/// Large cells are read several times, in bounded memory. Throws Interrupted when `stop` is set.
CellSummary summarise_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop = nullptr);

/// The reach of a quantity: the least and the greatest value that a trial of the cell can have at the horizon, or at a
/// checkpoint `t` if `quantity` is on curves.
Interval reach_of(const StoredFacts& facts, const QuantityList& known, const CellLabel& cell, Quantity quantity,
                  std::int64_t t);

/// Sets the facts that follow from the trials. Throws Interrupted when `stop` is set.
void add_trial_facts(const StudyReader& study, const CellLabel& cell, StoredFacts& facts,
                     const std::atomic<bool>* stop = nullptr);

/// Builds a cell of a file together with its plugins.
using CellSource = std::function<Cell(const CellLabel&)>;

/// Computes the facts of all cells and stores them in `database`; only facts that need no plugins if `cell_of` is
/// empty. Returns false, with nothing written, if `stop` was set meanwhile.
bool store_all_facts(const StudyReader& study, const Database& database, const CellSource& cell_of,
                     const std::atomic<bool>* stop = nullptr);

/// Stores the facts that need only the plugins, for the looks of a stop rule. Cells that have them already are skipped.
void store_plugin_facts(const StudyReader& study, const Database& database, const CellSource& cell_of);

}  // namespace regretta
