#include "regretta/engine/evidence/tables/trial_facts.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/statistics/mean_interval.hpp"
#include "regretta/engine/evidence/statistics/pass_fold.hpp"

namespace regretta {
namespace {

constexpr std::int64_t most_bytes_in_memory = std::int64_t{1} << 25;

}  // namespace

bool needs_values(const CellSummary& summary) { return summary.trials <= most_exact_values; }

CellSummary fold_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  const TrialShape shape = study.shape(cell);
  const auto bytes = static_cast<std::int64_t>(shape.numbers() * sizeof(double)) * study.layout().trials(cell.cell);
  const auto add_all = [&](auto& fold) {
    study.for_each_block(cell, [&](const BlockResult& block) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
      for (const TrialResult& trial : block.trials) fold.add(trial);
    });
  };
  if (bytes <= most_bytes_in_memory) {
    CellFold fold(shape);
    add_all(fold);
    return fold.finish();
  }
  PassFold fold(shape);
  do {
    add_all(fold);
    fold.end_pass();
  } while (!fold.done());
  return fold.finish();
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

std::vector<Interval> mean_intervals(const StudyReader& study, const CellLabel& cell, const CellSummary& summary,
                                     const StoredFacts& facts, const std::vector<Quantity>& quantities) {
  std::vector<std::vector<double>> values(quantities.size());
  if (needs_values(summary))
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        for (std::size_t q = 0; q < quantities.size() && !trial.failure; ++q) values[q].push_back(trial[quantities[q]]);
    });
  std::vector<Interval> intervals;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    const Statistic& statistic = summary[quantities[q]];
    const Interval possible = range_of(facts, study.quantities(), cell, quantities[q], cell.horizon);
    const bool is_fact = study.quantities()[quantities[q]].source == Source::hindsight;
    if (is_fact && statistic.se == 0)  // equal in all trials, it is certain
      intervals.push_back({statistic.mean, statistic.mean});
    else
      intervals.push_back(needs_values(summary) ? mean_interval(std::move(values[q]), possible, interval_level)
                                                : mean_interval(statistic, possible, interval_level));
  }
  return intervals;
}

void add_trial_facts(const StudyReader& study, const CellLabel& cell, StoredFacts& facts,
                     const std::atomic<bool>* stop) {
  facts.summary = fold_cell(study, cell, stop);
  facts.blocks = study.saved_blocks(cell);
  facts.intervals = mean_intervals(study, cell, facts.summary, facts, study.quantities().all());
}

}  // namespace regretta
