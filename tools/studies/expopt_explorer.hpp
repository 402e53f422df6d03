#pragma once
/// The learner `expopt-explorer` for --with: an ExpOpt-ConOMD that never stops exploring (CORRUPTION.md).

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/math/confidence.hpp"
#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta::studies {

/// ghat_t, n_t and X_t where each observation of an arm has a weight w > 0: ghat = sum w g / sum w, with the width of
/// n = (sum w)^2 / sum w^2 equal observations. A round changes them for the played arm only. For arms not yet
/// played, ghat = 0 and n = 1.
template <class Real>
class WeightedConfidenceSet {
 public:
  WeightedConfidenceSet(const Problem& problem, const ConfidenceWidth& width)
      : width_(width),
        sum_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        squares_(sum_),
        g_hat_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(0.0))),
        optimistic_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(-width(1.0)))) {}

  /// Reads g_{t,i}(a_t).
  template <class Feedback>
  REGRETTA_INLINE void update(const Feedback& round, const Real& weight) {
    const Index<Real>& arm = round.arm();
    const Real sum = gather(sum_.data(), arm) + weight;
    const Real squares = fma(weight, weight, gather(squares_.data(), arm));
    scatter(sum_.data(), arm, sum);
    scatter(squares_.data(), arm, squares);
    const Real inverse = Real(1.0) / sum;
    const Real xi = width_.of_inverse(squares * inverse * inverse);
    for (int i = 0; i < g_hat_.rows(); ++i) {
      const Real old = gather(&g_hat_(i, 0), arm);
      const Real g_hat = fma(round.violation(i) - old, weight * inverse, old);
      scatter(&g_hat_(i, 0), arm, g_hat);
      scatter(&optimistic_(i, 0), arm, g_hat - xi);
    }
  }
  /// X_t as (ghat_t - xi_t)'x <= 0. Since n >= 1, no entry exceeds 1 + xi(1).
  ConstraintSet<Real> build() const { return {optimistic_, Real(0.0), Real(1.0 + width_(1.0))}; }

  void show(Internals& shown) const {
    shown.row("weight", sum_);
    shown.table("ghat", g_hat_);
    shown.table("width", g_hat_ - optimistic_);
  }

 private:
  ConfidenceWidth width_;
  Vector<Real> sum_, squares_;  // sums of weights and of their squares, for each of K arms
  Matrix<Real> g_hat_, optimistic_;
};

enum class ViolationEstimator { means, weighted };
inline constexpr Choice violation_estimators = choice_of<ViolationEstimator>(
    {{ViolationEstimator::means, "means", "of the observed violations"},
     {ViolationEstimator::weighted, "weighted", "each weighted by 1 / z_t(a_t): corruption counts as C / t"}});

struct ExpOptExplorerParams : ExplorationParams {
  double uniform_share = 0.3;
  ViolationEstimator estimator = ViolationEstimator::weighted;
  double weight_limit = 1;
  double confidence_scale = 1;

  static void fields(auto& p, auto&& visit) {
    ExplorationParams::fields(p, visit);
    visit("uniform_share", p.uniform_share, Range{0, 1}, "b: a share T^-b of every strategy is uniform");
    visit("estimator", p.estimator, violation_estimators, "of violations");
    visit("weight_limit", p.weight_limit, Range{0, 1}, "c: weights are at most T^c; at 0 all are 1, at 1 none is cut");
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6}, "multiplies xi_t = 4 sqrt(L / n_t(a))",
          Role::confidence_scale);
  }
};

/// ExpOpt-ConOMD (learners/expopt_conomd.hpp) whose strategies are mixed with the uniform one and whose estimates may
/// be weighted by the inverse probabilities of arms. Bandit feedback.
template <class Real>
class ExpOptExplorer {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = ExpOptExplorerParams;

  ExpOptExplorer(const Problem& problem, const Params& params)
      : num_arms_(problem.num_arms),
        rounds_per_arm_(params.rounds_per_arm(problem.horizon)),
        share_(uniform_share(problem, to_horizon(problem, -params.uniform_share))),
        weighted_(params.estimator == ViolationEstimator::weighted),
        weight_limit_(to_horizon(problem, params.weight_limit)),
        x_(problem, bandit_step_size(problem)),
        set_(problem, ConfidenceWidth(problem, params.confidence_scale)),
        z_(x_.strategy()) {
    play_next();
  }

  const Vector<Real>& strategy() const { return z_; }

  int committed_arm() const { return exploring() ? static_cast<int>(t_ / rounds_per_arm_) : -1; }

  void observe(const Feedback& round) {
    const bool explored = exploring();
    set_.update(round, explored ? Real(weight_in_turn()) : weight(gather(z_.data(), round.arm())));
    const ConstraintSet<Real> X_t = set_.build();
    if (!explored) {
      const PlayedLoss<Real> l_hat = x_.estimate_losses(round.arm(), round.loss(), z_);
      x_.assign(x_.argmin(l_hat, X_t));
    }
    ++t_;
    play_next();
  }

  void show(Internals& shown) const { set_.show(shown); }
  Reported<Real> reported() const { return x_.counts().reported(); }

 private:
  static double to_horizon(const Problem& problem, double exponent) {
    return pow(static_cast<double>(problem.horizon), exponent);
  }

  bool exploring() const { return t_ < num_arms_ * rounds_per_arm_; }
  /// The weight in the exploration phase, in which each of K arms is played in a share 1 / K of rounds.
  double weight_in_turn() const { return weighted_ ? min(static_cast<double>(num_arms_), weight_limit_) : 1.0; }
  Real weight(const Real& z_a) const { return weighted_ ? min(Real(1.0) / z_a, Real(weight_limit_)) : Real(1.0); }

  /// z <- the point mass on arm t / n0, or (1 - T^-b) x + T^-b / K.
  void play_next() {
    const Vector<Real>& x = x_.strategy();
    for (int a = 0, played = committed_arm(); a < num_arms_; ++a)
      z_[a] = played < 0 ? fma(x[a], Real(share_.keep), Real(share_.add)) : Real(a == played ? 1.0 : 0.0);
  }

  int num_arms_;
  std::int64_t rounds_per_arm_;  // n0, in the exploration phase
  UniformShare share_;
  bool weighted_;
  double weight_limit_;
  std::int64_t t_ = 0;  // rounds played
  MirrorDescent<Real> x_;
  WeightedConfidenceSet<Real> set_;
  Vector<Real> z_;
};
static_assert(Learner<ExpOptExplorer<double>> && Learner<ExpOptExplorer<Pack<8>>>);

}  // namespace regretta::studies

void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::studies::ExpOptExplorer>(
      {.name = "expopt-explorer",
       .summary = "expopt-conomd that keeps exploring, with estimates weighted by inverse chances",
       .source = "ours, after expopt-conomd",
       .prior_knowledge = "T, delta",
       .guarantee = "none proven",
       .definition = "ours: tools/studies/CORRUPTION.md"}));
}
