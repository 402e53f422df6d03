#pragma once
/// The learners `conomd-fs` and `conomd-fs-ix` of the paper (learners/ALGORITHMS.md). Comments such as "l. 6-8" refer
/// to lines of the paper's pseudo-code.

#include "regretta/engine/trial/learner.hpp"
#include "regretta/learners/math/optimistic_descent.hpp"

namespace regretta {

/// As DescentParams, but with fixed share on by default.
struct ConOmdFsParams : DescentParams {
  ConOmdFsParams() { fixed_share = true; }
};

/// ConOMD-FS: constrained online mirror descent with fixed share, full feedback (Truly Adapting, Algorithm 1).
template <class Real>
class ConOmdFs {
 public:
  using Feedback = FullFeedback<Real>;
  using Params = ConOmdFsParams;

  ConOmdFs(const Problem& problem, const Params& params) : descent_(problem, params) {}  // l. 1-2

  const Vector<Real>& strategy() const { return descent_.strategy(); }

  void observe(const Feedback& round) {
    descent_.estimate(round);  // l. 6-8
    descent_.optimise(round);  // l. 9-10
  }

  void show(Internals& shown) const { descent_.show(shown); }
  const Real& empty_rounds() const { return descent_.empty_rounds(); }
  const Real& active_rounds() const { return descent_.active_rounds(); }

  template <class Archive>
  void state(Archive& archive) {
    archive(descent_);
  }

 private:
  OptimisticDescent<Real, Feedback> descent_;
};
static_assert(Learner<ConOmdFs<double>> && Learner<ConOmdFs<Pack<8>>>);

/// ConOMD-FS-IX: ConOMD-FS with implicit exploration, for bandit losses and full feedback on the constraints (Truly
/// Adapting, appendix "Omitted Proofs of Section 4.3").
template <class Real>
class ConOmdFsIx {
 public:
  using Feedback = BanditLossFeedback<Real>;
  using Params = ConOmdFsParams;

  ConOmdFsIx(const Problem& problem, const Params& params) : descent_(problem, params) {}  // l. 1-2

  const Vector<Real>& strategy() const { return descent_.strategy(); }

  void observe(const Feedback& round) {
    descent_.estimate(round);  // l. 6-8
    descent_.optimise(round);  // l. 9-11
  }

  void show(Internals& shown) const { descent_.show(shown); }
  const Real& empty_rounds() const { return descent_.empty_rounds(); }
  const Real& active_rounds() const { return descent_.active_rounds(); }

  template <class Archive>
  void state(Archive& archive) {
    archive(descent_);
  }

 private:
  OptimisticDescent<Real, Feedback> descent_;
};
static_assert(Learner<ConOmdFsIx<double>> && Learner<ConOmdFsIx<Pack<8>>>);

}  // namespace regretta
