#pragma once
/// The engine's half of a round. The referee lets the adversary fix its means, draws a_t ~ x_t, turns means into
/// realised values, reveals what the feedback model allows, and keeps the books. It advances W trials side by side.

#include <cstdint>
#include <memory>
#include <vector>

#include "regretta/engine/trial/cell_work.hpp"
#include "regretta/engine/trial/feedback.hpp"
#include "regretta/engine/trial/result.hpp"

namespace regretta {

template <class Real, class Feedback>
class Referee {
 public:
  virtual ~Referee() = default;
  /// Plays round t (1, 2, ... in order) with the strategies x_t, K; the reference stays valid until the next round.
  /// committed: the arm that has all mass in every lane, or -1; either way the result is the same.
  virtual const Feedback& round(std::int64_t t, const Vector<Real>& x, int committed = -1) = 0;
  /// Keeps books of the violations of a second strategy, K, in the simplex, in the round just played.
  virtual void weigh_mixture(const Vector<Real>& mixture) = 0;
  /// After round T: one result per lane, projection counts left at 0.
  virtual std::vector<TrialResult> results() = 0;
};

/// A referee for trials first .. first + lanes<Real> - 1 of a cell. Defined for double and Pack<8>; for other
/// widths where one file says REGRETTA_REFEREES(Pack<4>) (round.hpp).
template <class Real, class Feedback>
std::unique_ptr<Referee<Real, Feedback>> make_referee(const CellWork& work, std::int64_t first);

}  // namespace regretta
