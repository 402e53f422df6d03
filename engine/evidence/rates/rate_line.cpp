#include "regretta/engine/evidence/rates/rate_line.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/power_law.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The points of a fit: sums over cells.
struct Points {
  VectorXd x;
  MatrixXd sums;                       ///< cells x points
  MatrixXd values;                     ///< trials x points
  std::vector<const RateCell*> cells;  ///< one of each point
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
constexpr double same_exponent = 1e-9;

double horizon_of(const RateCell* cell) { return static_cast<double>(cell->label->horizon); }

/// Weights for what a unit of C adds: least squares over the cells of one horizon.
VectorXd slope_weights(const std::vector<const RateCell*>& cells) {
  VectorXd C(std::ssize(cells));
  for (std::size_t k = 0; k < cells.size(); ++k) C[static_cast<Eigen::Index>(k)] = cells[k]->corruption;
  const VectorXd centred = C.array() - C.mean();
  return centred / centred.squaredNorm();
}

Points points_of(const RateTask& task, const MatrixXd& trials) {
  const std::vector<const RateCell*>& cells = task.cells;
  const bool in_corruption = task.growth == Growth::in_corruption;
  Points points;
  MatrixXd sums = MatrixXd::Zero(std::ssize(cells), std::ssize(cells));
  for (Eigen::Index k = in_corruption; k < std::ssize(cells);) {
    const auto first = static_cast<std::size_t>(k);
    const bool by_horizon = task.growth == Growth::of_coefficient || task.growth == Growth::added;
    const Eigen::Index own = by_horizon ? std::ranges::count(cells, horizon_of(cells[first]), horizon_of) : 1;  // cells
    const Eigen::Index j = std::ssize(points.cells);
    if (task.growth == Growth::of_coefficient)
      sums.block(k, j, own, 1) = slope_weights({cells.begin() + k, cells.begin() + k + own});
    else
      sums(k, j) = 1;
    if (in_corruption) sums(0, j) = -1;
    if (task.growth == Growth::added) sums.block(k, j, own, 1) << -1, 1;
    points.cells.push_back(cells[first + static_cast<std::size_t>(own) - 1]);
    k += own;
  }
  points.sums = sums.leftCols(std::ssize(points.cells));
  points.values = trials * points.sums;
  points.x.resize(std::ssize(points.cells));
  for (Eigen::Index j = 0; j < points.x.size(); ++j) {
    const RateCell* cell = points.cells[static_cast<std::size_t>(j)];
    points.x[j] = in_corruption ? cell->corruption : horizon_of(cell);
  }
  return points;
}

/// The theorem's bound at each point. Without a theorem (`speaks` is then false), the growth allowed by
/// the logarithms of the confidence widths: sqrt(T L) in T, C in C, C ln T for what C adds in T, ln T for the
/// coefficient of C.
VectorXd promised(const RateTask& task, const Points& points, const TheoremAt& theorem, bool& speaks) {
  VectorXd by_theorem(points.x.size()), by_widths(points.x.size());
  speaks = true;
  for (Eigen::Index j = 0; j < points.x.size(); ++j) {
    const RateCell& cell = *points.cells[static_cast<std::size_t>(j)];
    const auto own = theorem(cell, task.quantity, cell.corruption);
    const auto clean = theorem(cell, task.quantity, 0);
    speaks = speaks && own && clean;
    const double T = horizon_of(&cell);
    if (task.growth == Growth::in_horizon) {
      by_theorem[j] = own.value_or(0);
      by_widths[j] = std::sqrt(T * cell.log_term);
    } else {
      by_theorem[j] = own.value_or(0) - clean.value_or(0);
      by_widths[j] = task.growth == Growth::in_corruption ? points.x[j]
                     : task.growth == Growth::added       ? cell.corruption * std::log(T)
                                                          : std::log(T);
    }
  }
  speaks = speaks && (by_theorem.array() > 0).all() && by_theorem.allFinite();
  return speaks ? by_theorem : by_widths;
}

/// That of the paper's bound without logarithms and constants; for what C adds in T, where C does not grow.
double bare_power(Growth growth) {
  return growth == Growth::in_horizon ? 0.5 : growth == Growth::in_corruption ? 1 : 0;
}

double median_of(const VectorXd& values) { return quantile_of({values.begin(), values.end()}, 0.5); }

/// The first cell with a value that is more than 15 robust standard deviations from its median, if any. Where a learner
/// locks in with a small probability, chance decides in which cells of a line this is seen: the means of the others
/// look exact, and the difference looks like growth.
std::optional<std::int64_t> far_cell(const RateTask& task, const MatrixXd& trials) {
  constexpr double most = 15, to_deviation = 1.4826;  // of normal values, times the median distance
  for (Eigen::Index k = 0; k < trials.cols(); ++k) {
    const double middle = median_of(trials.col(k));
    const VectorXd distances = (trials.col(k).array() - middle).abs();
    if (distances.maxCoeff() > std::max(most * to_deviation * median_of(distances), 1e-9 * std::abs(middle)))
      return task.cells[static_cast<std::size_t>(k)]->label->cell;
  }
  return std::nullopt;
}

/// How the mean of a weighted sum of the points is inferred.
class PointSums {
 public:
  PointSums(const Points& points, double level)
      : points_(points), level_(level), means_(points.values.colwise().mean().transpose()) {}

  PointMeans means() const {
    return {means_, [this](const VectorXd& weights) { return of(weights).interval(1 - level_); }};
  }
  double mean(const VectorXd& weights) const { return weights.dot(means_); }
  /// Two-sided, that the mean of the sum is 0.
  double p_value(const VectorXd& weights) const { return of(weights).p_value(0); }

 private:
  SeenMean of(const VectorXd& weights) const {
    const VectorXd values = points_.values * weights;  // with weights of both signs
    return SeenMean(moments_of_differences({values.begin(), values.end()}));
  }

  const Points& points_;
  double level_;
  VectorXd means_;
};

Estimate exponent_by(const PowerLaw& law, const PointMeans& points, RateParts parts) {
  const double value = law.exponent(points.means);
  return {value, parts == RateParts::all ? law.exponent_interval(points) : Estimate().interval};
}

/// Exponents, their intervals and the bend.
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
  if (std::abs(line.bend.value) > 1e-6) line.bend_p_value = sums.p_value(bend.weights());
}

/// Holds the exponent against the paper's.
void judge(const RateTask& task, const Points& points, const PointSums& sums, double level, const TheoremAt& theorem,
           RateLine& line) {
  const double expected = bare_power(line.growth);
  const bool bent = line.bend_p_value <= 1 - level;
  const PowerLaw law = bent ? PowerLaw::between_the_last_two(points.x, expected) : PowerLaw(points.x, expected);
  double bare = expected;
  if (line.growth == Growth::added) {
    VectorXd C(points.x.size());
    for (Eigen::Index j = 0; j < C.size(); ++j) C[j] = points.cells[static_cast<std::size_t>(j)]->corruption;
    bare = law.exponent(C);
  }
  const double allowed = law.exponent(promised(task, points, theorem, line.theorem));
  line.paper = {std::min(allowed, bare), std::max(allowed, bare)};
  // A bend, which rests on what was seen, selects one of two exponents. Claims about the last two points, which take a
  // wrong bend if the line is straight, get a fifth of the error rate, the others the rest.
  const double share = bent ? 0.2 : 0.8;
  const auto of_two = [&](double p) { return std::min(1.0, p / share); };
  const double level_p = sums.p_value(law.level());
  if (level_p <= 1 - level) line.sign = sums.mean(law.level()) < 0 ? -1 : 1;
  const double exponent = bent ? line.last.value : line.exponent.value;
  if (line.sign < 0) {
    line.p_value = of_two(level_p);
  } else if (exponent > line.paper.high + same_exponent || exponent < line.paper.low - same_exponent) {
    // The claim supposes that the mean is positive: both must be shown.
    const VectorXd beyond = law.beyond(exponent > line.paper.high ? line.paper.high : line.paper.low);
    line.p_value = of_two(std::max(level_p, sums.p_value(beyond)));
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
  line.far_cell = far_cell(task, trials);
  if (line.far_cell) return line;
  const PointSums sums(points, level);
  fit(points, sums, parts, line);
  judge(task, points, sums, level, theorem, line);
  return line;
}

bool is_tested(const RateLine& line) { return line.points >= 3 && line.trials >= least_trials && line.sign != 0; }

namespace {

std::string negative(Growth growth) {
  const std::string_view what = growth == Growth::in_horizon      ? "the mean is negative"
                                : growth == Growth::in_corruption ? "it falls as C grows"
                                                                  : "C lowers it";
  return fmt::format("{}: no growth that an upper bound could limit; the exponents are those of its size", what);
}

/// What an exponent's interval says of the paper's exponents where their difference is not significant.
enum class Standing { allowed, outside, unknown };
Standing standing_of(const Estimate& exponent, const Interval& paper) {
  const auto& [low, high] = exponent.interval;
  if (!(low > paper.low - 0.5 && high < paper.high + 0.5)) return Standing::unknown;  // also NaN
  return low <= paper.high && high >= paper.low ? Standing::allowed : Standing::outside;
}
constexpr std::string_view may_be_chance = "which in a table of this size may be chance";

/// "..., the last one is above the paper's"
std::string bend_text(const RateLine& line, bool beyond) {
  const bool above = line.last.value > line.paper.high;
  const Standing standing = standing_of(line.last, line.paper);
  std::string text = beyond || standing == Standing::outside ? (above ? "above the paper's" : "below the paper's")
                     : standing == Standing::allowed         ? "as the paper allows"
                                                             : "known too poorly to be compared with the paper's";
  if (!beyond && standing == Standing::outside) text += fmt::format(", {}", may_be_chance);
  return fmt::format("the exponent {} by {:.2g} per factor 10; the last one is {}",
                     line.bend.value < 0 ? "falls" : "rises", std::abs(line.bend.value), text);
}

/// Once all p-values are adjusted.
void conclude(RateLine& line, double level) {
  const auto say = [&](RateVerdict verdict, std::string reason) {
    line.verdict = verdict;
    line.reason = std::move(reason);
  };
  const std::string_view points = line.growth == Growth::in_corruption ? "values of C" : "horizons";
  if (line.trials < 2) return say(RateVerdict::cannot_say, "fewer than two trials have a value in every cell");
  if (line.points < 2)
    return say(RateVerdict::cannot_say, line.growth == Growth::in_corruption
                                            ? "one value of C above 0: an exponent needs two, and its test three"
                                            : "one horizon: an exponent needs two, and its test three");
  if (line.far_cell)
    return say(RateVerdict::cannot_say, fmt::format("cell {} has a rare mode: see `diagnose`", *line.far_cell));
  if (line.sign == 0)
    return say(RateVerdict::cannot_say, line.growth == Growth::in_horizon ? "the mean is 0 or within noise of it"
                                                                          : "C adds nothing beyond noise");
  if (line.points < 3)
    return say(RateVerdict::cannot_say, fmt::format("{} {}: the test of a power law needs 3", line.points, points));
  if (line.trials < least_trials)
    return say(RateVerdict::cannot_say, fmt::format("too few trials: {}, and intervals of exponents hold from {} on",
                                                    line.trials, least_trials));
  const bool beyond = line.adjusted_p_value <= 1 - level;
  if (line.sign < 0) {
    if (!beyond) return say(RateVerdict::cannot_say, "negative, but within noise of 0 over the whole table");
    return say(RateVerdict::slower, negative(line.growth));
  }
  const Estimate& exponent = line.bend_p_value <= 1 - level ? line.last : line.exponent;  // as judged
  if (line.adjusted_bend_p <= 1 - level) {
    say(RateVerdict::curved, bend_text(line, beyond));
  } else if (beyond) {
    say(exponent.value > line.paper.high ? RateVerdict::faster : RateVerdict::slower, "");
  } else if (std::isnan(exponent.value)) {
    say(RateVerdict::cannot_say, fmt::format("no exponent: the sign changes between {}", points));
  } else if (standing_of(exponent, line.paper) == Standing::unknown) {
    say(RateVerdict::cannot_say, "too few trials: the interval reaches half a power from the paper's");
  } else if (standing_of(exponent, line.paper) == Standing::outside) {
    say(RateVerdict::cannot_say, fmt::format("not an exponent that the paper allows, {}", may_be_chance));
  } else {
    say(RateVerdict::consistent, "");
  }
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

std::string_view growth_text(Growth growth) {
  using enum Growth;
  static constexpr Choice words = choice_of<Growth>(
      {{in_horizon, "in T"}, {added, "added in T"}, {in_corruption, "in C"}, {of_coefficient, "of C in T"}});
  return words.word_of(growth);
}

std::string_view verdict_text(RateVerdict verdict) {
  using enum RateVerdict;
  static constexpr Choice words = choice_of<RateVerdict>({{consistent, "consistent"},
                                                          {faster, "locally faster"},
                                                          {slower, "locally slower"},
                                                          {curved, "curved"},
                                                          {cannot_say, "cannot say"}});
  return words.word_of(verdict);
}

}  // namespace regretta
