#pragma once
/// The learners `conomd-fs` and `conomd-fs-ix` of the paper (learners/ALGORITHMS.md). Comments such as "l. 6-8" refer
/// to lines of the paper's pseudo-code.

#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/optimistic_descent.hpp"

namespace regretta {

/// As DescentParams, but with fixed share on by default.
struct ConOmdFsParams : DescentParams {
  ConOmdFsParams() { fixed_share = true; }
};

/// Constrained online mirror descent with fixed share, for two feedback models.
template <class Real, class FeedbackModel>
class ConOmd : public OptimisticDescent<Real, FeedbackModel> {
 public:
  using Params = ConOmdFsParams;

  ConOmd(const Problem& problem, const Params& params)
      : OptimisticDescent<Real, FeedbackModel>(problem, params) {}  // l. 1-2

  void observe(const FeedbackModel& round) {
    this->estimate(round);  // l. 6-8
    this->optimise(round);  // l. 9-10, with implicit exploration l. 9-11
  }
};

/// ConOMD-FS: full feedback (Truly Adapting, Algorithm 1).
template <class Real>
using ConOmdFs = ConOmd<Real, FullFeedback<Real>>;
static_assert(Learner<ConOmdFs<double>> && Learner<ConOmdFs<Pack<8>>>);

/// ConOMD-FS-IX: ConOMD-FS with implicit exploration, for bandit losses and full feedback on the constraints (Truly
/// Adapting, appendix "Omitted Proofs of Section 4.3").
template <class Real>
using ConOmdFsIx = ConOmd<Real, BanditLossFeedback<Real>>;
static_assert(Learner<ConOmdFsIx<double>> && Learner<ConOmdFsIx<Pack<8>>>);

}  // namespace regretta
