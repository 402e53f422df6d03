#include "regretta/engine/evidence/statistics/beta.hpp"

#include <unsupported/Eigen/SpecialFunctions>

namespace regretta {

double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return Eigen::numext::betainc(a, b, x);
}

double beta_quantile(double p, double a, double b) {
  double low = 0;
  double high = 1;
  for (int k = 0; k < 200 && high - low > 1e-15 * high; ++k) {
    const double middle = 0.5 * (low + high);
    (incomplete_beta(a, b, middle) < p ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace regretta
