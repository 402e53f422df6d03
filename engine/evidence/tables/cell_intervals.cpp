#include "regretta/engine/evidence/tables/cell_intervals.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "regretta/engine/evidence/tables/trial_values.hpp"

namespace regretta {
namespace {

bool needs_values(const CellSummary& summary) { return summary.trials <= most_exact_values; }

/// Whether a quantity describes the means of the adversary, not the play: equal in all trials, it is certain.
bool is_fact(Quantity quantity) {
  constexpr std::array facts = {Quantity::opt, Quantity::corruption, Quantity::rho, Quantity::rho_pure,
                                Quantity::corruption_exact};
  return std::ranges::find(facts, quantity) != facts.end();
}

}  // namespace

std::vector<MeanEstimate> CellIntervals::of(const CellLabel& cell, const CellSummary& summary,
                                            std::vector<Quantity> quantities) const {
  std::ranges::transform(quantities, quantities.begin(), estimated_by);
  TrialValues values;
  if (needs_values(summary)) values = trial_values(study_, cell, quantities);
  std::vector<MeanEstimate> estimates;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    const Statistic& statistic = summary[quantities[q]];
    const Interval reach = reach_.of(cell, quantities[q]);
    MeanEstimate& estimate = estimates.emplace_back(MeanEstimate{.mean = statistic.mean});
    if (is_fact(quantities[q]) && statistic.se == 0)
      estimate.interval = {statistic.mean, statistic.mean};
    else
      estimate.interval =
          values.empty() ? mean_interval(statistic, reach, level) : mean_interval(std::move(values[q]), reach, level);
  }
  return estimates;
}

std::vector<MeanEstimate> CellIntervals::on_curve(const CellLabel& cell, const CellSummary& summary,
                                                  Quantity quantity) const {
  const std::size_t column = study_.quantities().column(estimated_by(quantity)).value();
  std::vector<std::vector<double>> values(cell.checkpoints.size());
  if (needs_values(summary))
    study_.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        for (std::size_t k = 0; k < values.size() && !trial.failure; ++k) values[k].push_back(trial.curve[k][column]);
    });
  std::vector<MeanEstimate> estimates;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Interval reach = reach_.of(cell, estimated_by(quantity), cell.checkpoints[k]);
    const Statistic& statistic = summary.curve[k][column];
    estimates.push_back({.mean = statistic.mean,
                         .interval = needs_values(summary) ? mean_interval(std::move(values[k]), reach, level)
                                                           : mean_interval(statistic, reach, level)});
  }
  return estimates;
}

}  // namespace regretta
