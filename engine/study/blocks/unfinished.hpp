#pragma once
/// Keeps the states of trials that take long, so that a run that is stopped or killed loses at most the time since the
/// last save. Used by run_blocks; StudyWriter stores the states.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/trial/contract/trial_state.hpp"

namespace regretta {

/// Trials of a cell, some of whose rounds have been played.
struct UnfinishedPack {
  std::int64_t cell = 0;
  TrialState state;
  std::string plugins{};  ///< that were loaded when it was saved, with checksums; other code must not go on with it

  /// Trial-rounds played of those among trials from .. from + count - 1 of the cell.
  std::int64_t rounds_of(std::int64_t from, std::int64_t count) const {
    const std::int64_t end = std::min(state.first + state.lanes, from + count);
    return state.rounds * std::max<std::int64_t>(end - std::max(state.first, from), 0);
  }
};

/// Whether trials were played alone, not in packs.
inline bool any_alone(const std::vector<UnfinishedPack>& packs) {
  return std::ranges::any_of(packs, [](const UnfinishedPack& pack) { return pack.state.lanes == 1; });
}

/// What run_blocks needs to resume unfinished trials and to keep new ones.
struct UnfinishedTrials {
  double seconds_between = 60;                       ///< saves of the same trials
  std::vector<UnfinishedPack> earlier;               ///< of earlier runs
  std::function<void(const UnfinishedPack&)> store;  ///< called from the thread that saves blocks; empty: keep nothing
};

/// The keeper of one worker.
class WorkerKeeper final : public StateKeeper {
 public:
  /// put: takes a state to be stored; called from the worker.
  WorkerKeeper(const UnfinishedTrials& unfinished, std::function<void(UnfinishedPack)> put)
      : unfinished_(unfinished), put_(std::move(put)) {}

  /// From now on trials are of this cell.
  void enter(std::int64_t cell) { cell_ = cell; }

  const TrialState* find(std::int64_t first, int lanes) override {
    saved_ = Clock::now();
    for (const UnfinishedPack& one : unfinished_.earlier)
      if (one.cell == cell_ && one.state.first == first && one.state.lanes == lanes) return &one.state;
    return nullptr;
  }
  bool wants_state(bool stopping) override {
    const double spent = std::chrono::duration<double>(Clock::now() - saved_).count();
    return spent >= (stopping ? std::min(worth_saving, unfinished_.seconds_between) : unfinished_.seconds_between);
  }
  void keep(TrialState state) override {
    saved_ = Clock::now();
    if (state.bytes.size() <= most_bytes) put_({.cell = cell_, .state = std::move(state)});
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double worth_saving = 1;             ///< seconds of play, when a run is stopped
  static constexpr std::size_t most_bytes = 500 << 20;  ///< a row of the file takes no more than 1 GB

  const UnfinishedTrials& unfinished_;
  std::function<void(UnfinishedPack)> put_;
  std::int64_t cell_ = 0;
  Clock::time_point saved_ = Clock::now();
};

}  // namespace regretta
