#pragma once
/// Intervals, and the distributions that they rest on: binomial, Student's t and normal.

#include <cstdint>

namespace regretta {

/// A closed interval for an unknown number. An end may be infinite.
struct Interval {
  double low = 0;
  double high = 0;
  bool has(double x) const { return low <= x && x <= high; }
};

/// P(X >= k) for X ~ Binomial(n, p); 0 <= k <= n, 0 <= p <= 1. Exact.
double binomial_tail(std::int64_t k, std::int64_t n, double p);

/// The exact two-sided interval of Clopper and Pearson (Biometrika 26, 1934) for a probability, from k events in n
/// trials; 0 <= k <= n, 0 < level < 1. Each end errs with probability at most (1 - level) / 2, whatever the true
/// probability. [0, 1] for n = 0.
Interval clopper_pearson(std::int64_t k, std::int64_t n, double level);

/// P(X <= t) for Student's t with `degrees` > 0 degrees of freedom.
double student_cdf(double t, double degrees);

/// The t with P(X > t) = `tail`, 0 < tail < 1.
double student_beyond(double tail, double degrees);

/// The z with P(X > z) = `tail` for the normal distribution, 0 < tail < 1.
double normal_beyond(double tail);

}  // namespace regretta
