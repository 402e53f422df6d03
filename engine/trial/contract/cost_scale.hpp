#pragma once
/// Constraints that are stated as a cost in [0, 1] and a threshold, as most papers do. The violation is their
/// difference, so it has a range of width 1 instead of 2, and noise is that of the cost.

#include "regretta/engine/real/real.hpp"

namespace regretta {

/// The values that violations of a constraint can have.
struct ViolationRange {
  double low = -1;
  double high = 1;
  double width() const { return high - low; }
};

/// g = cost - threshold where a cost is to be at most the threshold, threshold - cost where it is to be at least.
struct CostScale {
  double threshold = 0;  ///< in [0, 1]
  bool at_least = false;

  double sign() const { return at_least ? -1 : 1; }
  template <class Real>
  Real violation(const Real& cost) const {
    return Real(sign()) * (cost - Real(threshold));
  }
  template <class Real>
  Real cost(const Real& violation) const {
    return max(min(fma(Real(sign()), violation, Real(threshold)), Real(1.0)), Real(0.0));
  }
  ViolationRange range() const {
    return at_least ? ViolationRange{threshold - 1, threshold} : ViolationRange{-threshold, 1 - threshold};
  }
};

}  // namespace regretta
