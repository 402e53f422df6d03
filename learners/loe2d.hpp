#pragma once
/// The learner `loe2d`: inverse-gap weighting of estimated losses and virtual queues.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/optimistic_indices.hpp"
#include "regretta/learners/math/virtual_queues.hpp"
#include "regretta/learners/math/weights.hpp"

namespace regretta {

struct Loe2dParams {
  double oracle_error_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("oracle_error_scale", p.oracle_error_scale, Range{1e-6, 1e6},
          "multiplies U = K, the regression error that V = sqrt(T U ln T) and gamma = K sqrt(T / U) are tuned for");
  }
};

/// LOE2D (Guo and Liu, COLT 2024) without contexts: the regression oracle is the mean of an arm's observations (0
/// before its first pull), and U = K. x_t is the inverse-gap weighting of l + (Q/V)'g, with beta = V / (V + sum_i Q_i).
/// Each constraint has a queue. Bandit feedback. U and the case m > 1 are a reconstruction.
template <class Real>
class Loe2d {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = Loe2dParams;

  Loe2d(const Problem& problem, const Params& params)
      : K_(problem.num_arms),
        V_(sqrt(static_cast<double>(problem.horizon) * U(problem, params) *
                max(log(static_cast<double>(problem.horizon)), 1.0))),
        gamma_(K_ * sqrt(static_cast<double>(problem.horizon) / U(problem, params))),
        means_(K_, problem.num_constraints, {}, {}),
        queue_(Vector<Real>::Constant(problem.num_constraints, Real(0.0))),
        gap_(Vector<Real>::Constant(K_, Real(0.0))),
        unit_slope_(Vector<Real>::Constant(K_, Real(1.0))),
        x_(Vector<Real>::Constant(K_, Real(1.0 / K_))) {}

  const Vector<Real>& strategy() const { return x_; }

  void observe(const Feedback& round) {
    means_.observe(round, round.arm(), Real(0.0));
    update_queues(queue_, [&](int i) REGRETTA_FLAT { return round.violation(i); });
    weigh_by_gaps();
  }

  void show(Internals& shown) const {
    shown.row("queue", queue_);
    means_.show(shown);
  }

 private:
  static double U(const Problem& problem, const Params& params) { return params.oracle_error_scale * problem.num_arms; }

  /// x(a) = 1 / (z + 2 gamma beta gap(a)), where V gap(a) is V lhat(a) + Q'ghat(a) minus its least value over arms.
  void weigh_by_gaps() {
    Real least(infinity);
    for (int a = 0; a < K_; ++a) {
      gap_[a] = priced(Real(V_) * means_.costs()[a], queue_, [&](int i) REGRETTA_FLAT { return means_.g_hat()(i, a); });
      least = min(gap_[a], least);
    }
    const Real scale = Real(2 * gamma_) / (Real(V_) + total(queue_));  // 2 gamma beta / V
    for (int a = 0; a < K_; ++a) gap_[a] = scale * (gap_[a] - least);
    log_barrier_weights(gap_, unit_slope_, x_);
  }

  int K_;
  double V_;
  double gamma_;
  OptimisticIndices<Real> means_;  // lhat and ghat, as indices of width 0
  Vector<Real> queue_;             // Q_i, m
  Vector<Real> gap_, unit_slope_;
  Vector<Real> x_;
};

}  // namespace regretta
