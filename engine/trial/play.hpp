#pragma once
/// Trials of one learner against one adversary: the round loop.

#include <vector>

#include "regretta/engine/trial/match.hpp"

namespace regretta {

/// Rounds between two looks at RunControl; 1 where somebody watches.
inline constexpr std::int64_t rounds_between_looks = 4096;

namespace detail {

/// What every learner has to show, then what this one adds.
template <class L>
void show_internals(const L& learner, Internals& shown) {
  shown.clear();
  if constexpr (CountsProjections<L>) {
    shown.number("empty_rounds", learner.empty_rounds());
    shown.number("active_rounds", learner.active_rounds());
  }
  if constexpr (ShowsInternals<L>) learner.show(shown);
}

}  // namespace detail

/// All rounds of lanes<Real> trials, first .. first + lanes<Real> - 1.
template <class L>
requires Learner<L> std::vector<TrialResult> play(L learner, const CellWork& work, std::int64_t first,
                                                  const RunControl& control) {
  using Real = RealOf<L>;
  Match match(std::move(learner), work, first);
  const std::int64_t horizon = work.problem.horizon;
  std::int64_t between_looks = rounds_between_looks;
  [[maybe_unused]] Internals internals;
  if constexpr (lanes<Real> == 1) {
    if (control.watcher != nullptr) {
      match.watch(*control.watcher);
      between_looks = 1;
    }
  }
  for (std::int64_t t = 1; t <= horizon;) {
    const std::int64_t from = t;
    for (const std::int64_t end = std::min(horizon, t + between_looks - 1); t <= end; ++t) match.round(t);
    if constexpr (lanes<Real> == 1) {
      if (control.watcher != nullptr) {
        detail::show_internals(match.learner(), internals);
        control.watcher->ends(from, internals);
      }
    }
    if (control.rounds != nullptr) control.rounds->fetch_add((t - from) * lanes<Real>, std::memory_order_relaxed);
    if (control.stop != nullptr && control.stop->load(std::memory_order_relaxed)) throw Interrupted();
  }
  return match.results();
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
