#pragma once
/// The round loop: plays trials of one learner against one adversary. Learner entries (engine/plugin/learner_entry.hpp)
/// call play_trials, from one thread per block of trials.

#include <vector>

#include "regretta/engine/trial/match.hpp"

namespace regretta {

/// Rounds between two polls of RunControl; 1 while a trial is watched.
inline constexpr std::int64_t rounds_between_polls = 4096;

namespace detail {

/// Collects the projection counts, then whatever the learner's show() adds.
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

/// Plays all rounds of trials first .. first + lanes<Real> - 1. Throws Interrupted if control.stop is set, and whatever
/// the learner throws.
template <class L>
requires Learner<L> std::vector<TrialResult> play(L learner, const CellWork& work, std::int64_t first,
                                                  const RunControl& control) {
  using Real = RealOf<L>;
  Match match(std::move(learner), work, first);
  const std::int64_t horizon = work.problem.horizon;
  std::int64_t between_polls = rounds_between_polls;
  [[maybe_unused]] Internals internals;
  if constexpr (lanes<Real> == 1) {
    if (control.watcher != nullptr) {
      match.watch(*control.watcher);
      between_polls = 1;
    }
  }
  for (std::int64_t t = 1; t <= horizon;) {
    const std::int64_t from = t;
    for (const std::int64_t end = std::min(horizon, t + between_polls - 1); t <= end; ++t) match.round(t);
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

/// Plays trials first .. first + count - 1 with learners made by make.operator()<Real>(), one per pack of lanes<Real>
/// trials; surplus lanes are played and dropped. A single trial is played in double, with the same result by the lane
/// law. Throws as play does.
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
