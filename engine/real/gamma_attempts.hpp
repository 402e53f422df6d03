#pragma once
/// Gamma draws by acceptance and rejection, lane by lane. Used by randomness.hpp.

#include <array>

#include "regretta/engine/real/functions.hpp"

namespace regretta::detail {

/// One draw with a shape >= 1 (Marsaglia and Tsang 2000): d t^3 with d = shape - 1/3 and t = 1 + z / sqrt(9 d) is
/// accepted in at least 95% of the attempts, each from a normal z and a uniform u of its own.
template <class Real>
class GammaAttempts {
 public:
  REGRETTA_INLINE void start(const Real& shape) {
    d_ = shape - Real(1.0 / 3);
    c_ = Real(1.0 / 3) / sqrt(d_);
    result_ = d_;
    pending_ = shape > Real(0.0);
  }
  /// Returns whether a lane needs decide(): this bound saves its logarithms where it holds.
  REGRETTA_INLINE bool propose(const Real& z, const Real& u) {
    square_ = z * z;
    t_ = fma(c_, z, Real(1.0));
    cube_ = t_ * t_ * t_;
    u_ = u;
    accepted_ = u < fma(square_ * square_, Real(-0.0331), Real(1.0));
    return any(pending_ & !accepted_);
  }
  REGRETTA_INLINE void decide() {
    const Real log_cube = Real(3.0) * log_of_normal(max(t_, Real(1e-300)));
    const Mask<Real> below = log_of_normal(u_) < fma(Real(0.5), square_, d_ * (Real(1.0) - cube_ + log_cube));
    accepted_ = accepted_ | below;
  }
  /// Returns whether a lane needs another attempt.
  REGRETTA_INLINE bool settle() {
    const Mask<Real> positive = t_ > Real(0.0), taken = accepted_ & positive & pending_;
    result_ = select(taken, d_ * cube_, result_);
    pending_ = pending_ & !taken;
    return any(pending_);
  }
  /// Of a lane that accepted none: d.
  const Real& result() const { return result_; }

 private:
  Real d_{0.0}, c_{0.0}, square_{0.0}, t_{0.0}, cube_{0.0}, u_{0.0}, result_{0.0};
  Mask<Real> pending_{}, accepted_{};
};

/// Draws n gammas side by side, which takes little longer than one. propose(k, attempt, gamma): calls gamma.propose
/// with the numbers of that attempt, from 1, of draw k, so that a lane's result does not depend on other lanes.
template <int most_attempts, std::size_t n, class Real, class Propose>
REGRETTA_INLINE std::array<Real, n> draw_gammas(const std::array<Real, n>& shapes, Propose propose) {
  std::array<GammaAttempts<Real>, n> gammas;
  each<n>([&](auto k) REGRETTA_FLAT { gammas[k].start(shapes[k]); });
  bool pending = true;
  for (int attempt = 1; attempt <= most_attempts && pending; ++attempt) {
    bool in_doubt = false;
    each<n>([&](auto k) REGRETTA_FLAT { in_doubt |= propose(k, attempt, gammas[k]); });
    if (in_doubt) each<n>([&](auto k) REGRETTA_FLAT { gammas[k].decide(); });
    pending = false;
    each<n>([&](auto k) REGRETTA_FLAT { pending |= gammas[k].settle(); });
  }
  std::array<Real, n> results = shapes;
  each<n>([&](auto k) REGRETTA_FLAT { results[k] = gammas[k].result(); });
  return results;
}

}  // namespace regretta::detail
