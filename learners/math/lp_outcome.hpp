#pragma once
/// The status of a linear program; ProjectionCounts counts it.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// What a linear program over the simplex reports besides its solution.
template <class Real>
struct LpOutcome {
  Mask<Real> moved;  ///< a constraint binds: some multiplier is positive
  Mask<Real> empty;  ///< no x is feasible within 1e-9; the constraints were relaxed
  Mask<Real> tied;   ///< arms may have been told apart by tie order
};

}  // namespace regretta
