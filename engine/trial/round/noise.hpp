#pragma once
/// Noise models. Each maps a uniform draw u in (0, 1) and a mean to a realised value whose expectation is that mean, up
/// to the resolution of u (engine/trial/PROTOCOL.md). They work lane by lane and are used by realised_values.hpp.

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/books/cell_work.hpp"

namespace regretta {

/// l = lbar, g = gbar.
struct NoNoise {
  static constexpr bool draws = false;
  explicit NoNoise(const CellWork&) {}
  template <class Real>
  REGRETTA_INLINE Real loss(Real, Real mean) const {
    return mean;
  }
  template <class Real>
  REGRETTA_INLINE Real violation(Real, Real mean) const {
    return mean;
  }
};

/// l in {0, 1}, g in {-1, +1}.
struct BernoulliNoise {
  static constexpr bool draws = true;
  explicit BernoulliNoise(const CellWork&) {}
  template <class Real>
  REGRETTA_INLINE Real loss(Real u, Real mean) const {
    return select(u < mean, Real(1.0), Real(0.0));
  }
  template <class Real>
  REGRETTA_INLINE Real violation(Real u, Real mean) const {
    return select(u < fma(mean, Real(0.5), Real(0.5)), Real(1.0), Real(-1.0));
  }
};

/// Uniform on mean +- w; w is reduced where the value would leave its range.
struct UniformNoise {
  static constexpr bool draws = true;
  explicit UniformNoise(const CellWork& work) : half_width(work.adversary->noise.half_width) {}
  template <class Real>
  REGRETTA_INLINE Real loss(Real u, Real mean) const {
    return around(u, mean, min(mean, Real(1.0) - mean));
  }
  template <class Real>
  REGRETTA_INLINE Real violation(Real u, Real mean) const {
    return around(u, mean, Real(1.0) - abs(mean));
  }

 private:
  template <class Real>
  REGRETTA_INLINE Real around(Real u, Real mean, Real room) const {
    return fma(min(Real(half_width), room), fma(u, Real(2.0), Real(-1.0)), mean);
  }
  double half_width;
};

}  // namespace regretta
