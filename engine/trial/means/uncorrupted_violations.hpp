#pragma once
/// The mean violations of a trial as they would have been without the environment's corruption, round by round: from
/// the same strategies and arms, through the same adaptive stages but those of the corruption. Equal to the means of
/// the trial where nothing is corrupted.

#include "regretta/engine/trial/contract/strategy_forms.hpp"
#include "regretta/engine/trial/means/means.hpp"

namespace regretta {

/// Call enter once per round, t = 1, 2, ..., then leave.
template <class Real>
class UncorruptedViolations {
 public:
  explicit UncorruptedViolations(const Adversary& adversary)
      : means_(adversary.uncorrupted ? *adversary.uncorrupted : adversary) {}

  void enter(std::int64_t t, const Vector<Real>& strategy) { means_.enter(t, InLanes<Real>{strategy}); }
  /// Ends the round in which these arms were played.
  void leave(const Index<Real>& arm) { means_.leave(arm); }
  /// Entry i K + a: the mean violation of constraint i by arm a in this round, in [-1, 1].
  const Real* data() const { return means_.violation(); }

 private:
  AdaptiveMeans<Real> means_;
};

}  // namespace regretta
