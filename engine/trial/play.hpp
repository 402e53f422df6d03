#pragma once
/// Trials of one learner against one adversary: the round loop.

#include <vector>

#include "regretta/engine/trial/hindsight.hpp"
#include "regretta/engine/trial/learner.hpp"
#include "regretta/engine/trial/referee.hpp"

namespace regretta {

namespace detail {
template <class L>
REGRETTA_INLINE int committed_arm(const L& learner) {
  if constexpr (CommitsToArms<L>) return learner.committed_arm();
  return -1;
}
}  // namespace detail

/// Rounds between two looks at RunControl.
inline constexpr std::int64_t rounds_between_looks = 4096;

/// All rounds of lanes<Real> trials, first .. first + lanes<Real> - 1.
template <class L>
requires Learner<L> std::vector<TrialResult> play(L learner, const CellWork& work, std::int64_t first,
                                                  const RunControl& control) {
  using Real = RealOf<L>;
  const auto referee = make_referee<Real, typename L::Feedback>(work, first);
  const std::int64_t horizon = work.problem.horizon;
  for (std::int64_t t = 1; t <= horizon;) {
    const std::int64_t from = t;
    for (const std::int64_t end = std::min(horizon, t + rounds_between_looks - 1); t <= end; ++t)
      learner.observe(referee->round(t, learner.strategy(), detail::committed_arm(learner)));
    if (control.rounds != nullptr) control.rounds->fetch_add((t - from) * lanes<Real>, std::memory_order_relaxed);
    if (control.stop != nullptr && control.stop->load(std::memory_order_relaxed)) throw Interrupted();
  }
  std::vector<TrialResult> trials = referee->results();
  if constexpr (CountsProjections<L>) {
    for (int k = 0; k < lanes<Real>; ++k) {
      trials[static_cast<std::size_t>(k)][Quantity::empty_rounds] = lane(Real(learner.empty_rounds()), k);
      trials[static_cast<std::size_t>(k)][Quantity::active_rounds] = lane(Real(learner.active_rounds()), k);
    }
  }
  return trials;
}

/// Trials first .. first + count - 1 of the learners that `make` returns: packs of lanes<Real>, whose surplus lanes are
/// played and dropped; a single trial is played alone. By the lane law it makes no difference.
template <class Real, class Make>
std::vector<TrialResult> play_trials(const CellWork& work, const Make& make, std::int64_t first, int count,
                                     const RunControl& control) {
  std::vector<TrialResult> trials;
  while (count > 0) {
    auto more = count == 1 ? play(make.template operator()<double>(), work, first, control)
                           : play(make.template operator()<Real>(), work, first, control);
    more.resize(static_cast<std::size_t>(std::min(count, static_cast<int>(more.size()))));
    first += static_cast<std::int64_t>(more.size());
    count -= static_cast<int>(more.size());
    for (TrialResult& trial : more) trials.push_back(std::move(trial));
  }
  return trials;
}

}  // namespace regretta
