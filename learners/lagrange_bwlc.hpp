#pragma once
/// The learner `lagrange-bwlc`: EXP3.P against Hedge over prices of the constraints.

#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/virtual_queues.hpp"
#include "regretta/learners/slater_margin.hpp"

namespace regretta {

struct LagrangeBwlcParams : SlaterMarginParams {
  double dual_step_scale = 1;

  static void fields(auto& p, auto&& visit) {
    SlaterMarginParams::fields(p, visit);
    visit("dual_step_scale", p.dual_step_scale, Range{0, 1e6},
          "multiplies the step sqrt(8 ln(m+1) / T) of Hedge over prices");
  }
};

/// LagrangeCBwLC (Slivkins, Zhou, Sankararaman, Foster, JMLR 25) without contexts, with prices as in Fikioris and
/// Tardos (COLT 2023). Hedge over the prices 0 and M e_i, M = 1/rho, plays against EXP3.P on l + lambda'g, where lambda
/// is the mean price. Bandit feedback. Hedge's step, the warm-up that estimates rho, and M = T^(1/4) if there is no
/// margin are a reconstruction.
template <class Real>
class LagrangeBwlc {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = LagrangeBwlcParams;

  LagrangeBwlc(const Problem& problem, const Params& params, const Oracle& oracle)
      : problem_(problem),
        params_(params),
        range_(problem.violation_range()),
        dual_step_(params.dual_step_scale *
                   sqrt(8 * log(problem.num_constraints + 1.0) / static_cast<double>(problem.horizon))),
        price_bound_(params.bound(Real(params.known_margin(oracle)), problem)),
        warm_up_(problem, params.warmup_rounds(problem), Primal::exp3_p),
        primal_(problem, {}),
        slack_sums_(Vector<Real>::Constant(problem.num_constraints + 1, Real(0.0))),
        belief_(Vector<Real>::Constant(problem.num_constraints + 1, Real(1.0 / (problem.num_constraints + 1)))) {}

  const Vector<Real>& strategy() const { return warm_up_.is_running() ? warm_up_.strategy() : primal_.strategy(); }

  void observe(const Feedback& round) {
    const int m = problem_.num_constraints;
    if (warm_up_.is_running()) {
      warm_up_.observe(round);
      if (!warm_up_.is_running()) price_bound_ = params_.bound(warm_up_.margin(), problem_);
      return;
    }
    Real violation(0.0);  // mean over the prices in units of M; price 0 contributes nothing
    for (int i = 0; i < m; ++i) {
      violation = fma(belief_[i], round.violation(i), violation);
      slack_sums_[i] -= round.violation(i);
    }
    primal_.observe(round, into_unit_interval(fma(price_bound_, violation, round.loss()), price_bound_, range_));
    // The payoffs M g_i and 0 of the m + 1 prices lie in [-M, M], or in a range half as wide if the constraints
    // are costs. Divided by the width of the range, they differ by at most 1, like payoffs in [0, 1].
    exponential_weights(slack_sums_, dual_step_ / range_.width(), belief_);
  }

  void show(Internals& shown) const {
    shown.row("multiplier", price_bound_ * belief_.head(problem_.num_constraints));
    shown.number("multiplier_bound", price_bound_);
  }

 private:
  Problem problem_;
  Params params_;
  ViolationRange range_;
  double dual_step_;
  Real price_bound_;  // M
  WarmUp<Real> warm_up_;
  Exp3PWeights<Real> primal_;
  Vector<Real> slack_sums_;  // -sum over t of g_i(a_t), and 0 for price 0; m + 1
  Vector<Real> belief_;      // Hedge's strategy over the prices M e_i and 0; m + 1
};

}  // namespace regretta
