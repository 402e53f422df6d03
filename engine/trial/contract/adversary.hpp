#pragma once
/// An adversary at one horizon: oblivious mean rows, adaptive stages that may move them in each round, and the noise
/// that turns means into realised values. Built by an EnvironmentEntry (engine/plugin/catalogue.hpp).

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/mean_rows.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/contract/reported.hpp"

namespace regretta {

/// The means of one round, per lane.
template <class Real>
struct Means {
  Vector<Real> loss;       ///< lbar_t, K, in [0, 1]
  Matrix<Real> violation;  ///< gbar_t, m x K, in [-1, 1]; row i = constraint i
};

/// The state of an adaptive adversary for one pack of trials. The referee calls `move` and then `played` once per
/// round, t = 1, 2, ...; a state is used by one thread at a time.
template <class Real>
class Adaptive {
 public:
  virtual ~Adaptive() = default;
  /// Changes the means of round t, which hold the oblivious ones or the output of the preceding stage. It may use x_t
  /// (`strategy`) but not a_t. The results must stay in their ranges.
  virtual void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) = 0;
  /// Ends round t; from now on the adversary may use a_t.
  virtual void played(const Index<Real>&) {}
  /// What the stage has counted or summed itself, by the name of a quantity. Read when a trial has ended.
  virtual Reported<Real> reported() const { return {}; }
};

/// States of adaptive adversaries are compiled once, for eight lanes of the baseline instruction set. Round loops for
/// another set or width use them through engine/trial/means/repacked_state.hpp.
using StatePack = BasicPack<8, native::Baseline>;

/// A factory for the states of an adaptive adversary; made by adaptive_stage.
struct AdaptiveStage {
  std::string kind;
  bool moves_losses = false;
  bool moves_violations = false;
  std::function<std::unique_ptr<Adaptive<double>>()> one_trial;
  std::function<std::unique_ptr<Adaptive<StatePack>>()> pack;
};

enum class NoiseKind { none, bernoulli, uniform, beta };

class NoiseLaw;       // engine/trial/contract/noise_law.hpp
class JointOutcomes;  // engine/trial/contract/joint_outcomes.hpp

/// How means become realised values; entries are independent given the means (engine/trial/PROTOCOL.md).
struct Noise {
  NoiseKind kind = NoiseKind::none;
  double half_width = 0.1;                ///< uniform: in (0, 1], shrunk where the value would leave its range
  double concentration = 10.0;            ///< beta: a + b of the beta distribution, > 0
  std::shared_ptr<const NoiseLaw> law{};  ///< a plugin's law; if set, it applies instead of `kind`
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
  std::vector<CostScale> costs{};  ///< m, where violations are those of costs, and noise is that of the cost; or empty
  std::shared_ptr<const JointOutcomes> outcomes{};  ///< if set, they apply instead of noise
  std::shared_ptr<const EventValues> events{};      ///< of `outcomes`; null: other ones, or none
  std::vector<double> budgets{};                    ///< as of Problem
  std::uint64_t data = 0;  ///< hash_of_numbers of what it was built from besides its settings, as of a file; 0: nothing
  /// The same adversary before its corruption was applied; null: there is no corruption. Its violations are those that
  /// `uncorrupted-violation` counts.
  std::shared_ptr<const Adversary> uncorrupted{};

  bool oblivious() const { return adaptive.empty(); }
  /// What learners are told of it.
  Problem problem(double delta) const {
    return {.horizon = horizon,
            .num_arms = num_arms,
            .num_constraints = num_constraints,
            .delta = delta,
            .costs = costs,
            .events = events,
            .budgets = budgets};
  }
};

/// A stage whose states are A<Real>(problem, params), where `problem` has T, K and m of `adversary`, which the stage is
/// to move and whose sizes are set. The delta of `problem` is its default, not a learner's.
template <template <class> class A, class Params>
AdaptiveStage adaptive_stage(std::string kind, const Adversary& adversary, const Params& params) {
  AdaptiveStage stage;
  stage.kind = std::move(kind);
  stage.one_trial = [problem = adversary.problem(0.05), params] {
    return std::make_unique<A<double>>(problem, params);
  };
  stage.pack = [problem = adversary.problem(0.05), params] { return std::make_unique<A<StatePack>>(problem, params); };
  return stage;
}

}  // namespace regretta
