#pragma once
/// The facts of a cell: all that follows from its plugins, its trace or all of its trials. A run stores them in the
/// study file when it ends; Results (results.hpp) lends them.

#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/plugin/bound.hpp"
#include "regretta/engine/study/file/facts_table.hpp"

namespace regretta {

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
  /// Whether a few trials have a mode of their own (statistics/rare_mode.hpp) in violation or expected regret; none:
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

}  // namespace regretta
