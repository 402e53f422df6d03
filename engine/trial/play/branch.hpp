#pragma once
/// The round loop of branches (branch_task.hpp). Learner entries (engine/plugin/learner_entry.hpp) call play_branch,
/// from many threads at once.

#include <algorithm>

#include "regretta/engine/trial/play/branch_task.hpp"
#include "regretta/engine/trial/play/match.hpp"

namespace regretta {

/// Plays a branch of a cell whose facts are set. Every draw is addressed by round, so a branch has nothing in common
/// with the trial that it leaves but the rounds before. Throws Interrupted if control.stop is set, WrongState for a
/// state of another cell, and whatever the learner throws.
template <class L>
requires Learner<L> && std::same_as < RealOf<L>,
double > Branch play_branch(const L& learner, const CellWork& work, const BranchTask& task, const RunControl& control) {
  Match<L> match(learner, work, task.trial);
  std::int64_t t = 0;  // rounds played
  if (task.from != nullptr) {
    match.restore(*task.from);
    t = task.from->rounds;
  }
  const std::int64_t begun = t, horizon = work.problem.horizon;
  Branch branch;
  const auto look = [&] {
    branch.so_far = match.so_far(task.score.metric);
    const double score = branch.so_far - static_cast<double>(t) * task.score.per_round;
    branch.highest = t == begun ? score : std::max(branch.highest, score);  // not NaN, if the trial fails
    branch.is_above = score > task.level;
    return !branch.is_above && t < horizon;
  };
  for (bool goes_on = look(); goes_on;) {
    const std::int64_t from = t, end = std::min(horizon, t + rounds_between_polls(work.problem));
    while (goes_on && t < end) {
      match.round(++t);
      goes_on = look();
    }
    if (control.rounds != nullptr) control.rounds->fetch_add(t - from, std::memory_order_relaxed);
    if (control.stop != nullptr && control.stop->load(std::memory_order_relaxed)) throw Interrupted();
  }
  branch.rounds = t - begun;
  branch.value = std::numeric_limits<double>::quiet_NaN();
  if (branch.is_above) {
    branch.state = {.first = task.trial, .lanes = 1, .rounds = t, .bytes = match.save()};
  } else {
    const TrialResult result = match.results().front();
    branch.failed = result.failure.has_value();
    if (!branch.failed) branch.value = result[task.score.metric];
  }
  return branch;
}

}  // namespace regretta
