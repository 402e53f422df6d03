#pragma once
/// An interval for a ratio of two means, by Fieller's method (Journal of the Royal Statistical Society B 16, 1954): the
/// ratio r is E u / E v if and only if u - r v has mean 0, so the interval consists of the r at which that is not
/// refused. Any interval for a mean will do; nothing is divided by a noisy number.

#include <functional>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

/// The interval for E(c u - s v).
using CombinedMean = std::function<Interval(double c, double s)>;

/// For E u / E v, where u_mean and v_mean > 0 are estimates. Both ends are infinite if the interval for E v has 0.
Interval ratio_interval(double u_mean, double v_mean, const CombinedMean& interval_of);

}  // namespace regretta
