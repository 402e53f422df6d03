#pragma once
/// The learner `known-c` of the paper (learners/ALGORITHMS.md), in two versions: for full and for bandit feedback.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/descent_params.hpp"
#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta {

enum class KnownCFeedback { full, bandit };
inline constexpr Choice known_c_feedbacks =
    choice_of<KnownCFeedback>({{KnownCFeedback::full, "full"}, {KnownCFeedback::bandit, "bandit"}});

struct KnownCParams : DescentParams {
  KnownCFeedback feedback = KnownCFeedback::full;
  NumberOrMeasured corruption{.measured = true, .value = 0};

  static void fields(auto& p, auto&& visit) {
    visit("feedback", p.feedback, known_c_feedbacks, "what the learner observes");
    visit("corruption", p.corruption, Range{0, 1e18}, "C >= 0, or \"measured\": the C of the environment");
    DescentParams::fields(p, visit);
  }
  bool wants_oracle() const { return corruption.measured; }
  double known_corruption(const Oracle& oracle) const {
    return corruption.measured ? oracle.corruption : corruption.value;
  }
};

/// Mirror descent on sets widened by a known corruption C (Truly Adapting, section 3.1): zeta_t = xi_t + C/n + C/T
/// replaces xi_t, with n = t under full feedback and n = max(N_t(a), 1) under bandit feedback.
template <class Real, class FeedbackModel>
class KnownC {
 public:
  using Feedback = FeedbackModel;
  using Params = KnownCParams;
  static constexpr bool is_bandit = std::is_same_v<Feedback, BanditFeedback<Real>>;

  KnownC(const Problem& problem, const Params& params, const Oracle& oracle)
      : KnownC(problem, params, params.known_corruption(oracle)) {}
  /// For derived learners, which set C themselves. corruption: C >= 0.
  KnownC(const Problem& problem, const DescentParams& params, double corruption)
      : x_(problem, step_size<Feedback>(problem)),
        set_(problem, ConfidenceWidth(problem, params.width_scale(problem), corruption), params.set_options()),
        share_(fixed_share(problem, params.fixed_share)) {}

  const Vector<Real>& strategy() const { return x_.strategy(); }
  const TrialMajorStrategy<Real>* trial_major() const requires is_bandit { return x_.trial_major(); }

  void observe(const Feedback& round) {
    set_.update_estimates(round);
    set_.update_widths(round);
    const ConstraintSet<Real> X_t = set_.build();
    const auto& losses = x_.estimate_losses(round);
    x_.assign(x_.argmin(losses, X_t), share_);
  }

  void show(Internals& shown) const { set_.show(shown); }
  Reported<Real> reported() const { return x_.counts().reported(); }

 private:
  std::conditional_t<is_bandit, BanditDescent<Real>, MirrorDescent<Real>> x_;
  ConfidenceSet<Real, Feedback> set_;
  UniformShare share_;
};
template <class Real>
using KnownCFull = KnownC<Real, FullFeedback<Real>>;
template <class Real>
using KnownCBandit = KnownC<Real, BanditFeedback<Real>>;

}  // namespace regretta
