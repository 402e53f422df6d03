#pragma once
/// The learners `uniform`, `safe-arm` and `optimal`: fixed strategies as reference points. The strategies of the last
/// two are known only in hindsight, so they need an oblivious adversary.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"

namespace regretta {

/// Plays the same strategy in every round.
template <class Real>
class Constant {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback&) {}

 protected:
  explicit Constant(int num_arms) : x_(Vector<Real>::Constant(num_arms, Real(0.0))) {}
  Vector<Real> x_;
};

/// Plays every arm with probability 1/K.
template <class Real>
class Uniform : public Constant<Real> {
 public:
  Uniform(const Problem& problem, const NoParams&) : Constant<Real>(problem.num_arms) {
    for (int a = 0; a < problem.num_arms; ++a) this->x_[a] = Real(1.0 / problem.num_arms);
  }
};

/// Always plays the arm with the largest margin, rho_pure.
template <class Real>
class SafeArm : public Constant<Real> {
 public:
  SafeArm(const Problem& problem, const NoParams&, const Oracle& oracle)
      : Constant<Real>(problem.num_arms), arms_(to_index(Real(oracle.safe_arm))) {
    this->x_[oracle.safe_arm] = Real(1.0);
  }
  const Index<Real>& arms() const { return arms_; }

 private:
  Index<Real> arms_;
};

/// Always plays x*, the optimum in hindsight. If no strategy is feasible, there is no x*: Optimal then plays the
/// uniform strategy, and the regret of every learner is NaN.
template <class Real>
class Optimal : public Constant<Real> {
 public:
  Optimal(const Problem& problem, const NoParams&, const Oracle& oracle) : Constant<Real>(problem.num_arms) {
    for (int a = 0; a < problem.num_arms; ++a)
      this->x_[a] = Real(oracle.optimal_strategy.empty() ? 1.0 / problem.num_arms
                                                         : oracle.optimal_strategy[static_cast<std::size_t>(a)]);
  }
};

}  // namespace regretta
