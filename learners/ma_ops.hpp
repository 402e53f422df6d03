#pragma once
/// The learner `ma-ops`, which looks for a strategy of larger margin than that of the safe arm that it knows, and then
/// plays `s-ops` with it.

#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/resources.hpp"
#include "regretta/learners/math/small_minimax.hpp"
#include "regretta/learners/s_ops.hpp"

namespace regretta {

/// MA-OPS (Zuo and Stradi 2026, Algorithm 1) reduced to one state, where |X| = 2 because it counts the last layer.
/// Costs c_i are to be at most alpha_i; those of the safe arm are at most beta_i = alpha_i - d_i. While it searches, a
/// coin zeta decides in every round between the safe arm and xhat_n, the strategy of largest optimistic margin; only
/// rounds of the latter count in estimates. What is published is the mixture of both, so the coin is drawn after the
/// arm, given which arm it was. Bandit feedback, one trial at a time.
///
/// N(a) counts rounds of the search, xi(a) = min(1, sqrt(4 u / N(a))), u = ln(4 m K (n + 1)^3 / delta). Of several
/// strategies of largest margin it takes a vertex (ours). Where the arm is not safe, `least_margin` is as in s-ops.
class MaOps {
 public:
  using Feedback = BanditFeedback<double>;
  using Params = SOpsParams;

  MaOps(const Problem& problem, const Params& params, const Oracle& oracle)
      : MaOps(told_safe_arm(params.safe_arm, params.safe_arm_violation, problem, oracle), problem, params) {}

  void draw(const Randomness<double>& random) { coin_ = random.uniform({}); }
  const Vector<double>& strategy() const { return searches_ ? x_ : s_ops_.strategy(); }

  void observe(const Feedback& round) {
    if (!searches_) return s_ops_.observe(round);
    --rest_.horizon;
    if (!is_of_search(round.arm()[0])) return;
    estimate(round);
    const double most = min(-minimax_.solve(lower_.data()), 1.0);  // rhobar
    if (2 * least_d_ >= most) return play_s_ops();
    for (int a = 0; a < K_; ++a) x_hat_[a] = minimax_.strategy()[static_cast<std::size_t>(a)];
    double least = infinity;  // rholow
    for (int i = 0; i < m_; ++i) {
      w_[i] = 0;
      for (int a = 0; a < K_; ++a) w_[i] = fma(upper_(i, a), x_hat_[a], w_[i]);
      w_[i] = min(w_[i], 1.0);
      least = min(resources_.pace(i) - w_[i], least);
    }
    if (2 * least >= most) {
      safe_ = x_hat_;
      for (int i = 0; i < m_; ++i) margin_[i] = (resources_.pace(i) - w_[i]) * width_;
      return play_s_ops();
    }
    mix();
  }

  void show(Internals& shown) const {
    shown.number("searches", searches_ ? 1 : 0);
    shown.row("xhat", x_hat_);
    shown.row("pulls_of_search", pulls_);
    s_ops_.show(shown);
  }
  Reported<double> reported() const { return s_ops_.reported(); }

 private:
  MaOps(const ToldSafeArm& told, const Problem& problem, const Params& params)
      : K_(problem.num_arms),
        m_(problem.num_constraints),
        safe_arm_(told.arm),
        width_(problem.violation_width()),
        scale_(params.confidence_scale),
        delta_(problem.delta),
        resources_(problem),
        rest_(problem),
        minimax_(K_, m_),
        pulls_(Vector<double>::Constant(K_, 0.0)),
        x_hat_(Vector<double>::Constant(K_, 1.0 / K_)),
        x_(pulls_),
        safe_(pulls_),
        margin_(Vector<double>::Constant(m_, 0.0)),
        w_(Vector<double>::Constant(m_, 1.0)),
        c_hat_(Matrix<double>::Constant(m_, K_, 0.0)),
        lower_(c_hat_),
        upper_(c_hat_),
        s_ops_(told, problem, params) {
    rest_.delta = problem.delta / 2;
    safe_[safe_arm_] = 1;
    for (int i = 0; i < m_; ++i) {
      margin_[i] = max(-told.violation[static_cast<std::size_t>(i)], params.least_margin);
      least_d_ = min(margin_[i] / width_, least_d_);
    }
    mix();
    if (2 * least_d_ >= 1) play_s_ops();
  }

  /// zeta: whether the arm is of xhat, which has it with chance (1 - lambda) xhat(arm); else it is the safe arm.
  bool is_of_search(int arm) const {
    const double chance = (1 - lambda_) * x_hat_[arm];
    return arm != safe_arm_ || coin_ * (lambda_ + chance) < chance;
  }

  void estimate(const Feedback& round) {
    const int arm = round.arm()[0];
    ++n_;
    ++pulls_[arm];
    for (int i = 0; i < m_; ++i)
      c_hat_(i, arm) += (resources_.consumption(i, round.violation(i)) - c_hat_(i, arm)) / pulls_[arm];
    const double next = static_cast<double>(n_ + 1),
                 root = 2 * scale_ * sqrt(log(4.0 * m_ * K_ / delta_) + 3 * log(next));
    for (int a = 0; a < K_; ++a) {
      const double xi = pulls_[a] > 0 ? min(root / sqrt(pulls_[a]), 1.0) : 1.0;
      for (int i = 0; i < m_; ++i) {
        lower_(i, a) = c_hat_(i, a) - xi - resources_.pace(i);
        upper_(i, a) = c_hat_(i, a) + xi;
      }
    }
  }

  /// x <- lambda_n e_safe + (1 - lambda_n) xhat_n, with the least lambda_n that is safe if xhat costs w_i.
  void mix() {
    lambda_ = 0;
    for (int i = 0; i < m_; ++i) {
      const double excess = w_[i] - resources_.pace(i);
      if (excess > 0) lambda_ = max(excess / (excess + margin_[i] / width_), lambda_);
    }
    for (int a = 0; a < K_; ++a) x_[a] = (1 - lambda_) * x_hat_[a];
    x_[safe_arm_] += lambda_;
  }

  void play_s_ops() {
    searches_ = false;
    if (rest_.horizon > 0) s_ops_.begin(safe_, margin_, rest_);
  }

  int K_, m_, safe_arm_;
  double width_, scale_, delta_;
  Resources resources_;  // alpha_i, and costs in [0, 1]
  Problem rest_;         // with the rounds that are left, for s-ops
  SmallMinimax minimax_;
  bool searches_ = true;
  double least_d_ = infinity;
  double coin_ = 0;  // uniform, of this round
  std::int64_t n_ = 1;
  double lambda_ = 0;
  Vector<double> pulls_;          // N(a)
  Vector<double> x_hat_, x_;      // xhat_n, and x_t of the search
  Vector<double> safe_, margin_;  // the strategy that s-ops is to know, and how much less than 0 its violations are, m
  Vector<double> w_;              // costs of xhat_n, m
  Matrix<double> c_hat_;          // m x K
  Matrix<double> lower_, upper_;  // chat - xi - alpha, chat + xi
  SOps<double> s_ops_;
};
static_assert(Learner<MaOps>);

}  // namespace regretta
