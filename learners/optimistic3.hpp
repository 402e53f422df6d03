#pragma once
/// The learner `optimistic3`: mirror descent on optimistic losses and optimistic violations, with an optimistic queue.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/optimistic_indices.hpp"
#include "regretta/learners/math/virtual_queues.hpp"
#include "regretta/learners/math/weights.hpp"
#include "regretta/learners/optimistic_lp.hpp"

namespace regretta {

struct Optimistic3Params {
  double confidence_scale = 1;
  double alpha_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the confidence width sqrt(L / (2N)) of losses, with L = ln(TKm / delta); the product is at most "
          "1. For violations it is doubled (not if constraints are costs)",
          Role::confidence_scale);
    visit("alpha_scale", p.alpha_scale, Range{1e-6, 1e6},
          "multiplies alpha = sqrt(T), the weight of the distance to the previous strategy; the analysis needs alpha "
          ">= 2");
  }
};

/// Optimistic3 (Guo, Zu, Liu, ICML 2025) without contexts. Let fhat be upper bounds of the rewards 1 - l, and gcheck
/// lower bounds of the violations. x_t maximises x'(fhat_t - sum_i Q_i gcheck_{t,i}) - alpha KL(x || x_{t-1}). Then
/// Q_i <- [Q_i + 2 gcheck_{t,i}'x_t - gcheck_{t-1,i}'x_{t-1}]+. Bandit feedback. alpha, the widths (those of ns-lp at
/// C = 0) and the case m > 1 are a reconstruction. Arms not yet played count as one pull with mean 0.
template <class Real>
class Optimistic3 {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = Optimistic3Params;

  Optimistic3(const Problem& problem, const Params& params)
      : Optimistic3(problem, params, NsWidths(problem, params.confidence_scale)) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    update_queues(queue_, [&](int i) REGRETTA_FLAT { return fma(violation_[i], Real(2.0), -last_violation_[i]); });
    last_violation_ = violation_;
    indices_.observe(round, round.arm(), Real(0.0));
    descend();
  }

  void show(Internals& shown) const {
    shown.row("queue", queue_);
    indices_.show(shown);
  }

 private:
  Optimistic3(const Problem& problem, const Params& params, const NsWidths& widths)
      : inverse_alpha_(1 / (params.alpha_scale * sqrt(static_cast<double>(problem.horizon)))),
        indices_(problem.num_arms, problem.num_constraints, widths.loss, widths.violation),
        queue_(Vector<Real>::Constant(problem.num_constraints, Real(0.0))),
        last_violation_(queue_),
        violation_(queue_),
        cost_sum_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        x_(cost_sum_) {
    for (int a = 0; a < problem.num_arms; ++a) indices_.start(a, 0);
    descend();
  }

  /// x <- x exp((fhat - Q'gcheck) / alpha), normalised: exponential weights of the sums over all rounds so far.
  void descend() {
    const Matrix<Real>& g_check = indices_.rows();
    const int K = static_cast<int>(x_.size());
    for (int a = 0; a < K; ++a)
      cost_sum_[a] += priced(indices_.costs()[a], queue_, [&](int i) REGRETTA_FLAT { return g_check(i, a); });
    exponential_weights(cost_sum_, inverse_alpha_, x_);
    for (int i = 0, m = static_cast<int>(queue_.size()); i < m; ++i) {
      Real expected(0.0);
      for (int a = 0; a < K; ++a) expected = fma(g_check(i, a), x_[a], expected);
      violation_[i] = expected;
    }
  }

  double inverse_alpha_;
  OptimisticIndices<Real> indices_;          // costs() = lhat - width = 1 - fhat, rows() = gcheck
  Vector<Real> queue_;                       // Q, m
  Vector<Real> last_violation_, violation_;  // gcheck_{t-1}'x_{t-1} and gcheck_t'x_t, m
  Vector<Real> cost_sum_;                    // sum over rounds of 1 - fhat + Q'gcheck, K
  Vector<Real> x_;
};

}  // namespace regretta
