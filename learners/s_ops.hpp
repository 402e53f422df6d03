#pragma once
/// The learners `sv-ops` and `s-ops`, for adversarial losses and stochastic constraints.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/learners/known_safe_arm.hpp"
#include "regretta/learners/math/confidence.hpp"
#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta {

struct SvOpsParams {
  double confidence_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the confidence width xi_t = 4 sqrt(L / N_t(a)), or half of that if constraints are costs",
          Role::confidence_scale);
  }
};

/// SV-OPS (Stradi, Castiglioni, Marchesi, Gatti, ICML 2025) reduced to one state, bandit feedback. With one state it is
/// mirror descent with implicit exploration on optimistic sets, that is, known-c with bandit feedback and C = 0; it
/// uses the constants of known-c, with xi_t halved if the constraints are costs.
template <class Real>
class SvOps : public KnownCBandit<Real> {
 public:
  using Params = SvOpsParams;

  SvOps(const Problem& problem, const Params& params)
      : KnownCBandit<Real>(problem, DescentParams{.confidence_scale = params.confidence_scale, .native_range = true},
                           0.0) {}
};

struct SOpsParams {
  NumberOrMeasured safe_arm{.measured = true, .value = 1};
  NumberOrMeasured safe_arm_violation{.measured = true, .value = 0};
  double least_margin = 0.01;
  double confidence_scale = 1;
  double step_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("safe_arm", p.safe_arm, Range{1, 1e9},
          "number of the safe arm, from 1; or \"measured\": the arm with the largest margin");
    visit("safe_arm_violation", p.safe_arm_violation, Range{-1, 1},
          "-d, an upper bound on every mean violation of the safe arm; or \"measured\": the largest mean violation of "
          "the measured arm, for each constraint");
    visit("least_margin", p.least_margin, Range{0, 1, true},
          "lower limit on the margin d, used if the safe arm is barely safe or unsafe");
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies the root in the confidence width xi_t = min(2, 4 sqrt(ln(32KmT/delta) / N_t(a))); 2 and 4 are "
          "halved if constraints are costs",
          Role::confidence_scale);
    visit("step_scale", p.step_scale, Range{0, 1e6}, "multiplies eta = gamma = sqrt(ln(32KmT/delta) / (2KT))");
  }
  bool wants_oracle() const { return safe_arm.measured || safe_arm_violation.measured; }
  void check(const Problem& problem) const { check_safe_arm(safe_arm, safe_arm_violation.measured, problem); }
};

/// S-OPS (Stradi, Castiglioni, Marchesi, Gatti, ICML 2025, as restated by Zuo and Stradi 2026, Algorithm 2) reduced to
/// one state, where |X| = 2 because |X| counts the last layer. A safe arm and bounds -d_i on its violations are known.
/// Every strategy, including the first, is mixed with the safe arm, with the least weight for which the pessimistic
/// estimates satisfy the constraints. If no strategy satisfies the optimistic ones, only the safe arm is played. Bandit
/// feedback. The paper has costs in [0, 1]. If the constraints are not costs, violations in [-1, 1] take their place
/// and widths are doubled. An arm not yet played has cost 0 with width 1 in the paper, and hence ghat = -1 with width
/// 2.
template <class Real>
class SOps {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = SOpsParams;

  SOps(const Problem& problem, const Params& params, const Oracle& oracle)
      : SOps(known_safe_arm(params.safe_arm, params.safe_arm_violation, problem, oracle), problem, params) {}

  const Vector<Real>& strategy() const { return x_; }

  void observe(const Feedback& round) {
    set_.update_estimates(round);
    set_.update_widths(round);
    const ConstraintSet<Real> optimistic = set_.build();
    const PlayedLoss<Real> l_hat = mirror_.estimate_losses(round.arm(), round.loss(), x_);
    const KlSolution<Real> x_hat = mirror_.argmin(l_hat, optimistic);
    mirror_.assign(x_hat);
    mix_with_the_safe_arm(x_hat.empty);
  }

  void show(Internals& shown) const { set_.show(shown); }
  Reported<Real> reported() const { return mirror_.counts().reported(); }

 private:
  SOps(const KnownSafeArm& safe, const Problem& problem, const Params& params)
      : safe_arm_(safe.arm),
        mirror_(problem, step(problem, params), step(problem, params)),
        set_(problem, width(problem, params)),
        x_(mirror_.strategy()) {
    for (int i = 0; i < problem.num_constraints; ++i) {
      const ViolationRange range = problem.violation_range(i);
      set_.assume(i, {.g_hat = range.low, .optimistic = range.low - range.width()});
      highest_.push_back(range.high);
      margin_.push_back(max(-safe.violation[static_cast<std::size_t>(i)], params.least_margin));
    }
    mix_with_the_safe_arm(Real(1.0) < Real(0.0));  // empty in no lane
  }

  static double log_term(const Problem& problem) { return problem.log_term() + log(32.0); }  // ln(32KmT / delta)
  static double step(const Problem& problem, const Params& params) {
    return params.step_scale *
           sqrt(log_term(problem) / (2.0 * problem.num_arms * static_cast<double>(problem.horizon)));
  }
  static ConfidenceWidth width(const Problem& problem, const Params& params) {
    return ConfidenceWidth(params.confidence_scale * 2 * problem.violation_width() * sqrt(log_term(problem)),
                           problem.violation_width());
  }

  /// x <- lambda e_safe + (1 - lambda) xhat, with the least lambda for which x is safe if the violations of xhat are
  /// (ghat + xi)'xhat, and ghat + xi = 2 ghat - optimistic. lambda = 1 in lanes whose optimistic set is `empty`.
  void mix_with_the_safe_arm(const Mask<Real>& empty) {
    const Vector<Real>& x_hat = mirror_.strategy();
    const int K = static_cast<int>(x_hat.size());
    const Matrix<Real>&g_hat = set_.g_hat(), &optimistic = set_.optimistic();
    Real lambda(0.0);
    for (int i = 0, m = static_cast<int>(g_hat.rows()); i < m; ++i) {
      Real pessimistic(0.0);
      for (int a = 0; a < K; ++a)
        pessimistic = fma(fma(g_hat(i, a), Real(2.0), -optimistic(i, a)), x_hat[a], pessimistic);
      const auto k = static_cast<std::size_t>(i);
      const Real w = max(min(pessimistic, Real(highest_[k])), Real(0.0));
      lambda = max(w / (w + Real(margin_[k])), lambda);
    }
    lambda = select(empty, Real(1.0), lambda);
    const Real rest = Real(1.0) - lambda;
    for (int a = 0; a < K; ++a) x_[a] = rest * x_hat[a];
    x_[safe_arm_] += lambda;
  }

  int safe_arm_;
  std::vector<double> margin_;   // d_i > 0, m
  std::vector<double> highest_;  // greatest possible violations, m
  MirrorDescent<Real> mirror_;
  BanditConfidenceSet<Real> set_;
  Vector<Real> x_;  // x_t, after mixing
};

}  // namespace regretta
