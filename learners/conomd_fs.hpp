#pragma once
#include "regretta/engine/trial/learner.hpp"
#include "regretta/learners/math/optimistic_descent.hpp"

namespace regretta {

/// Fixed share is part of ConOMD-FS and ConOMD-FS-IX: on unless switched off.
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

 private:
  OptimisticDescent<Real, Feedback> descent_;
};
static_assert(Learner<ConOmdFs<double>> && Learner<ConOmdFs<Pack<8>>>);

/// ConOMD-FS-IX: the same with implicit exploration, for bandit losses and full constraint feedback (Truly Adapting,
/// appendix "Omitted Proofs of Section 4.3").
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

 private:
  OptimisticDescent<Real, Feedback> descent_;
};
static_assert(Learner<ConOmdFsIx<double>> && Learner<ConOmdFsIx<Pack<8>>>);

}  // namespace regretta
