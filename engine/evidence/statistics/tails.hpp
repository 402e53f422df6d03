#pragma once
/// Quantiles, means of the worst trials and probabilities, with intervals that hold for any distribution; and modes
/// that only a few values have, such as those of trials in which a learner has locked in to a wrong strategy.

#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"

namespace regretta {

struct TailEstimate {
  double estimate = 0;
  Interval interval;
};

/// All functions: `sorted` is ascending, finite and not empty, 0 < p, level < 1, and an end of an interval errs with
/// probability (1 - level) / 2 at most. `reach`: what the values can be, widened where they leave it; an end where no
/// value is far enough out is that of the reach.

/// The p-quantile; its interval goes from order statistic to order statistic, by the binomial distribution. The
/// estimate is that of summary.hpp.
TailEstimate quantile_estimate(const std::vector<double>& sorted, double p, const Interval& reach, double level);

/// The mean of the largest 1 - p of the distribution (conditional value at risk). The interval is that of Thomas and
/// Learned-Miller (Concentration inequalities for conditional value at risk, ICML 2019), from the bands of Dvoretzky,
/// Kiefer, Wolfowitz and Massart.
TailEstimate cvar_estimate(const std::vector<double>& sorted, double p, const Interval& reach, double level);

/// P(value > bound), with the interval of Clopper and Pearson.
TailEstimate chance_above(const std::vector<double>& sorted, double bound, double level);

struct RareMode {
  std::int64_t values = 0;  ///< number of values in the mode
  Interval share{};         ///< 95% interval of Clopper and Pearson for their share
  double nearest = 0;       ///< the value of the mode nearest to the other values
  double others = 0;        ///< the other value nearest to the mode
  double mean = 0;          ///< mean of all values
  double mean_of_others = 0;

  bool is_above() const { return nearest > others; }
  bool has(double value) const { return is_above() ? value >= nearest : value <= nearest; }
};

/// At most a tenth of the values, all above or all below the others, whose mean is at least 8 standard deviations of
/// the others away from theirs, behind a gap of 2 or more. Values that are not finite are left out. Empty if there is
/// no such mode, and for fewer than 20 values.
std::optional<RareMode> rare_mode(std::vector<double> values);

}  // namespace regretta
