#pragma once

namespace regretta {

/// The regularised incomplete beta function I_x(a, b) in [0, 1]; a, b > 0. x below 0 counts as 0, above 1 as 1.
double incomplete_beta(double a, double b, double x);

/// The x in [0, 1] with I_x(a, b) = p, 0 <= p <= 1; a, b > 0.
double beta_quantile(double p, double a, double b);

}  // namespace regretta
