#include "regretta/engine/evidence/tables/trial_facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "regretta/engine/evidence/statistics/rare_mode.hpp"
#include "regretta/engine/evidence/tables/instance_means.hpp"

namespace regretta {
namespace {

/// Counts trials, and summarises the means of the instances.
CellSummary fold_instances(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  CellSummary counts;
  study.for_each_block(cell, [&](const BlockResult& block) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
    for (const TrialResult& trial : block.trials) counts.count(trial);
  });
  CellFold fold(study.shape(cell));
  for_each_unit(study, cell, [&](const TrialResult& unit) { fold.add(unit); });
  fold.end_pass();
  CellSummary summary = fold.summary();
  summary.trials = counts.trials;
  summary.infeasible = counts.infeasible;
  summary.failed = counts.failed;
  return summary;
}

}  // namespace

CellSummary fold_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  constexpr std::int64_t most_numbers = std::int64_t{1} << 23;  // in memory at once: 64 MiB
  if (study.study().instances > 1) return fold_instances(study, cell, stop);
  const TrialShape shape = study.shape(cell);
  const auto trials = std::max<std::int64_t>(1, study.layout().trials(cell.cell));
  const auto at_once = static_cast<std::size_t>(std::max<std::int64_t>(1, most_numbers / trials));
  CellFold fold(shape);
  do {
    study.for_each_block(cell, [&](const BlockResult& block) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
      for (const TrialResult& trial : block.trials) fold.add(trial, at_once);
    });
  } while (!fold.end_pass());
  return fold.summary();
}

Interval range_of(const StoredFacts& facts, const QuantityList& known, const CellLabel& cell, Quantity quantity,
                  std::int64_t t) {
  Interval reach{-infinity, infinity};
  if (t == cell.horizon) {
    reach = facts.reach[index_of(quantity)];
  } else {
    const auto point = std::ranges::find(cell.checkpoints, t);
    const auto column = known.column(quantity);
    if (point != cell.checkpoints.end() && column)
      reach = facts.reach_on_curve[static_cast<std::size_t>(point - cell.checkpoints.begin())][*column];
  }
  if (std::isfinite(reach.low) && std::isfinite(reach.high)) return reach;
  const ValueRange widest = known[quantity].range.after(t);
  return {widest.least, widest.most};
}

void add_trial_facts(const StudyReader& study, const CellLabel& cell, StoredFacts& facts,
                     const std::atomic<bool>* stop) {
  constexpr std::int64_t most_sorted = 1 << 20;  // values: of more, no rare mode is looked for
  facts.summary = fold_cell(study, cell, stop);
  facts.from_trials = true;
  facts.has_rare_mode.reset();
  if (study.study().instances == 1 && facts.summary.trials > most_sorted) return;
  std::array<std::vector<double>, mode_quantities.size()> values;
  for_each_unit(study, cell, [&](const TrialResult& trial) {
    for (std::size_t q = 0; q < values.size() && !trial.failure; ++q) values[q].push_back(trial[mode_quantities[q]]);
  });
  facts.has_rare_mode = std::ranges::any_of(values, [](auto& list) { return rare_mode(std::move(list)).has_value(); });
}

}  // namespace regretta
