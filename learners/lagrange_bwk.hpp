#pragma once
/// The learner `lagrange-bwk`: EXP3.P against Hedge over resources. Bandit feedback.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/bandit_weights.hpp"
#include "regretta/learners/math/resources.hpp"

namespace regretta {

struct LagrangeBwkParams {
  double dual_step_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("dual_step_scale", p.dual_step_scale, Range{0, 1e6},
          "multiplies the step sqrt(8 ln(m + 1) / T) / (T / B) of Hedge over resources; B is the least budget");
  }
};

/// LagrangeBwK (Immorlica, Sankararaman, Schapire, Slivkins, JACM 2022) in its version for stochastic rewards and
/// consumption. EXP3.P over the arms maximises the payoff r(a) + 1 - (T / B_i) c_i(a), and Hedge over the resources
/// minimises it. Time is a resource too, with payoff r(a). Hedge draws its resource i_t. The constants of both are a
/// reconstruction: with the least budget B, payoffs lie in [1 - T / B, 2]; Hedge's step is divided by T / B, and
/// EXP3.P's costs are (2 - payoff) / (1 + T / B).
template <class Real>
class LagrangeBwk {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = LagrangeBwkParams;

  LagrangeBwk(const Problem& problem, const Params& params)
      : resources_(problem),
        inverse_pace_(1 / max(resources_.least_pace(), 1e-12)),
        dual_step_(params.dual_step_scale *
                   sqrt(8 * log(problem.num_constraints + 1.0) / static_cast<double>(problem.horizon)) / inverse_pace_),
        primal_(problem, {}),
        null_strategy_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        slack_sums_(Vector<Real>::Constant(problem.num_constraints + 1, Real(0.0))),
        belief_(Vector<Real>::Constant(problem.num_constraints + 1, Real(1.0 / (problem.num_constraints + 1)))) {
    null_strategy_[problem.num_arms - 1] = Real(1.0);
  }

  void draw(const Randomness<Real>& random) {
    const Real u = random.uniform({});
    Real sum(0.0);
    resource_ = Real(0.0);
    for (int i = 0; i < resources_.size(); ++i) {
      sum += belief_[i];
      resource_ += select(sum <= u, Real(1.0), Real(0.0));
    }
  }
  const Vector<Real>& strategy() const { return plays_null() ? null_strategy_ : primal_.strategy(); }
  void observe(const Feedback& round) {
    if (plays_null()) return;
    Real payoff = Real(1.0) - round.loss();
    for (int i = 0; i < resources_.size(); ++i) {
      const Real slack = Real(1.0) - resources_.consumption(i, round.violation(i)) * Real(1 / pace(i));
      payoff += select(resource_ == Real(static_cast<double>(i)), slack, Real(0.0));
      slack_sums_[i] += slack;
    }
    // Payoffs lie in [1 - T / B, 2].
    primal_.observe(round, (Real(2.0) - payoff) * Real(1 / (1 + inverse_pace_)));
    exponential_weights(slack_sums_, dual_step_, belief_);
  }

  void show(Internals& shown) const { shown.row("belief", belief_); }

 private:
  bool plays_null() const { return resources_.has_zero_budget() && resources_.null_arm() >= 0; }
  double pace(int i) const { return max(resources_.pace(i), 1e-12); }  // B_i / T; the bound avoids division by 0

  Resources resources_;
  double inverse_pace_;  // T / B, B the least budget
  double dual_step_;
  Exp3PWeights<Real> primal_;
  Vector<Real> null_strategy_;  // point mass on the null arm, which is the last arm
  Vector<Real> slack_sums_;     // sums over rounds of 1 - (T / B_i) c_i, m + 1; 0 for time
  Vector<Real> belief_;         // Hedge's distribution over the resources, m + 1; time is last
  Real resource_{0.0};          // i_t
};

}  // namespace regretta
