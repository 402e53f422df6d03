#pragma once
/// How often a learner's set was empty, and how often the projection onto it moved the point (learners/ALGORITHMS.md).

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/reported.hpp"

namespace regretta {

template <class Real>
class ProjectionCounts {
 public:
  /// Outcome: with masks `empty` and `moved`, of a projection or a linear program.
  template <class Outcome>
  REGRETTA_INLINE void add(const Outcome& outcome) {
    if (any(outcome.empty)) empty_ += select(outcome.empty, Real(1.0), Real(0.0));
    active_ += select(outcome.moved, Real(1.0), Real(0.0));
  }
  Reported<Real> reported() const { return {{"empty_rounds", empty_}, {"active_rounds", active_}}; }
  const Real& active() const { return active_; }

 private:
  Real empty_{0.0}, active_{0.0};
};

}  // namespace regretta
