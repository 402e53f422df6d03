#include "regretta/engine/evidence/diagnosis/cell_scan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
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
  const double empty_rounds = trial[quantity_named("empty_rounds")];
  cell.with_empty_rounds += empty_rounds > 0;
  cell.most_empty_rounds = std::max(cell.most_empty_rounds, empty_rounds);
  add_value(trial, Quantity::violation, cell.violation);
  add_value(trial, Quantity::expected_regret, cell.expected_regret);
}

}  // namespace

CellScan scan_cell(const Results& study, const CellLabel& label) {
  constexpr std::size_t violation = curve_index(Quantity::violation);
  CellScan cell;
  cell.label = &label;
  std::vector<double> sums(label.checkpoints.size());
  std::vector<double> counts(label.checkpoints.size());
  study.for_each_block(label, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) {
      add_trial(trial, cell);
      if (trial.failure) continue;
      for (std::size_t k = 0; k < sums.size(); ++k) {
        const double value = trial.curve[k][violation];
        if (!std::isfinite(value)) continue;
        sums[k] += value;
        ++counts[k];
      }
    }
  });
  for (std::size_t k = 0; k < sums.size(); ++k)
    cell.mean_violation.push_back(counts[k] > 0 ? sums[k] / counts[k] : not_a_number);
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

Tail tail_of(const TrialSeries& series, std::size_t most) {
  const std::vector<double>& x = series.values;
  if (x.empty()) return {};
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  const auto square = [&](std::size_t k) { return (x[k] - mean) * (x[k] - mean); };
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), square);
  Tail tail;
  double all = 0;
  double carried = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    all += square(order[rank]);
    if (rank >= most) continue;
    carried += square(order[rank]);
    tail.trials.push_back(series.trials[order[rank]]);
  }
  const double rounding = 1e-20 * mean * mean * static_cast<double>(x.size());
  if (all > rounding) tail.share = carried / all;
  return tail;
}

std::optional<Tail> heavy_tail(const TrialSeries& series) {
  constexpr std::size_t enough = 20;
  constexpr double most = 2.0 / 3;
  if (series.values.size() < enough) return std::nullopt;
  Tail tail = tail_of(series, (series.values.size() + 19) / 20);
  if (tail.share <= most) return std::nullopt;
  return tail;
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

double last_slope(const CellScan& cell) {
  const std::vector<std::int64_t>& t = cell.label->checkpoints;
  for (std::size_t k = t.size(); k-- > 0;) {
    if (t[k] > cell.label->horizon / 4) continue;
    const double before = cell.mean_violation[k];
    const double after = cell.mean_violation.back();
    if (!(before > 0) || !(after > 0)) return not_a_number;
    return std::log(after / before) / std::log(static_cast<double>(t.back()) / static_cast<double>(t[k]));
  }
  return not_a_number;
}

}  // namespace regretta
