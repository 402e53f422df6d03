#pragma once
/// The learner `dpp`: drift plus penalty, that is, gradient descent on losses plus violations priced by virtual queues.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/euclidean_projection.hpp"
#include "regretta/learners/math/virtual_queues.hpp"

namespace regretta {

struct DppParams {
  double penalty_scale = 1;
  double regularisation_scale = 1;
  double tightening = 0;

  static void fields(auto& p, auto&& visit) {
    visit("penalty_scale", p.penalty_scale, Range{0, 1e6}, "multiplies V = sqrt(T), the weight of the losses");
    visit("regularisation_scale", p.regularisation_scale, Range{1e-6, 1e6}, "multiplies alpha = T, the regularisation");
    visit("tightening", p.tightening, Range{0, 1},
          "constant added to every violation; DPP-T adds min(eps, sqrt(20 / T)) for a margin eps");
  }
};

/// Drift plus penalty (Yu, Neely, Wei, NeurIPS 2017): x_{t+1} = argmin of (V l_t + sum_i Q_i g_{t,i})'x + alpha |x -
/// x_t|^2 over the simplex, then Q_i grows by g_{t,i}'x_{t+1}. Full feedback.
template <class Real>
class Dpp {
 public:
  using Feedback = FullFeedback<Real>;
  using Params = DppParams;

  Dpp(const Problem& problem, const Params& params)
      : V_(params.penalty_scale * sqrt(static_cast<double>(problem.horizon))),
        step_(1 / (2 * params.regularisation_scale * static_cast<double>(problem.horizon))),
        tightening_(params.tightening),
        queue_(Vector<Real>::Constant(problem.num_constraints, Real(0.0))),
        x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    const int K = static_cast<int>(x_.size());
    for (int a = 0; a < K; ++a) {
      const Real priced_loss =
          priced(Real(V_) * round.loss(a), queue_, [&](int i) REGRETTA_FLAT { return round.violation(i, a); });
      x_[a] = fma(Real(-step_), priced_loss, x_[a]);
    }
    project_on_simplex(x_);
    update_queues(queue_, [&](int i) REGRETTA_FLAT {
      Real violation(tightening_);
      for (int a = 0; a < K; ++a) violation = fma(round.violation(i, a), x_[a], violation);
      return violation;
    });
  }

  void show(Internals& shown) const { shown.row("queue", queue_); }

 private:
  double V_;            // weight of the losses
  double step_;         // 1 / (2 alpha)
  double tightening_;   // constant added to every violation
  Vector<Real> queue_;  // Q_i >= 0, m
  Vector<Real> x_;
};

}  // namespace regretta
