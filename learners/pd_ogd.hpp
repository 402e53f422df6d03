#pragma once
/// The learner `pd-ogd`: a bandit learner minimises losses plus priced violations, and projected gradient ascent adapts
/// the prices.

#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/euclidean_projection.hpp"
#include "regretta/learners/math/virtual_queues.hpp"
#include "regretta/learners/slater_margin.hpp"

namespace regretta {

struct PdOgdParams : SlaterMarginParams {
  Primal primal = Primal::exp3_ix;
  double dual_step_scale = 1;

  static void fields(auto& p, auto&& visit) {
    SlaterMarginParams::fields(p, visit);
    visit("primal", p.primal, primals, "learner that minimises the priced losses");
    visit("dual_step_scale", p.dual_step_scale, Range{0, 1e6}, "multiplies the step M / sqrt(mT) of the prices");
  }
};

/// The unifying primal-dual framework (Castiglioni, Celli, Marchesi, Romano, Gatti, NeurIPS 2022): prices lambda by
/// online gradient ascent on {lambda >= 0, sum lambda <= M}, M = 1/rho, and a bandit minimiser of l + lambda'g. Bandit
/// feedback. The step of the prices, the warm-up that estimates rho, and M = T^(1/4) if there is no margin are a
/// reconstruction.
template <class Real>
class PdOgd {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = PdOgdParams;

  PdOgd(const Problem& problem, const Params& params, const Oracle& oracle)
      : problem_(problem),
        params_(params),
        range_(problem.violation_range()),
        warm_up_(problem, params.warmup_rounds(problem), params.primal),
        primal_(problem, params.primal),
        price_(Vector<Real>::Constant(problem.num_constraints, Real(0.0))) {
    set_price_bound(Real(params.known_margin(oracle)));  // a placeholder if there is a warm-up, replaced at its end
  }

  const Vector<Real>& strategy() const { return warm_up_.is_running() ? warm_up_.strategy() : primal_.strategy(); }

  void observe(const Feedback& round) {
    if (warm_up_.is_running()) {
      warm_up_.observe(round);
      if (!warm_up_.is_running()) set_price_bound(warm_up_.margin());
      return;
    }
    const auto violation = [&](int i) REGRETTA_FLAT { return round.violation(i); };
    primal_.observe(round, into_unit_interval(priced(round.loss(), price_, violation), price_bound_, range_));
    for (int i = 0; i < problem_.num_constraints; ++i) price_[i] = fma(step_, violation(i), price_[i]);
    project_onto_l1_ball(price_, price_bound_);
  }

  void show(Internals& shown) const {
    shown.row("multiplier", price_);
    shown.number("multiplier_bound", price_bound_);
  }

 private:
  void set_price_bound(const Real& margin) {
    price_bound_ = params_.bound(margin, problem_);
    step_ = price_bound_ *
            Real(params_.dual_step_scale / sqrt(problem_.num_constraints * static_cast<double>(problem_.horizon)));
  }

  Problem problem_;
  Params params_;
  ViolationRange range_;
  WarmUp<Real> warm_up_;
  BanditPrimal<Real> primal_;
  Vector<Real> price_;  // lambda, m
  Real price_bound_;    // M
  Real step_;           // dual_step_scale M / sqrt(m T)
};

}  // namespace regretta
