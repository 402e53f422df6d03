#include "regretta/engine/evidence/rates/rate_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "regretta/engine/evidence/statistics/power_law.hpp"

namespace regretta {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The points of a fit. Each point has its own cells and a column of values, one per trial.
struct Points {
  VectorXd x;
  MatrixXd values;
  std::vector<std::vector<const RateCell*>> cells;
};

/// Values as trials x cells; trials without a value in some cell are left out.
MatrixXd common_trials(const RateTask& task) {
  const auto value = [&](const RateCell* cell, std::size_t trial) { return cell->values[task.value_index][trial]; };
  std::vector<std::size_t> complete;
  for (std::size_t trial = 0; trial < task.cells.front()->values[task.value_index].size(); ++trial)
    if (std::ranges::all_of(task.cells, [&](const RateCell* cell) { return std::isfinite(value(cell, trial)); }))
      complete.push_back(trial);
  MatrixXd result(std::ssize(complete), std::ssize(task.cells));
  for (std::size_t row = 0; row < complete.size(); ++row)
    for (std::size_t k = 0; k < task.cells.size(); ++k)
      result(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(k)) = value(task.cells[k], complete[row]);
  return result;
}

/// Exponents that differ by less than this are equal: without noise, only rounding errors remain.
constexpr double rounding = 1e-9;

double horizon_of(const RateCell* cell) { return static_cast<double>(cell->label->horizon); }

/// Weights for what a unit of C adds: least squares over the cells of one horizon.
VectorXd slope_weights(const std::vector<const RateCell*>& cells) {
  VectorXd C(std::ssize(cells));
  for (std::size_t k = 0; k < cells.size(); ++k) C[static_cast<Eigen::Index>(k)] = cells[k]->corruption;
  return coefficient_weights(C, 1, 1);
}

Points points_of(const RateTask& task, const MatrixXd& trials) {
  Points points;
  const std::vector<const RateCell*>& cells = task.cells;
  if (task.growth == Growth::of_coefficient) {
    for (std::size_t k = 0; k < cells.size();) {
      points.cells.emplace_back();
      for (; k < cells.size() && (points.cells.back().empty() || horizon_of(cells[k]) == horizon_of(cells[k - 1])); ++k)
        points.cells.back().push_back(cells[k]);
    }
  } else {
    for (std::size_t k = task.growth == Growth::in_corruption; k < cells.size(); ++k)
      points.cells.push_back({cells[k]});
  }
  points.x.resize(std::ssize(points.cells));
  points.values.resize(trials.rows(), points.x.size());
  Eigen::Index column = 0;
  for (Eigen::Index j = 0; j < points.x.size(); ++j) {
    const auto& own = points.cells[static_cast<std::size_t>(j)];
    if (task.growth == Growth::in_corruption) {
      points.x[j] = own.front()->corruption;
      points.values.col(j) = trials.col(j + 1) - trials.col(0);
      continue;
    }
    points.x[j] = horizon_of(own.front());
    const VectorXd weights = task.growth == Growth::in_horizon ? VectorXd::Ones(1) : slope_weights(own);
    points.values.col(j) = trials.middleCols(column, weights.size()) * weights;
    column += weights.size();
  }
  return points;
}

/// The theorem's bound at each point from `first` on. Without a theorem (`speaks` is then false), the growth allowed by
/// the logarithms of the confidence widths: sqrt(T L) in T, C in C, ln T for the coefficient of C.
VectorXd promised(const RateTask& task, const Points& points, Eigen::Index first, Quantity quantity,
                  const TheoremAt& theorem, bool& speaks) {
  const Eigen::Index used = points.x.size() - first;
  VectorXd by_theorem(used), by_widths(used);
  speaks = true;
  for (Eigen::Index j = 0; j < used; ++j) {
    const RateCell& cell = *points.cells[static_cast<std::size_t>(first + j)].back();
    const auto own = theorem(cell, quantity, cell.corruption);
    const auto clean = theorem(cell, quantity, 0);
    speaks = speaks && own && clean;
    const double T = horizon_of(&cell);
    if (task.growth == Growth::in_horizon) {
      by_theorem[j] = own.value_or(0);
      by_widths[j] = std::sqrt(T * cell.log_term);
    } else {
      by_theorem[j] = own.value_or(0) - clean.value_or(0);
      by_widths[j] = task.growth == Growth::in_corruption ? points.x[first + j] : std::log(T);
    }
  }
  speaks = speaks && (by_theorem.array() > 0).all() && by_theorem.allFinite();
  return speaks ? by_theorem : by_widths;
}

double bare_power(Growth growth) {
  switch (growth) {
    case Growth::in_horizon:
      return 0.5;
    case Growth::in_corruption:
      return 1;
    case Growth::of_coefficient:
      return 0;
  }
  return 0;
}

Estimate estimate(const std::optional<BootstrapMean>& mean, double level) {
  return mean ? Estimate{mean->mean(), mean->interval(level)} : Estimate();
}

/// Where a curve that starts below 0 first reaches 0, by linear interpolation; infinite if it does not.
double first_zero(const VectorXd& x, const VectorXd& y) {
  for (Eigen::Index j = 1; j < x.size(); ++j)
    if (y[j] >= 0) return x[j - 1] + (x[j] - x[j - 1]) * y[j - 1] / (y[j - 1] - y[j]);
  return std::numeric_limits<double>::infinity();
}

/// The C at which the effect of corruption equals the mean at C = 0. Does not assume a power law. The interval consists
/// of the C at which the difference of the two is not significantly different from 0, as in Fieller's method (Journal
/// of the Royal Statistical Society B 16, 1954). Its ends are interpolated between grid points, which is conservative,
/// because the error of an interpolated mean is smaller.
Estimate knee_of(const Points& points, const VectorXd& clean, double level, int replicates) {
  VectorXd C(points.x.size() + 1), mean(C.size()), low(C.size()), high(C.size());
  C << 0, points.x;
  for (Eigen::Index j = 0; j < C.size(); ++j) {
    const VectorXd more = (j == 0 ? VectorXd::Zero(clean.size()) : VectorXd(points.values.col(j - 1))) - clean;
    const BootstrapMean difference({more.begin(), more.end()}, replicates);
    const Interval interval = difference.interval(level);
    mean[j] = difference.mean();
    low[j] = interval.low;
    high[j] = interval.high;
  }
  const double rounding_of_sums = 1e-9 * mean.cwiseAbs().maxCoeff();
  if (high[0] >= -rounding_of_sums || !low.allFinite() || !high.allFinite()) return {};
  const double knee = first_zero(C, mean);
  if (std::isinf(knee)) return {};
  return {knee, {first_zero(C, high), first_zero(C, low)}};
}

}  // namespace

RateLine rate_line(const RateTask& task, double level, int replicates, const TheoremAt& theorem) {
  RateLine line;
  line.growth = task.growth;
  for (const RateCell* cell : task.cells) line.cells.push_back(cell->label);
  line.quantity = task.quantity;
  line.corruption = task.cells.back()->corruption;
  const MatrixXd trials = common_trials(task);
  line.trials = trials.rows();
  line.left_out = std::ssize(task.cells.front()->values[task.value_index]) - line.trials;

  const Points points = points_of(task, trials);
  const PowerLaw law = fit_power_law(points.x, points.values, replicates);
  line.points = static_cast<int>(points.x.size());
  line.used = line.points - law.first;
  line.range = {points.x[line.used > 0 ? law.first : 0], points.x[points.x.size() - 1]};
  line.sign = law.sign;
  line.exponent = estimate(law.exponent, level);
  line.last = estimate(law.last, level);
  line.bend = estimate(law.bend, level);
  if (law.bend && std::abs(law.bend->mean()) > rounding) line.bend_p_value = law.bend->p_value(0);
  if (line.growth == Growth::in_corruption && line.used > 0)
    line.knee = knee_of(points, trials.col(0), level, replicates);
  if (line.growth == Growth::of_coefficient) line.models = growth_models(points.x, points.values, replicates);
  if (line.used < 2) return line;

  const VectorXd bound = promised(task, points, law.first, line.quantity, theorem, line.theorem);
  const VectorXd x = points.x.tail(line.used);
  const bool bent = line.bend_p_value <= 1 - level;
  const double allowed = bent ? last_exponent(x, bound) : fitted_exponent(x, bound);
  line.paper = {std::min(allowed, bare_power(line.growth)), std::max(allowed, bare_power(line.growth))};
  const BootstrapMean& exponent = bent ? *law.last : *law.exponent;
  if (exponent.mean() > line.paper.high + rounding) line.p_value = exponent.p_value(line.paper.high);
  if (exponent.mean() < line.paper.low - rounding) line.p_value = exponent.p_value(line.paper.low);
  return line;
}

bool is_tested(const RateLine& line) { return line.used >= 3 && line.sign > 0; }

}  // namespace regretta
