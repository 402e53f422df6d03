#pragma once
#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// What a linear program over the simplex answers, besides its solution.
template <class Real>
struct LpOutcome {
  Mask<Real> moved;  ///< a constraint binds: some multiplier is positive
  Mask<Real> empty;  ///< no x was feasible
};

}  // namespace regretta
