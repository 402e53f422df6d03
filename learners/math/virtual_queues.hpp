#pragma once
/// Prices of constraints, for primal-dual learners. A virtual queue is a price that grows with violations and shrinks
/// with slack, but never below 0.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// loss + sum_i price_i violation(i): the priced loss of an arm. price: m.
template <class Real, class Violation>
REGRETTA_INLINE Real priced(Real loss, const Vector<Real>& price, Violation violation) {
  for (int i = 0, m = static_cast<int>(price.size()); i < m; ++i) loss = fma(price[i], violation(i), loss);
  return loss;
}

/// Q_i <- [Q_i + violation(i)]+.
template <class Real, class Violation>
REGRETTA_INLINE void update_queues(Vector<Real>& queue, Violation violation) {
  for (int i = 0, m = static_cast<int>(queue.size()); i < m; ++i) queue[i] = max(queue[i] + violation(i), Real(0.0));
}

/// sum_i Q_i.
template <class Real>
REGRETTA_INLINE Real total(const Vector<Real>& queue) {
  Real sum(0.0);
  for (int i = 0, m = static_cast<int>(queue.size()); i < m; ++i) sum += queue[i];
  return sum;
}

/// Maps a priced loss from [bound low, 1 + bound high] to [0, 1]. It lies in this range if violations are in [low,
/// high] and the prices sum to at most `bound`.
template <class Real>
REGRETTA_INLINE Real into_unit_interval(const Real& cost, const Real& bound, const ViolationRange& violations) {
  return fma(bound, Real(-violations.low), cost) / fma(bound, Real(violations.width()), Real(1.0));
}

}  // namespace regretta
