#pragma once
/// The learner `expopt-conomd` of the paper (learners/ALGORITHMS.md). Comments such as "l. 2-3" refer to lines of its
/// Algorithm 2.

#include <cmath>
#include <string>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/learners/descent_params.hpp"
#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta {

/// Parameters of the exploration phase.
struct ExplorationParams {
  double beta = 0.5;
  bool exploration = true;

  static void fields(auto& p, auto&& visit) {
    visit("beta", p.beta, Range{0, 1}, "exploration exponent: every arm is first played ceil(T^beta) times",
          Role::exploration_exponent);
    visit("exploration", p.exploration, "false: no exploration phase; the first strategy is uniform");
  }

  /// n0 = ceil(T^beta - 1e-9), because 1e5^0.8 is 10000.000000000005 in floating point; 0 without exploration.
  std::int64_t rounds_per_arm(std::int64_t horizon) const {
    return exploration ? static_cast<std::int64_t>(std::ceil(pow(static_cast<double>(horizon), beta) - 1e-9)) : 0;
  }
  /// Throws InputError unless rounds remain after exploration: K n0 < T.
  void check(const Problem& problem) const {
    const std::int64_t explored = problem.num_arms * rounds_per_arm(problem.horizon);
    if (exploration && explored >= problem.horizon)
      throw InputError("beta", to_text(Value(beta)) + ": exploration would take " + std::to_string(explored) +
                                   " rounds (" + std::to_string(problem.num_arms) +
                                   " arms x ceil(T^beta)), expected fewer than the horizon " +
                                   std::to_string(problem.horizon) + "; lower beta or raise the horizon");
  }
};

struct ExpOptConOmdParams : ExplorationParams, DescentParams {
  static void fields(auto& p, auto&& visit) {
    ExplorationParams::fields(p, visit);
    DescentParams::fields(p, visit);
  }
};

/// ExpOpt-ConOMD: explores every arm, then runs constrained mirror descent with implicit exploration; bandit feedback
/// (Truly Adapting, Algorithm 2).
template <class Real>
class ExpOptConOmd {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = ExpOptConOmdParams;

  ExpOptConOmd(const Problem& problem, const Params& params)
      : rounds_per_arm_(params.rounds_per_arm(problem.horizon)),  // l. 1
        arms_to_explore_(rounds_per_arm_ > 0 ? problem.num_arms : 0),
        point_mass_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        x_(problem, bandit_step_size(problem)),  // l. 2-3: uniform; eta, gamma
        set_(problem, ConfidenceWidth(problem, params.width_scale(problem)), params.set_options()),
        share_(fixed_share(problem, params.fixed_share)) {
    point_mass_[0] = Real(1.0);
  }

  const Vector<Real>& strategy() const { return is_exploring() ? point_mass_ : x_.strategy(); }  // l. 5, 10
  int committed_arm() const { return is_exploring() ? explored_arm_ : -1; }
  const TrialMajorStrategy<Real>* trial_major() const { return is_exploring() ? nullptr : x_.trial_major(); }

  void observe(const Feedback& round) {                        // l. 6, 11
    set_.update_estimates(round);                              // l. 7, 12: N_t(a_t), ghat_t(a_t)
    set_.update_widths(round);                                 // l. 13: xi_t(a_t)
    const ConstraintSet<Real> X_t = set_.build();              // l. 14
    if (is_exploring()) return explore_next();                 // l. 4-8
    const PlayedLoss<Real> l_hat = x_.estimate_losses(round);  // l. 15: lhat_t
    x_.assign(x_.argmin(l_hat, X_t), share_);                  // l. 16: x_{t+1}
  }

  void show(Internals& shown) const { set_.show(shown); }
  Reported<Real> reported() const { return x_.counts().reported(); }

 private:
  bool is_exploring() const { return explored_arm_ < arms_to_explore_; }
  /// Moves the point mass to the arm of the next round. Arms are played in order, rounds_per_arm_ rounds each.
  void explore_next() {
    if (++times_explored_ < rounds_per_arm_) return;
    times_explored_ = 0;
    point_mass_[explored_arm_] = Real(0.0);
    if (++explored_arm_ < arms_to_explore_) point_mass_[explored_arm_] = Real(1.0);
  }

  std::int64_t rounds_per_arm_;  // n0
  int arms_to_explore_;          // K, or 0 without exploration
  int explored_arm_ = 0;         // arms_to_explore_ at the end of exploration
  std::int64_t times_explored_ = 0;
  Vector<Real> point_mass_;
  BanditDescent<Real> x_;
  BanditConfidenceSet<Real> set_;
  UniformShare share_;
};

}  // namespace regretta
