#pragma once
/// Gamma draws by acceptance and rejection, lane by lane. Used by randomness.hpp.

#include <array>

#include "regretta/engine/real/functions.hpp"

namespace regretta::detail {

/// Shapes below 1 are drawn as shape + 1, and the draws multiplied by U^(1 / shape).
template <class Real>
REGRETTA_INLINE Real lifted(const Real& shape) {
  return select(shape < Real(1.0), shape + Real(1.0), shape);
}

/// A shape >= 1 as its draws use it.
template <class Real>
struct GammaShape {
  REGRETTA_INLINE static GammaShape of(const Real& shape) {
    const Real d = shape - Real(1.0 / 3);
    return {d, Real(1.0 / 3) / sqrt(d)};
  }
  Real d{0.0}, c{0.0};
};

/// One draw (Marsaglia and Tsang 2000): d t^3 with t = 1 + x and x = c z is accepted in at least 95% of the attempts,
/// each from a normal z and a uniform u of its own, namely if ln u < d (3 ln(1 + x) - 3 x + 3/2 x^2 - x^3).
template <class Real>
class GammaAttempts {
 public:
  REGRETTA_INLINE void start(const GammaShape<Real>& shape) {
    shape_ = shape;
    result_ = shape.d;
    pending_ = shape.d > Real(0.0);
  }
  /// Returns whether a lane needs decide(). A bound saves its logarithms in nearly all attempts: with s = max(-x, 0),
  /// the derivative 3 x^4 / (1 + x) of the difference shows that the right-hand side is at least
  /// -d x^4 (3/4 + 3/5 s / (1 - s)), and 1 / (1 - s) <= 1 + 2 s for s <= 1/2.
  REGRETTA_INLINE bool propose(const Real& z, const Real& u) {
    z_ = z;
    u_ = u;
    const Real x = shape_.c * z, square = x * x, s = max(-x, Real(0.0));
    t_ = fma(shape_.c, z, Real(1.0));
    const Real least = shape_.d * square * square * fma(s, fma(s, Real(1.2), Real(0.6)), Real(0.75));
    accepted_ = (u < Real(1.0) - least) & (s <= Real(0.5));
    return any(pending_ & !accepted_);
  }
  REGRETTA_INLINE void decide() {
    const Real log_cube = Real(3.0) * log_of_normal(max(t_, Real(1e-300)));
    const Mask<Real> below = log_of_normal(u_) < fma(Real(0.5), z_ * z_, shape_.d * (Real(1.0) - cube() + log_cube));
    accepted_ = accepted_ | below;
  }
  /// Returns whether a lane needs another attempt.
  REGRETTA_INLINE bool settle() {
    const Mask<Real> positive = t_ > Real(0.0), taken = accepted_ & positive & pending_;
    result_ = select(taken, shape_.d * cube(), result_);
    pending_ = pending_ & !taken;
    return any(pending_);
  }
  /// Of a lane that accepted none: d.
  const Real& result() const { return result_; }

 private:
  REGRETTA_INLINE Real cube() const { return t_ * t_ * t_; }

  GammaShape<Real> shape_;
  Real z_{0.0}, t_{0.0}, u_{0.0}, result_{0.0};
  Mask<Real> pending_{}, accepted_{};
};

/// Draws n gammas side by side, which takes little longer than one. propose(k, attempt, gamma): calls gamma.propose
/// with the numbers of that attempt, from 1, of draw k, so that a lane's result does not depend on other lanes.
template <int most_attempts, std::size_t n, class Real, class Propose>
REGRETTA_INLINE std::array<Real, n> draw_gammas(const std::array<GammaShape<Real>, n>& shapes, Propose propose) {
  std::array<GammaAttempts<Real>, n> gammas;
  each<n>([&](auto k) REGRETTA_FLAT { gammas[k].start(shapes[k]); });
  std::array<bool, n> in_doubt;
  each<n>([&](auto k) REGRETTA_FLAT { in_doubt[k] = propose(k, 1, gammas[k]); });
  each<n>([&](auto k) REGRETTA_FLAT {
    if (in_doubt[k]) gammas[k].decide();
    for (int attempt = 2; gammas[k].settle() && attempt <= most_attempts; ++attempt)
      if (propose(k, attempt, gammas[k])) gammas[k].decide();
  });
  std::array<Real, n> results;
  each<n>([&](auto k) REGRETTA_FLAT { results[k] = gammas[k].result(); });
  return results;
}

}  // namespace regretta::detail
