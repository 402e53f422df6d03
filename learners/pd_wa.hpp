#pragma once
/// The learner `pd-wa`: a primal-dual method with weakly adaptive minimisers and unbounded prices.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/bandit_weights.hpp"
#include "regretta/learners/math/virtual_queues.hpp"

namespace regretta {

struct PdWaParams {
  std::int64_t switches = 1;
  double step_scale = 1;
  double dual_step_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("switches", p.switches, Range{1, 1e12}, "S, the number of changes of the best arm to tune the primal for");
    visit("step_scale", p.step_scale, Range{0, 1e6}, "multiplies the primal's eta = 2 gamma = sqrt(2 S ln K / (KT))");
    visit("dual_step_scale", p.dual_step_scale, Range{0, 1e6}, "multiplies the step 1 / sqrt(KT) of the prices");
  }
};

/// Weakly adaptive primal-dual method without knowledge of rho (Bernasconi, Castiglioni, Celli, ICML 2025): EXP3-SIX on
/// l + lambda'g, scaled into [0, 1] using the current prices. The prices ascend by lambda <- [lambda + eta_D g(a_t)]+
/// and need no bound. Bandit feedback. The choice of both minimisers and their constants is a reconstruction.
template <class Real>
class PdWa {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = PdWaParams;

  PdWa(const Problem& problem, const Params& params)
      : range_(problem.violation_range()),
        dual_step_(params.dual_step_scale / sqrt(problem.num_arms * static_cast<double>(problem.horizon))),
        primal_(problem, params.step_scale * implicit_exploration_step(problem, params.switches),
                switching_share(problem, params.switches)),
        queue_(Vector<Real>::Constant(problem.num_constraints, Real(0.0))) {}

  const Vector<Real>& strategy() const { return primal_.strategy(); }
  const TrialMajorStrategy<Real>* trial_major() const { return primal_.trial_major(); }

  void observe(const Feedback& round) {
    const auto violation = [&](int i) REGRETTA_FLAT { return round.violation(i); };
    const Real step(dual_step_);
    const Real priced_loss = fma(step, priced(Real(0.0), queue_, violation), round.loss());
    primal_.observe(round, into_unit_interval(priced_loss, max(step * total(queue_), Real(1.0)), range_));
    update_queues(queue_, violation);
  }

  void show(Internals& shown) const { shown.row("multiplier", Real(dual_step_) * queue_); }

 private:
  ViolationRange range_;
  double dual_step_;  // eta_D
  Exp3IxLanesOrTrialMajor<Real> primal_;
  Vector<Real> queue_;  // lambda / eta_D, m
};

}  // namespace regretta
