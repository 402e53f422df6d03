#pragma once
/// Quantiles, means of the worst trials and probabilities, with intervals that hold for any distribution; and rare
/// modes, which only a few values have, such as those of trials in which a learner has locked in to a wrong strategy.

#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"

namespace regretta {

struct TailEstimate {
  double estimate = 0;
  Interval interval;
};

// For all functions below: `sorted` is ascending, finite and not empty; p and level are between 0 and 1. Each end of an
// interval errs with probability at most (1 - level) / 2. `reach`: the possible values, widened if a value lies
// outside. If no value is far enough out to serve as an end of the interval, the end of the reach is used.

/// The p-quantile, estimated as in summary.hpp. The ends of its interval are order statistics, whose ranks follow from
/// the binomial distribution.
TailEstimate quantile_estimate(const std::vector<double>& sorted, double p, const Interval& reach, double level);

/// The mean of the largest 1 - p of the distribution (conditional value at risk). The interval is by Thomas and
/// Learned-Miller (Concentration inequalities for conditional value at risk, ICML 2019), from the confidence band of
/// Dvoretzky, Kiefer, Wolfowitz and Massart.
TailEstimate cvar_estimate(const std::vector<double>& sorted, double p, const Interval& reach, double level);

/// P(value > bound), with the interval of Clopper and Pearson.
TailEstimate chance_above(const std::vector<double>& sorted, double bound, double level);

/// A mode that only a few values have.
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

/// The rare mode of the values: at most a tenth of them, all above or all below the others. In standard deviations of
/// the others, the two means are more than 8 apart, and there is a gap of more than 2 between the mode and the others.
/// Values that are not finite are left out. Empty if there is no such mode, or if there are fewer than 20 values.
std::optional<RareMode> rare_mode(std::vector<double> values);

}  // namespace regretta
