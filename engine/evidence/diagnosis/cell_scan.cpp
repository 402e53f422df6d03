#include "regretta/engine/evidence/diagnosis/cell_scan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "regretta/engine/evidence/tables/roles.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

/// Some quantities may be NaN (no OPT, or not applicable), but none may be infinite, and violations and C are always
/// numbers.
bool is_finite(const TrialResult& trial) {
  const bool infinite = std::ranges::any_of(trial.quantities, [](double x) { return std::isinf(x); });
  return !infinite && !std::isnan(trial[Quantity::violation]) && !std::isnan(trial[Quantity::signed_violation]) &&
         !std::isnan(trial[Quantity::corruption]);
}

void add_value(const TrialResult& trial, Quantity quantity, TrialSeries& series) {
  if (!std::isfinite(trial[quantity])) return;
  series.trials.push_back(trial.trial);
  series.values.push_back(trial[quantity]);
}

std::uint64_t hash_of(const TrialResult& trial) {
  const std::uint64_t curve = XXH3_64bits(trial.curve.values().data(), trial.curve.values().size_bytes());
  return XXH3_64bits_withSeed(trial.quantities.data(), trial.quantities.size() * sizeof(double), curve);
}

void add_trial(const TrialResult& trial, CellScan& cell) {
  ++cell.seen;
  if (trial.failure) {
    ++cell.failed;
    if (!cell.first_failed) {
      cell.first_failed = trial.trial;
      cell.first_failure = fmt::format("round {}: {}", trial.failure->round, trial.failure->message);
    }
    return;
  }
  if (cell.results.size() < CellScan::most_results) cell.results.insert(hash_of(trial));
  if (!is_finite(trial)) {
    ++cell.not_finite;
    if (!cell.first_not_finite) cell.first_not_finite = trial.trial;
  }
  cell.infeasible += std::isnan(trial[Quantity::opt]);
  cell.without_slater += trial[Quantity::rho] <= 0;
  cell.without_slater_pure += trial[Quantity::rho] > 0 && trial[Quantity::rho_pure] <= 0;
  add_value(trial, Quantity::violation, cell.violation);
  add_value(trial, Quantity::expected_regret, cell.expected_regret);
}

}  // namespace

CellScan scan_cell(const Results& study, const CellLabel& label) {
  CellScan cell;
  cell.label = &label;
  study.for_each_block(label, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) add_trial(trial, cell);
  });
  return cell;
}

std::optional<double> least_width(const Results& study, const CellLabel& label, const Catalogue& catalogue) {
  const auto scale = learner_value(Role::confidence_scale, study, label, catalogue).number();
  if (!scale) return std::nullopt;
  const auto T = static_cast<double>(label.horizon);
  const double L =
      std::log(T * static_cast<double>(label.arms) * static_cast<double>(label.constraints) / study.study().delta);
  return 4 * *scale * std::sqrt(L / T);
}

std::vector<std::int64_t> trials_of(const RareMode& mode, const TrialSeries& series) {
  std::vector<std::pair<double, std::int64_t>> in_it;
  for (std::size_t k = 0; k < series.values.size(); ++k)
    if (mode.has(series.values[k]))
      in_it.emplace_back(mode.is_above() ? -series.values[k] : series.values[k], series.trials[k]);
  std::ranges::sort(in_it);
  std::vector<std::int64_t> trials;
  for (const auto& [value, trial] : in_it) trials.push_back(trial);
  return trials;
}

}  // namespace regretta
