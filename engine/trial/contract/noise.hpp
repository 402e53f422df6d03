#pragma once
/// How means become realised values: by a law of noise, whose values are independent given the means, or by joint
/// outcomes, where one draw determines all values of an arm (engine/trial/PROTOCOL.md).
///
/// A law maps a uniform draw u in (0, 1) and a mean to a value whose expectation is that mean, up to the resolution of
/// u, lane by lane. It has two member templates over Real, loss(u, mean) in [0, 1] and violation(u, mean) in [-1, 1],
/// and a constant `draws`: whether it uses u. The kinds that studies can name: environments/kinds/noise_kinds.cpp.

#include <memory>
#include <utility>
#include <variant>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/real.hpp"

namespace regretta {

/// Every value is its mean.
struct NoNoise {
  static constexpr bool draws = false;
  template <class Real>
  REGRETTA_INLINE Real loss(Real, Real mean) const {
    return mean;
  }
  template <class Real>
  REGRETTA_INLINE Real violation(Real, Real mean) const {
    return mean;
  }
};

/// Losses are 0 or 1, violations -1 or +1.
struct BernoulliNoise {
  static constexpr bool draws = true;
  template <class Real>
  REGRETTA_INLINE Real loss(Real u, Real mean) const {
    return select(u < mean, Real(1.0), Real(0.0));
  }
  template <class Real>
  REGRETTA_INLINE Real violation(Real u, Real mean) const {
    return select(u < fma(mean, Real(0.5), Real(0.5)), Real(1.0), Real(-1.0));
  }
};

/// Uniform on mean +- half_width, which is reduced where a value would leave its range.
struct UniformNoise {
  static constexpr bool draws = true;
  double half_width = 0.1;  ///< in (0, 1]
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
  REGRETTA_INLINE Real around(Real u, Real mean, Real max_half_width) const {
    return fma(min(Real(half_width), max_half_width), fma(u, Real(2.0), Real(-1.0)), mean);
  }
};

/// The pack for which noise laws, states of adaptive adversaries and measures are compiled: eight lanes of the baseline
/// instruction set. Round loops for another instruction set or width convert to it (Repacking, round/means.hpp).
using StatePack = BasicPack<8, native::Baseline>;

/// The interface of laws for which no round loop is compiled. Called from many threads.
class NoiseLaw {
 public:
  virtual ~NoiseLaw() = default;
  virtual double loss(double u, double mean) const = 0;              ///< in [0, 1]
  virtual double violation(int i, double u, double mean) const = 0;  ///< a violation of constraint i, in [-1, 1]
  virtual StatePack loss(const StatePack& u, const StatePack& mean) const = 0;
  virtual StatePack violation(int i, const StatePack& u, const StatePack& mean) const = 0;
};

template <class Law>
class NoiseLawOf final : public NoiseLaw {
 public:
  explicit NoiseLawOf(Law law) : law_(std::move(law)) {}
  double loss(double u, double mean) const override { return law_.loss(u, mean); }
  double violation(int, double u, double mean) const override { return law_.violation(u, mean); }
  StatePack loss(const StatePack& u, const StatePack& mean) const override { return law_.loss(u, mean); }
  StatePack violation(int, const StatePack& u, const StatePack& mean) const override { return law_.violation(u, mean); }

 private:
  Law law_;
};

/// The noise of an adversary. Each class in this list adds six round loops: three feedback models, double and pack.
using Noise = std::variant<NoNoise, BernoulliNoise, UniformNoise, std::shared_ptr<const NoiseLaw>>;

/// Wraps a law in the interface NoiseLaw.
template <class Law>
Noise noise_behind_interface(Law law) {
  return std::make_shared<const NoiseLawOf<Law>>(std::move(law));
}

/// Losses and violations of an arm that come from one draw, so that they are correlated. They replace noise, whose
/// values are independent given the means (engine/trial/PROTOCOL.md). Called from many threads.
class JointOutcomes {
 public:
  virtual ~JointOutcomes() = default;
  /// Whether all arms share one draw per round. Otherwise every arm has its own draw.
  virtual bool one_draw_for_all_arms() const = 0;
  /// A value of the arm for a uniform draw u in (0, 1): the loss for index 0, the violation of constraint i for 1 + i.
  virtual double value(int index, double u, const Index<double>& arm) const = 0;
  virtual StatePack value(int index, const StatePack& u, const Index<StatePack>& arm) const = 0;
};

}  // namespace regretta
