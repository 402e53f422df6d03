#pragma once
/// Student's t distribution.

namespace regretta {

/// P(X <= t) for Student's t with `degrees` > 0 degrees of freedom.
double student_cdf(double t, double degrees);

/// The t with P(X > t) = `tail`, 0 < tail < 1.
double student_beyond(double tail, double degrees);

/// The same for infinitely many degrees, the normal distribution.
double normal_beyond(double tail);

/// The t with P(|X| <= t) = `level`, 0 < level < 1: the half-width of a two-sided interval in standard errors.
double student_two_sided(double level, double degrees);

}  // namespace regretta
