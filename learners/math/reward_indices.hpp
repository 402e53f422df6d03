#pragma once
/// Upper indices of means in [0, 1], for learners that play one arm at a time. Lower ones are their mirror image:
/// 1 - upper(1 - mean).

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// sup{q in [p, 1] : kl(p, q) <= b} for p in [0, 1], b >= 0, kl the divergence of Bernoulli laws; to 1e-16 / sqrt(b).
///
/// Newton's method from the right: kl is convex and rises there, so the steps only go down and cannot pass the root.
/// It starts from the lower of two bounds, by Pinsker and by dropping the term in ln q.
template <class Real>
Real kl_upper_index(Real p, Real b) {
  constexpr double tiny = 1e-300;
  constexpr int most_steps = 40;
  const Real rest = Real(1.0) - p;
  const Real entropy = fma(p, log(max(p, Real(tiny))), rest * log(max(rest, Real(tiny))));  // less than 0
  const Real q_pinsker = p + sqrt(Real(0.5) * b);
  const Real q_tail = Real(1.0) - exp((entropy - b) / max(rest, Real(tiny)));
  Real q = max(min(q_pinsker, q_tail), p);
  // Elsewhere the bounds are the index, to rounding.
  const Mask<Real> above = q > p + Real(1e-13), below = q < Real(1.0 - 1e-15);
  Mask<Real> active = above & below;
  for (int step = 0; step < most_steps && any(active); ++step) {
    const Real left = Real(1.0) - q, gap = q - p;
    const Real excess = entropy - fma(p, log(q), rest * log(left)) - b;
    const Real down = excess * q * left / gap;
    q = select(active, max(q - down, p), q);
    active = active & (down > Real(1e-8) * min(gap, left));
  }
  return q;
}

/// Upper indices from a sum of n observations in [0, 1], 1 / n and ln t; infinite where n = 0.
struct RootIndex {
  double alpha;  ///< mean + sqrt(alpha ln t / n)
  template <class Real>
  REGRETTA_INLINE Real operator()(const Real& sum, const Real& inverse, double log_t) const {
    const Real index = fma(sum, inverse, sqrt(Real(alpha * log_t) * inverse));
    return select(inverse < Real(infinity), index, Real(infinity));
  }
};
struct KlIndex {
  double c;  ///< sup{q : kl(mean, q) <= c ln t / n}
  template <class Real>
  REGRETTA_INLINE Real operator()(const Real& sum, const Real& inverse, double log_t) const {
    const Real index = kl_upper_index(min(sum * inverse, Real(1.0)), Real(c * log_t) * inverse);
    return select(inverse < Real(infinity), index, Real(infinity));
  }
};

}  // namespace regretta
