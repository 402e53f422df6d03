#pragma once
/// An adversary, resolved for one horizon: oblivious mean rows, then the adaptive stages that may move them round by
/// round, then the noise that turns means into realised values.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/mean_rows.hpp"

namespace regretta {

/// Means of one round, lane by lane.
template <class Real>
struct Means {
  Vector<Real> loss;       ///< lbar_t, K, in [0, 1]
  Matrix<Real> violation;  ///< gbar_t, m x K, in [-1, 1]; row i = constraint i
};

/// One pack's state of an adaptive adversary. Called once per round: t = 1, 2, ...
template <class Real>
class Adaptive {
 public:
  virtual ~Adaptive() = default;
  /// Moves the means of round t (already filled with the oblivious ones), knowing the strategy x_t but not a_t.
  virtual void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) = 0;
  /// Ends round t: the arm that was drawn is history from here on.
  virtual void played(const Index<Real>&) {}
  /// Displacement P_t >= 0 that this round's `move` injected on the violation of the target arm, and x_t there: what
  /// the open problem of the paper calls injected and perceived corruption. Zero for stages that have no target.
  virtual Real injected() const { return Real(0.0); }
  virtual Real exposure() const { return Real(0.0); }
};

/// States of adaptive adversaries are compiled once, eight lanes of the baseline's instruction set; round loops of
/// another set or width use them through engine/trial/borrowed_state.hpp.
using StatePack = BasicPack<8, native::Baseline>;

/// Makes the state of an adaptive adversary.
struct AdaptiveStage {
  std::string kind;
  bool moves_losses = false;
  bool moves_violations = false;
  bool has_target = false;  ///< `injected` and `exposure` mean something
  std::function<std::unique_ptr<Adaptive<double>>()> one_trial;
  std::function<std::unique_ptr<Adaptive<StatePack>>()> pack;

  /// A stage whose states are `A<Real>(params)`.
  template <template <class> class A, class Params>
  static AdaptiveStage of(std::string kind, const Params& params) {
    AdaptiveStage stage;
    stage.kind = std::move(kind);
    stage.one_trial = [params] { return std::make_unique<A<double>>(params); };
    stage.pack = [params] { return std::make_unique<A<StatePack>>(params); };
    return stage;
  }
};

enum class NoiseKind { none, bernoulli, uniform, beta };

/// How means become realised values, entries independent given the means (SPEC section 1).
struct Noise {
  NoiseKind kind = NoiseKind::none;
  double half_width = 0.1;      ///< uniform: in (0, 1], shrunk where the value would leave its range
  double concentration = 10.0;  ///< beta: a + b of the beta law, > 0
};

/// One adversary at one horizon. Immutable; shared by all threads.
struct Adversary {
  int num_arms = 0;                     ///< K
  int num_constraints = 0;              ///< m
  std::int64_t horizon = 0;             ///< T
  MeanRows losses;                      ///< rows of K
  MeanRows violations;                  ///< rows of m x K, oblivious corruption included
  std::vector<AdaptiveStage> adaptive;  ///< in the order in which they move the means; empty = oblivious
  Noise noise;

  bool oblivious() const { return adaptive.empty(); }
};

}  // namespace regretta
