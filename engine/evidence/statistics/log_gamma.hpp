#pragma once
#include <math.h>

namespace regretta {

/// log |Gamma(x)|, x > 0. std::lgamma also writes the sign into a variable of the whole process, which threads share.
inline double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

}  // namespace regretta
