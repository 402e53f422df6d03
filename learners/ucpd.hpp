#pragma once
/// The learner `ucpd`: primal-dual mirror descent with virtual queues.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/virtual_queues.hpp"

namespace regretta {

struct UcpdParams {
  double penalty_scale = 1;
  double regularisation_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("penalty_scale", p.penalty_scale, Range{0, 1e6}, "multiplies V = sqrt(T), the weight of the losses");
    visit("regularisation_scale", p.regularisation_scale, Range{1e-6, 1e6}, "multiplies alpha = T, the regularisation");
  }
};

/// Upper-confidence primal-dual (Qiu, Wei, Yang, Ye, Wang, NeurIPS 2020) reduced to one state. With one state it is the
/// drift-plus-penalty mirror descent of Wei, Yu and Neely, with a virtual queue Q_i for each constraint, which grows by
/// g_t(x_t) + grad g_t(x_t)'(x_{t+1} - x_t) = g_t'x_{t+1} (Yu, Neely, Wei, NeurIPS 2017). Each step begins from x_t
/// mixed with the uniform strategy, of weight 1/T. Full feedback. The reduction and its constants are a reconstruction.
template <class Real>
class Ucpd {
 public:
  using Feedback = FullFeedback<Real>;
  using Params = UcpdParams;

  Ucpd(const Problem& problem, const Params& params)
      : uniform_weight_(1.0 / static_cast<double>(problem.horizon)),
        inverse_alpha_(1 / (params.regularisation_scale * static_cast<double>(problem.horizon))),
        V_(params.penalty_scale * sqrt(static_cast<double>(problem.horizon))),
        queue_(Vector<Real>::Constant(problem.num_constraints, Real(0.0))),
        x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))),
        next_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    const int K = static_cast<int>(x_.size());
    const Real keep(1 - uniform_weight_), add(uniform_weight_ / K);
    Real sum(0.0);
    for (int a = 0; a < K; ++a) {
      const Real priced_loss =
          priced(Real(V_) * round.loss(a), queue_, [&](int i) REGRETTA_FLAT { return round.violation(i, a); });
      next_[a] = fma(x_[a], keep, add) * exp(priced_loss * Real(-inverse_alpha_));
      sum += next_[a];
    }
    const Real inverse = Real(1.0) / sum;
    for (int a = 0; a < K; ++a) next_[a] *= inverse;
    update_queues(queue_, [&](int i) REGRETTA_FLAT {
      Real violation(0.0);
      for (int a = 0; a < K; ++a) violation = fma(round.violation(i, a), next_[a], violation);
      return violation;
    });
    x_.swap(next_);
  }

  void show(Internals& shown) const { shown.row("queue", queue_); }

 private:
  double uniform_weight_;
  double inverse_alpha_;
  double V_;
  Vector<Real> queue_;     // Q_i >= 0, m
  Vector<Real> x_, next_;  // next_: scratch for x_{t+1}, K
};

}  // namespace regretta
