#pragma once
/// The learners `conomd-fs` and `conomd-fs-ix` of the paper (learners/ALGORITHMS.md). Comments such as "l. 6" refer to
/// lines of the paper's Algorithm 1; "IX l. 9" to those of ConOMD-FS-IX.

#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/descent_params.hpp"
#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta {

/// DescentParams with fixed share on by default.
struct ConOmdFsParams : DescentParams {
  ConOmdFsParams() { fixed_share = true; }
};

/// Constrained online mirror descent with fixed share. FeedbackModel: FullFeedback or BanditLossFeedback.
template <class Real, class FeedbackModel>
class ConOmd {
 public:
  using Feedback = FeedbackModel;
  using Params = ConOmdFsParams;

  ConOmd(const Problem& problem, const Params& params)
      : x_(problem, step_size<Feedback>(problem)),  // l. 1-2: x_1 is uniform; eta, gamma
        set_(problem, ConfidenceWidth(problem, params.width_scale(problem)), params.set_options()),
        share_(fixed_share(problem, params.fixed_share)) {}

  const Vector<Real>& strategy() const { return x_.strategy(); }  // l. 4

  void observe(const Feedback& round) {                       // l. 5
    set_.update_estimates(round);                             // l. 6: ghat_t
    set_.update_widths(round);                                // l. 7: xi_t
    const ConstraintSet<Real> X_t = set_.build();             // l. 8
    const auto& losses = x_.estimate_losses(round);           // l_t; IX l. 9: lhat_t
    const KlSolution<Real> x_tilde = x_.argmin(losses, X_t);  // l. 9; IX l. 10
    x_.assign(x_tilde, share_);                               // l. 10; IX l. 11: x_{t+1}
  }

  void show(Internals& shown) const { set_.show(shown); }
  Reported<Real> reported() const { return x_.counts().reported(); }

 private:
  MirrorDescent<Real> x_;
  FullConfidenceSet<Real> set_;
  UniformShare share_;
};

/// ConOMD-FS: full feedback (Truly Adapting, Algorithm 1).
template <class Real>
using ConOmdFs = ConOmd<Real, FullFeedback<Real>>;

/// ConOMD-FS-IX: ConOMD-FS with implicit exploration, for bandit losses and full feedback on the constraints (Truly
/// Adapting, appendix "Omitted Proofs of Section 4.3").
template <class Real>
using ConOmdFsIx = ConOmd<Real, BanditLossFeedback<Real>>;

}  // namespace regretta
