#pragma once
/// Quantiles, means of the worst trials and probabilities, with intervals that hold for any distribution.

#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"

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

}  // namespace regretta
