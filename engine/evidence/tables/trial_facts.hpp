#pragma once
/// The facts of a cell that follow from its trials: their summary.

#include <array>
#include <atomic>
#include <vector>

#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// Of the intervals, each of which holds alone.
inline constexpr double interval_level = 0.95;

/// The quantity whose mean estimates that of `quantity`: expected_regret for regret, as both have the same expectation
/// and it has less variance; else `quantity` itself.
constexpr Quantity estimated_by(Quantity quantity) {
  return quantity == Quantity::regret ? Quantity::expected_regret : quantity;
}

/// In which a rare mode is looked for.
inline constexpr std::array mode_quantities = {Quantity::violation, Quantity::expected_regret};

/// Summarises all finished trials of one cell; of several instances their means (instance_means.hpp). Large cells are
/// read several times, in bounded memory.
/// Throws Interrupted when `stop` is set.
CellSummary fold_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop = nullptr);

/// The least and the greatest value that a trial of the cell can have at the horizon, or at a checkpoint `t` if
/// `quantity` is on curves.
Interval range_of(const StoredFacts& facts, const QuantityList& known, const CellLabel& cell, Quantity quantity,
                  std::int64_t t);

/// Computes all of them, given the reach of the cell. Throws Interrupted when `stop` is set.
void add_trial_facts(const StudyReader& study, const CellLabel& cell, StoredFacts& facts,
                     const std::atomic<bool>* stop = nullptr);

}  // namespace regretta
