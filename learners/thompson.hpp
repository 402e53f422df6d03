#pragma once
/// The learner `thompson`: Thompson sampling; ignores the constraints. Bandit feedback.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/beta_posterior.hpp"
#include "regretta/learners/math/one_arm.hpp"

namespace regretta {

/// Thompson sampling (Thompson 1933; Agrawal and Goyal, COLT 2012): draws a mean loss for every arm from its posterior
/// and plays the arm with the least drawn loss. Ignores the constraints.
template <class Real>
class Thompson {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;
  Thompson(const Problem& problem, const Params&)
      : posterior_(problem.num_arms),
        drawn_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        played_(problem.num_arms) {}

  void draw(const Randomness<Real>& random) {
    posterior_.draw(random, 0, drawn_);
    Real least(infinity), best(0.0);
    for (int a = 0; a < drawn_.size(); ++a) {
      best = select(drawn_[a] < least, Real(a), best);
      least = min(drawn_[a], least);
    }
    played_.play(best);
  }
  const Vector<Real>& strategy() const { return played_.strategy(); }
  const Index<Real>& arms() const { return played_.arms(); }
  void observe(const Feedback& round) { posterior_.add(round.arm(), round.loss()); }

 private:
  BetaPosterior<Real> posterior_;
  Vector<Real> drawn_;  // mean losses drawn for this round, K
  OneArm<Real> played_;
};

}  // namespace regretta
