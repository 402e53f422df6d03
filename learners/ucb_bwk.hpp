#pragma once
/// The learner `ucb-bwk`: a linear program over upper bounds of rewards and lower bounds of consumption.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/linear_program.hpp"
#include "regretta/learners/math/one_arm.hpp"
#include "regretta/learners/math/resources.hpp"

namespace regretta {

struct UcbBwkParams {
  double confidence_scale = 1;
  double epsilon = 0;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies C = ln((m + 1) T K) in the confidence radius sqrt(C mean / N) + C / N", Role::confidence_scale);
    visit("epsilon", p.epsilon, Range{0, 1}, "share of every budget that the linear program leaves unused");
  }
};

/// UcbBwK (Agrawal, Devanur, EC 2014; Slivkins' book, Algorithm 3): x_t maximises the upper bound of the reward, where
/// the lower bounds of consumption must be at most (1 - epsilon) B_i / T. The constant of the radius and epsilon are
/// parameters. In theory epsilon is of order sqrt(C K / B); our default is 0. The tie rules are ours: ties of
/// arms with equal bounds are broken at random. Among other solutions of equal value, the one that consumes least is
/// played if there is one constraint, and the first found if there are several.
template <class Real>
class UcbBwk {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = UcbBwkParams;

  UcbBwk(const Problem& problem, const Params& params)
      : usable_share_(1 - params.epsilon),
        estimates_(problem, resource_constant(params.confidence_scale, problem)),
        program_(problem.num_arms, problem.num_constraints),
        loss_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        x_(loss_),
        excess_(problem.num_constraints, problem.num_arms) {}

  void draw(const Randomness<Real>& random) {
    for (int a = 0; a < x_.size(); ++a) {
      loss_[a] = -estimates_.upper_reward()[a];
      for (int i = 0; i < excess_.rows(); ++i)
        excess_(i, a) = estimates_.lower_consumption()(i, a) - Real(usable_share_ * estimates_.resources().pace(i));
    }
    const LpOutcome<Real> outcome = program_.solve(loss_, excess_, x_);
    counts_.add(outcome);
    if (any(outcome.tied)) program_.choose_among_twins(loss_, excess_, random, TieOrder<Real>::purpose, x_);
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) { estimates_.observe(round); }

  void show(Internals& shown) const { estimates_.show(shown); }
  Reported<Real> reported() const { return counts_.reported(); }

 private:
  double usable_share_;
  ResourceEstimates<Real> estimates_;
  LinearProgram<Real> program_;
  Vector<Real> loss_, x_;
  Matrix<Real> excess_;  // lower bounds of consumption minus the usable budget per round, m x K
  ProjectionCounts<Real> counts_;
};

}  // namespace regretta
