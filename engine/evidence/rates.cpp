#include "regretta/engine/evidence/rates.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/power_law.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"

namespace regretta {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The points through which a power law is fitted.
struct Points {
  VectorXd x;       ///< T or C
  MatrixXd values;  ///< trials x points
  std::vector<const RateCell*> cells;
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

/// Exponents that differ by less count as equal: in studies without noise, such differences are rounding errors.
constexpr double exponent_tolerance = 1e-9;

double horizon_of(const RateCell* cell) { return static_cast<double>(cell->label->horizon); }

Points points_of(const RateTask& task, const MatrixXd& trials) {
  const bool in_corruption = task.growth == Growth::in_corruption;
  Points points;
  points.cells.assign(task.cells.begin() + in_corruption, task.cells.end());
  points.values = trials.rightCols(std::ssize(points.cells));
  if (in_corruption) points.values.colwise() -= trials.col(0);
  points.x.resize(std::ssize(points.cells));
  for (Eigen::Index j = 0; j < points.x.size(); ++j) {
    const RateCell* cell = points.cells[static_cast<std::size_t>(j)];
    points.x[j] = in_corruption ? cell->corruption : horizon_of(cell);
  }
  return points;
}

/// The theorem's bound at each point; for growth in C, minus the bound at C = 0. Without a theorem, or if
/// its bound is not above 0 at every point (`has_theorem` is then false): sqrt(T L) in T, as confidence widths grow,
/// where L is RateCell::log_term; C itself in C.
VectorXd allowed_growth(const RateTask& task, const Points& points, const TheoremAt& theorem, bool& has_theorem) {
  VectorXd by_theorem(points.x.size()), by_widths(points.x.size());
  has_theorem = true;
  for (Eigen::Index j = 0; j < points.x.size(); ++j) {
    const RateCell& cell = *points.cells[static_cast<std::size_t>(j)];
    const auto bound = theorem(cell, task.quantity, cell.corruption);
    const auto clean = theorem(cell, task.quantity, 0);
    has_theorem = has_theorem && bound && clean;
    if (task.growth == Growth::in_horizon) {
      by_theorem[j] = bound.value_or(0);
      by_widths[j] = std::sqrt(points.x[j] * cell.log_term);
    } else {
      by_theorem[j] = bound.value_or(0) - clean.value_or(0);
      by_widths[j] = points.x[j];
    }
  }
  has_theorem = has_theorem && (by_theorem.array() > 0).all() && by_theorem.allFinite();
  return has_theorem ? by_theorem : by_widths;
}

/// The exponent of the paper's bound without logarithms and constants.
double bare_power(Growth growth) { return growth == Growth::in_horizon ? 0.5 : 1; }

double median_of(const VectorXd& values) { return quantile_of({values.begin(), values.end()}, 0.5); }

/// The first cell with a value that is more than 15 robust standard deviations from the cell's median, if any. If a
/// learner gets stuck on a wrong arm in a few trials, chance decides which cells of a line have such trials. The means
/// of the other cells look exact, and the difference looks like growth. ERROR_RATES.md says how the 15 was chosen.
std::optional<std::int64_t> first_far_cell(const RateTask& task, const MatrixXd& trials) {
  constexpr double most = 15, rounding = 1e-9;  // most: in robust deviations; rounding: relative to the median
  constexpr double to_deviation = 1.4826;       // standard deviation / median absolute deviation, of normal values
  for (Eigen::Index k = 0; k < trials.cols(); ++k) {
    const double median = median_of(trials.col(k));
    const VectorXd distances = (trials.col(k).array() - median).abs();
    if (distances.maxCoeff() > std::max(most * to_deviation * median_of(distances), rounding * std::abs(median)))
      return task.cells[static_cast<std::size_t>(k)]->label->cell;
  }
  return std::nullopt;
}

/// Inference about means of weighted sums of the points.
class PointSums {
 public:
  PointSums(const Points& points, double level)
      : points_(points), level_(level), means_(points.values.colwise().mean().transpose()) {}

  PointMeans means() const {
    return {means_, [this](const VectorXd& weights) { return inference(weights).interval(1 - level_); }};
  }
  double mean(const VectorXd& weights) const { return weights.dot(means_); }
  /// Two-sided p-value of the hypothesis that the mean of the sum is 0.
  double p_value(const VectorXd& weights) const { return inference(weights).p_value(0); }

 private:
  MeanInference inference(const VectorXd& weights) const {
    const VectorXd values = points_.values * weights;  // treated as a difference, as weights have both signs
    return MeanInference(moments_of_differences({values.begin(), values.end()}));
  }

  const Points& points_;
  double level_;
  VectorXd means_;
};

Estimate exponent_by(const PowerLaw& law, const PointMeans& points, RateParts parts) {
  const double value = law.exponent(points.means);
  return {value, parts == RateParts::all ? law.exponent_interval(points) : Estimate().interval};
}

/// Sets the exponents, their intervals and the bend.
void fit(const Points& points, const PointSums& sums, RateParts parts, RateLine& line) {
  const double expected = bare_power(line.growth);
  const PowerLaw law(points.x, expected);
  const PointMeans means = sums.means();
  line.exponent = exponent_by(law, means, parts);
  line.last = exponent_by(PowerLaw::between_the_last_two(points.x, expected), means, parts);
  if (line.points < 3 || !std::isfinite(line.exponent.value)) return;
  const Bend bend(points.x, line.exponent.value);
  line.bend.value = bend.estimate(means.means);
  if (parts == RateParts::all) line.bend.interval = bend.interval(means);
  if (std::abs(line.bend.value) > 1e-6) line.bend_p_value = sums.p_value(bend.weights());  // else only rounding
}

/// Compares the exponent with the paper's: sets `paper`, `theorem`, `sign` and `p_value`.
void judge(const RateTask& task, const Points& points, const PointSums& sums, double level, const TheoremAt& theorem,
           RateLine& line) {
  const double expected = bare_power(line.growth);
  const bool has_bend = line.bend_p_value <= 1 - level;
  const PowerLaw law = has_bend ? PowerLaw::between_the_last_two(points.x, expected) : PowerLaw(points.x, expected);
  const double allowed = law.exponent(allowed_growth(task, points, theorem, line.theorem));
  line.paper = {std::min(allowed, expected), std::max(allowed, expected)};
  // The bend in the data decides which of two exponents is tested. So the two tests share the error rate: the test of
  // the last two points gets a fifth, because under a power law it is reached only if a bend is found wrongly.
  const double share = has_bend ? 0.2 : 0.8;
  const auto adjusted = [&](double p) { return std::min(1.0, p / share); };
  const double sign_p = sums.p_value(law.level());
  if (sign_p <= 1 - level) line.sign = sums.mean(law.level()) < 0 ? -1 : 1;
  const double exponent = has_bend ? line.last.value : line.exponent.value;
  if (line.sign < 0) {
    line.p_value = adjusted(sign_p);
  } else if (exponent > line.paper.high + exponent_tolerance || exponent < line.paper.low - exponent_tolerance) {
    // The claim assumes a positive mean, so both the sign and the exponent must be shown.
    const VectorXd weights = law.beyond(exponent > line.paper.high ? line.paper.high : line.paper.low);
    line.p_value = adjusted(std::max(sign_p, sums.p_value(weights)));
  }
}

}  // namespace

RateLine rate_line(const RateTask& task, double level, const TheoremAt& theorem, RateParts parts) {
  RateLine line;
  line.growth = task.growth;
  for (const RateCell* cell : task.cells) line.cells.push_back(cell->label);
  line.quantity = task.quantity;
  line.corruption = task.cells.back()->corruption;
  const MatrixXd trials = common_trials(task);
  line.trials = trials.rows();
  line.left_out = std::ssize(task.cells.front()->values[task.value_index]) - line.trials;

  const Points points = points_of(task, trials);
  line.points = static_cast<int>(points.x.size());
  line.range = {points.x[0], points.x[points.x.size() - 1]};
  if (line.trials < 2 || line.points < 2) return line;
  line.far_cell = first_far_cell(task, trials);
  if (line.far_cell) return line;
  const PointSums sums(points, level);
  fit(points, sums, parts, line);
  judge(task, points, sums, level, theorem, line);
  return line;
}

bool is_tested(const RateLine& line) { return line.points >= 3 && line.trials >= least_trials && !line.far_cell; }

namespace {

std::string negative_text(Growth growth) {
  const std::string_view what = growth == Growth::in_horizon ? "the mean is negative" : "the mean falls as C grows";
  return fmt::format("{}: no growth that an upper bound could limit; exponents are those of the absolute value", what);
}

/// Relation of an exponent's interval to the paper's exponents if their difference is not significant. `unknown`: the
/// interval is too wide to tell.
enum class Relation { allowed, outside, unknown };
Relation relation_of(const Estimate& exponent, const Interval& paper) {
  const auto& [low, high] = exponent.interval;
  if (!(low > paper.low - 0.5 && high < paper.high + 0.5)) return Relation::unknown;  // also for NaN
  return low <= paper.high && high >= paper.low ? Relation::allowed : Relation::outside;
}
constexpr std::string_view may_be_chance = "which in a table of this size may be chance";

/// Text such as "the exponent rises by 0.2 per factor of 10; between the last two points it is above the paper's".
std::string bend_text(const RateLine& line, bool is_shown) {
  const bool above = line.last.value > line.paper.high;
  const Relation relation = relation_of(line.last, line.paper);
  std::string text = is_shown || relation == Relation::outside ? (above ? "above the paper's" : "below the paper's")
                     : relation == Relation::allowed           ? "as the paper allows"
                                                               : "known too poorly to be compared with the paper's";
  if (!is_shown && relation == Relation::outside) text += fmt::format(", {}", may_be_chance);
  return fmt::format("the exponent {} by {:.2g} per factor of 10; between the last two points it is {}",
                     line.bend.value < 0 ? "falls" : "rises", std::abs(line.bend.value), text);
}

/// Sets verdict and reason of a line whose p-values are adjusted.
void conclude(RateLine& line, double level) {
  const auto set = [&](RateVerdict verdict, std::string reason) {
    line.verdict = verdict;
    line.reason = std::move(reason);
  };
  const std::string_view points = line.growth == Growth::in_corruption ? "values of C" : "horizons";
  if (line.trials < 2) return set(RateVerdict::cannot_say, "fewer than two trials have a value in every cell");
  if (line.points < 2)
    return set(RateVerdict::cannot_say, line.growth == Growth::in_corruption
                                            ? "one value of C above 0: an exponent needs two, and its test three"
                                            : "one horizon: an exponent needs two, and its test three");
  if (line.far_cell)
    return set(RateVerdict::cannot_say, fmt::format("cell {} has a rare mode: see `diagnose`", *line.far_cell));
  if (line.sign == 0)
    return set(RateVerdict::cannot_say, line.growth == Growth::in_horizon ? "the mean is 0 or within noise of it"
                                                                          : "the effect of C is within noise of 0");
  if (line.points < 3)
    return set(RateVerdict::cannot_say,
               fmt::format("only {} {}: the test of a power law needs 3", line.points, points));
  if (line.trials < least_trials)
    return set(
        RateVerdict::cannot_say,
        fmt::format("too few trials: {}; the intervals of exponents are valid from {} on", line.trials, least_trials));
  const bool is_shown = line.adjusted_p_value <= 1 - level;
  if (line.sign < 0) {
    if (!is_shown)
      return set(RateVerdict::cannot_say, "the mean is negative, which in a table of this size may be chance");
    return set(RateVerdict::slower, negative_text(line.growth));
  }
  const Estimate& exponent = line.bend_p_value <= 1 - level ? line.last : line.exponent;  // the one that judge() tested
  if (line.adjusted_bend_p <= 1 - level) {
    set(RateVerdict::curved, bend_text(line, is_shown));
  } else if (is_shown) {
    set(exponent.value > line.paper.high ? RateVerdict::faster : RateVerdict::slower, "");
  } else if (std::isnan(exponent.value)) {
    set(RateVerdict::cannot_say, fmt::format("no exponent: the sign changes between {}", points));
  } else if (relation_of(exponent, line.paper) == Relation::unknown) {
    set(RateVerdict::cannot_say, "too few trials: the interval extends 0.5 or more beyond the paper's exponents");
  } else if (relation_of(exponent, line.paper) == Relation::outside) {
    set(RateVerdict::cannot_say, fmt::format("the exponent is not one that the paper allows, {}", may_be_chance));
  } else {
    set(RateVerdict::consistent, "");
  }
}

/// Cells of one learner in one environment that differ only in horizon and corruption budget, by horizon, then C.
using RateGroup = std::vector<RateCell>;

/// The groups in order of their first cells, without the values of their trials. `catalogue` tells which parameters are
/// budgets. Throws StudyFileError as StudyReader does.
std::vector<RateGroup> rate_groups(const Results& study, const Catalogue& catalogue) {
  const double delta = study.study().delta;
  const std::vector<bool> is_budget = parameters_with_role(Role::corruption_budget, study, catalogue);
  const auto cell_of = [&](const CellLabel& label) {
    RateCell cell;
    cell.label = &label;
    for (std::size_t k = 0; k < label.swept.size(); ++k)
      if (is_budget[k] && label.swept[k].has_value())
        cell.budget += study.swept()[k] + " = " + to_text(label.swept[k]) + "\n";
    cell.log_term = std::log(static_cast<double>(label.horizon) * static_cast<double>(label.arms) *
                             static_cast<double>(label.constraints) / delta);
    TrialValues values = study.independent_values(label, {Quantity::corruption, Quantity::rho, Quantity::rho_pure});
    for (double* mean : {&cell.rho_pure, &cell.rho, &cell.corruption}) {
      *mean = summarise(std::move(values.back())).mean;
      values.pop_back();
    }
    return cell;
  };
  const auto without_budget = [&](const CellLabel& label) {
    std::vector<std::string> settings;
    for (std::size_t k = 0; k < label.swept.size(); ++k)
      if (!is_budget[k]) settings.push_back(to_text(label.swept[k]));
    return std::tuple(label.learner, label.learner_name, label.environment_kind, label.environment,
                      std::move(settings));
  };
  std::vector<RateGroup> groups;
  for (const auto& labels : groups_by(study.cells(), without_budget)) {
    RateGroup& group = groups.emplace_back();
    for (const CellLabel* label : labels) group.push_back(cell_of(*label));
    std::ranges::stable_sort(group, {}, [](const RateCell& cell) {
      return std::tuple(cell.label->horizon, std::isnan(cell.corruption) ? infinity : cell.corruption,
                        cell.label->cell);
    });
  }
  return groups;
}

using Cells = std::vector<const RateCell*>;

/// Groups cells by budget, with one cell per horizon, ordered by T.
std::vector<Cells> by_budget(const RateGroup& group) {
  std::vector<Cells> lines = groups_by(group, &RateCell::budget);
  for (Cells& line : lines)
    line.erase(std::unique(line.begin(), line.end(),
                           [](const RateCell* a, const RateCell* b) { return a->label->horizon == b->label->horizon; }),
               line.end());
  return lines;
}

/// Cells of one horizon with distinct C, ordered by C, the first with C = 0; empty if there is none with C = 0.
Cells by_corruption(const RateGroup& group, std::int64_t horizon) {
  constexpr double least_factor = 1.01;  // measured values of C that differ by a smaller factor count as equal
  Cells line;
  for (const RateCell& cell : group) {
    if (cell.label->horizon != horizon) continue;
    if (line.empty() ? cell.is_clean() : cell.corruption > least_factor * line.back()->corruption)
      line.push_back(&cell);
  }
  return line;
}

std::vector<std::int64_t> horizons_of(const RateGroup& group) {
  std::vector<std::int64_t> horizons;
  for (const RateCell& cell : group)
    if (horizons.empty() || horizons.back() != cell.label->horizon) horizons.push_back(cell.label->horizon);
  return horizons;
}

/// The tasks of one group, without quantities. `add_all`: RatesOptions::all.
std::vector<RateTask> tasks_of(const RateGroup& group, bool add_all) {
  std::vector<RateTask> tasks;
  const std::vector<Cells> in_horizon = by_budget(group);
  const auto is_clean = [](const Cells& cells) { return cells.back()->is_clean(); };
  const bool any_clean = std::ranges::any_of(in_horizon, is_clean);
  for (const Cells& cells : in_horizon)
    if (cells.size() >= 2 && (add_all || !any_clean || is_clean(cells))) tasks.push_back({Growth::in_horizon, cells});
  const std::vector<std::int64_t> horizons = horizons_of(group);
  for (const std::int64_t horizon : horizons) {
    Cells cells = by_corruption(group, horizon);
    if (cells.size() >= 2 && (add_all || horizon == horizons.back()))
      tasks.push_back({Growth::in_corruption, std::move(cells)});
  }
  return tasks;
}

/// Calls work(k) for every task k, in parallel. Groups are read, worked on and freed in batches of at least 16 tasks
/// (the last batch may be smaller), so that few trials are in memory. ends[g]: one past the last task of group g.
template <class Work>
void work_on_groups(const Results& study, const std::vector<Quantity>& quantities, std::vector<RateGroup>& groups,
                    const std::vector<std::size_t>& ends, const Work& work) {
  constexpr std::size_t batch = 16;
  std::size_t done = 0, first = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (RateCell& cell : groups[g])
      if (ends[g] > (g == 0 ? 0 : ends[g - 1])) cell.values = study.independent_values(*cell.label, quantities);
    if (ends[g] < done + batch && g + 1 < groups.size()) continue;
    tbb::parallel_for(done, ends[g], work);
    for (done = ends[g]; first <= g; ++first)
      for (RateCell& cell : groups[first]) cell.values = {};
  }
}

/// The quantity whose theorem also bounds the growth of `quantity`.
Quantity bounded_by(Quantity quantity) {
  if (quantity == Quantity::expected_regret) return Quantity::regret;
  if (quantity == Quantity::signed_violation) return Quantity::violation;
  return quantity;
}

}  // namespace

void conclude(std::vector<RateLine>& lines, double level) {
  std::vector<RateLine*> tested;
  for (RateLine& line : lines)
    if (is_tested(line)) tested.push_back(&line);
  const std::vector<double> claims = holm_adjusted(tested, &RateLine::p_value);
  const std::vector<double> bends = holm_adjusted(tested, &RateLine::bend_p_value);
  for (std::size_t k = 0; k < tested.size(); ++k) {
    tested[k]->adjusted_p_value = claims[k];
    tested[k]->adjusted_bend_p = bends[k];
  }
  for (RateLine& line : lines) conclude(line, level);
}

std::string_view growth_text(Growth growth) { return growth == Growth::in_horizon ? "in T" : "in C"; }

std::string_view verdict_text(RateVerdict verdict) {
  using enum RateVerdict;
  static constexpr Choice words = choice_of<RateVerdict>({{consistent, "consistent"},
                                                          {faster, "locally faster"},
                                                          {slower, "locally slower"},
                                                          {curved, "curved"},
                                                          {cannot_say, "cannot say"}});
  return words.word_of(verdict);
}

std::vector<RateLine> growth_rates(const Results& study, const Catalogue& catalogue, const RatesOptions& options) {
  std::vector<RateGroup> groups = rate_groups(study, catalogue);
  RebuiltCells rebuilt(study, catalogue, options.folder);
  std::map<const CellLabel*, Cell> cells;  // to evaluate the theorems of their learners
  std::vector<RateTask> tasks;
  std::vector<std::size_t> ends;  // by group, one past its last task
  for (const RateGroup& group : groups) {
    const std::vector<RateTask> group_tasks = tasks_of(group, options.all);
    for (const RateTask& task : group_tasks)
      for (const RateCell* cell : task.cells)
        if (!cells.contains(cell->label)) cells.emplace(cell->label, rebuilt.cell(*cell->label));
    for (std::size_t q = 0; q < options.quantities.size(); ++q)
      for (RateTask task : group_tasks) {
        task.quantity = options.quantities[q];
        task.value_index = q;
        tasks.push_back(std::move(task));
      }
    ends.push_back(tasks.size());
  }

  const TheoremAt theorem = [&](const RateCell& cell, Quantity quantity, double corruption) {
    const Cell& rebuilt_cell = cells.at(cell.label);
    const BoundTerms terms{.corruption = corruption, .rho = cell.rho, .rho_pure = cell.rho_pure};
    const Bound bound = rebuilt_cell.bound_learner.bound(bounded_by(quantity), rebuilt_cell.problem(), terms);
    return bound.applies ? std::optional(bound.value) : std::nullopt;
  };
  std::vector<RateLine> lines(tasks.size());
  work_on_groups(study, options.quantities, groups, ends,
                 [&](std::size_t k) { lines[k] = rate_line(tasks[k], options.level, theorem); });
  conclude(lines, options.level);
  return lines;
}

}  // namespace regretta
