#pragma once
/// The learner `bccf`, for constraints that may be stochastic or adversarial; a reconstruction.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/confidence.hpp"
#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta {

struct BccfParams {
  double confidence_scale = 1;
  double kappa = 1;
  bool adaptive = true;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6}, "multiplies the confidence width sqrt(2 L / N_t(a))");
    visit("kappa", p.kappa, Range{0, 1e6},
          "old violations are forgotten faster once sum g_i(a_t) exceeds kappa sqrt(2 K t L)");
    visit("adaptive", p.adaptive, "false: estimates are plain means of the observed violations");
  }
};

/// BCCF-style: mirror descent with implicit exploration on optimistic sets whose estimates forget the past when the
/// observed violations add up (Bernasconi, Castiglioni, Celli, Fusco, NeurIPS 2024). Bandit feedback. The source
/// updates ghat <- (1 - beta) ghat + beta g, where beta depends on the pulls and the observed violations. The exact
/// weights beta and the excess Gamma are a reconstruction.
template <class Real>
class Bccf {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = BccfParams;

  Bccf(const Problem& problem, const Params& params)
      : is_adaptive_(params.adaptive),
        threshold_(params.kappa * sqrt(2 * problem.num_arms * problem.log_term())),
        mirror_(problem, sqrt(log(static_cast<double>(problem.num_arms)) /
                              (problem.num_arms * static_cast<double>(problem.horizon)))),
        set_(problem, ConfidenceWidth(params.confidence_scale * sqrt(2 * problem.log_term())), {}, UnplayedArm{}),
        violations_(Vector<Real>::Constant(problem.num_constraints, Real(0.0))) {}

  const Vector<Real>& strategy() const { return mirror_.strategy(); }

  void observe(const Feedback& round) {
    if (is_adaptive_) {
      const double root_t = sqrt(static_cast<double>(++t_));
      set_.update_estimates(round, [&](int i, Real inverse_pulls) REGRETTA_FLAT {
        const Real excess = min(max(violations_[i] - Real(threshold_ * root_t), Real(0.0)), Real(root_t));  // Gamma_i
        violations_[i] += round.violation(i);
        return min((Real(1.0) + excess) * inverse_pulls, Real(1.0));  // beta
      });
    } else {
      set_.update_estimates(round);
    }
    set_.update_widths(round);
    const ConstraintSet<Real> optimistic = set_.build();
    const PlayedLoss<Real> l_hat = mirror_.estimate_losses(round);
    mirror_.assign(mirror_.argmin(l_hat, optimistic));
  }

  void show(Internals& shown) const { set_.show(shown); }
  Reported<Real> reported() const { return mirror_.counts().reported(); }

 private:
  bool is_adaptive_;
  double threshold_;    // kappa sqrt(2 K L): times sqrt(t), the threshold of the excess
  std::int64_t t_ = 0;  // rounds played
  MirrorDescent<Real> mirror_;
  BanditConfidenceSet<Real> set_;
  Vector<Real> violations_;  // sum over rounds of g_i(a_t), which may be negative; m
};

}  // namespace regretta
