#pragma once
/// The engine's part of a round. The referee lets the adversary fix its means, draws a_t ~ x_t, turns means into
/// realised values, reveals those that the feedback model allows, and keeps the running totals. It plays lanes<Real>
/// trials side by side; each referee is used by one thread.

#include <cstdint>
#include <memory>
#include <vector>

#include "regretta/engine/trial/contract/feedback.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/engine/trial/contract/strategy_forms.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"

namespace regretta {

/// Implemented in round.hpp; called by Match.
template <class Real, class Feedback>
class Referee {
 public:
  virtual ~Referee() = default;
  /// Plays round t (1, 2, ... in order) with the strategies x_t, in any form; the returned feedback is valid until the
  /// next round. A strategy that is not in the simplex marks its trial as failed; it does not throw.
  virtual const Feedback& round(std::int64_t t, const Strategy<Real>& x) = 0;
  /// Records the violations of a meta-learner's mixture in the round just played. mixture: K numbers in the simplex.
  virtual void record_mixture(const Vector<Real>& mixture) = 0;
  /// One result per lane, without the quantities that the learner reports. Call after round T.
  virtual std::vector<TrialResult> results() = 0;
};

/// A referee for trials first .. first + lanes<Real> - 1 of a cell, whose facts must be set. Instantiated for double
/// and Pack<8>, and for Wider<Pack<8>> (play.hpp); for another width, put REGRETTA_REFEREES(Pack<4>) into one source
/// file (round.hpp).
template <class Real, class Feedback>
std::unique_ptr<Referee<Real, Feedback>> make_referee(const CellWork& work, std::int64_t first);

}  // namespace regretta
