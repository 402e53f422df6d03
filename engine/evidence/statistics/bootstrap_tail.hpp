#pragma once
/// p-values of bootstrap-t too small to be counted. A table of 5,000 comparisons needs p-values of 1e-5; counting them
/// would take millions of replicates per line, and the more lines, the more replicates for each. Here a few thousand
/// replicates do for any p-value, because they are drawn where the event happens (importance sampling).
///
/// With S and V^2 the sums of a resample of n centred values and of their squares, its ratio reaches r > 0 exactly
/// where S >= rho V, rho^2 = n r^2 / (n - 1 + r^2). Since V = min_c (V^2 / c + c) / 2, this is Chernoff's problem for
/// x - rho x^2 / (2 c) at the c that V takes (Shao, Annals of Probability 25, 1997). Replicates are drawn from a
/// mixture of the distributions that are tilted for a grid of c, each with a share proportional to its bound, and from
/// the values as they are. Weights are then at most about the sum of the bounds, wherever the event happens, so that
/// the relative error does not depend on how rare it is. For a difference of two means, S and V^2 are sums over both
/// resamples, each with its own scale, and rho is that of resamples that share S as their variances do; the event
/// itself is never approximated.

#include <utility>
#include <vector>

#include "regretta/engine/evidence/statistics/bootstrap.hpp"

namespace regretta {

/// One sample, whose mean is meant; or two independent ones, and the mean of `values` minus that of `subtracted`.
struct Samples {
  Samples(std::vector<double> of, std::vector<double> less = {})  // NOLINT: values are a sample
      : values(std::move(of)), subtracted(std::move(less)) {}
  std::vector<double> values;
  std::vector<double> subtracted;

  BootstrapMean mean(int replicates) const {
    return subtracted.empty() ? BootstrapMean(values, replicates)
                              : BootstrapMean::difference(values, subtracted, replicates);
  }
};

/// The probability that a resample has a ratio (see BootstrapMean) of at least `ratio` > 0, with a relative standard
/// error of about 5%; slightly too large on average, as a count of replicates plus one is. Values must be finite, at
/// least two in each sample, and not all equal to their sample's mean.
double bootstrap_tail(const Samples& samples, double ratio);

/// About a true mean.
enum class Hypothesis { zero, at_most_zero, at_least_zero };

/// The p-value of `mean`, the mean of `samples`, two-sided for Hypothesis::zero. Computed with the replicates of `mean`
/// if they resolve it or if `least_p` is not smaller than what they resolve, else by bootstrap_tail; then at least
/// least_resolved(least_p).
double resolved_p_value(const BootstrapMean& mean, const Samples& samples, int replicates, double least_p,
                        Hypothesis hypothesis = Hypothesis::zero);

/// Whether the p-value `counted` from so many replicates is too small to be resolved, where those around `least_p`
/// matter.
bool is_unresolved(double counted, int replicates, double least_p);

/// What stands for all smaller p-values where p-values around `least_p` matter.
double least_resolved(double least_p);

}  // namespace regretta
