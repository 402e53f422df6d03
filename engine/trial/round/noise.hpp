#pragma once
/// Noise models. Each maps a uniform draw u in (0, 1) and a mean to a realised value whose expectation is that mean, up
/// to the resolution of u (engine/trial/PROTOCOL.md). They work lane by lane and are used by realised_values.hpp.

#include <memory>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/books/cell_work.hpp"
#include "regretta/engine/trial/books/means.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"

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

/// Whether the law of a cell's noise is behind an interface: beta noise, a plugin's law, that of constraints that are
/// costs with thresholds, where a law applies to the cost in [0, 1], and joint outcomes.
bool has_law(const CellWork& work);
/// Its law.
std::shared_ptr<const NoiseLaw> law_of(const CellWork& work);

/// The law is compiled for StatePack only.
class LawNoise {
 public:
  static constexpr bool draws = true;
  explicit LawNoise(const CellWork& work) : law_(law_of(work)), outcomes_(work.adversary->outcomes.get()) {}

  /// Null: losses and violations have draws of their own.
  const JointOutcomes* outcomes() const { return outcomes_; }
  /// Value 0 of an arm is its loss, value 1 + i its violation of constraint i.
  template <class Real>
  Real value_of(int value, const Index<Real>& arm, const Real& u, const Real& mean) const {
    return by_packs<Real>(arm, [&](auto part, auto arms) {
      if (outcomes_) return outcomes_->value(value, part(u), arms());
      return value == 0 ? law_->loss(part(u), part(mean)) : law_->violation(value - 1, part(u), part(mean));
    });
  }

 private:
  /// map(part, arms), whose arguments take the part of a Real and of the arms that belongs to a pack.
  template <class Real, class Map>
  static Real by_packs(const Index<Real>& arm, Map map) {
    if constexpr (lanes<Real> == 1 || std::is_same_v<Real, StatePack>) {
      return map([](const Real& whole) { return whole; }, [&] { return arm; });
    } else {
      using Parts = Repacking<Real>;
      return Parts::joined([&](std::size_t n) {
        return map([n](const Real& whole) { return Parts::part(whole, n); },
                   [&, n] { return Parts::part_of_arms(arm, n); });
      });
    }
  }

  std::shared_ptr<const NoiseLaw> law_;
  const JointOutcomes* outcomes_;
};

}  // namespace regretta
