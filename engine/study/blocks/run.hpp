#pragma once
/// Runs blocks: one task per worker takes block after block, the most expensive first; one thread saves what is
/// finished. Workers share nothing but the counter that hands out blocks.

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "regretta/engine/study/blocks/crew.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Trial-rounds advanced, counted by each worker on cache lines of its own.
class RoundCounters {
 public:
  explicit RoundCounters(int workers) : counters_(static_cast<std::size_t>(workers)) {}
  std::atomic<std::int64_t>& of(int worker) { return counters_[static_cast<std::size_t>(worker)].rounds; }
  std::atomic<std::int64_t>& elsewhere() { return elsewhere_.rounds; }  ///< by other processes
  std::int64_t total() const {
    std::int64_t sum = elsewhere_.rounds.load(std::memory_order_relaxed);
    for (const Counter& counter : counters_) sum += counter.rounds.load(std::memory_order_relaxed);
    return sum;
  }
  int workers() const { return static_cast<int>(counters_.size()); }

 private:
  struct alignas(128) Counter {  // two lines: processors fetch them in pairs
    std::atomic<std::int64_t> rounds = 0;
  };
  std::vector<Counter> counters_;
  Counter elsewhere_;
};

/// Seen from outside while a run goes on; all of it may be read at any time from any thread.
struct RunProgress {
  explicit RunProgress(int workers) : rounds(workers) {}
  std::atomic<bool> stop = false;               ///< set by whoever wants the run to end; finished blocks are saved
  RoundCounters rounds;                         ///< of this run
  std::atomic<std::int64_t> trials_saved = 0;   ///< by this run
  std::atomic<std::int64_t> trials_failed = 0;  ///< of those
  std::atomic<double> seconds_left = 0;         ///< as forecast when the last block was saved; 0: not known yet

  // What is foreseen; exact, unless a stop rule decides.
  std::atomic<double> rounds_planned = 0;        ///< trial-rounds of this run
  std::atomic<double> rounds_later = 0;          ///< of those, after the blocks that are now at work
  std::atomic<std::int64_t> trials_planned = 0;  ///< of the study or shard, those of earlier runs included
  std::atomic<std::int64_t> trials_before = 0;   ///< saved by earlier runs
  std::atomic<std::int64_t> to_decide = 0;       ///< by a stop rule: cells or settings
  std::atomic<std::int64_t> decided = 0;         ///< of them
};

struct RunOutcome {
  bool interrupted = false;  ///< not all blocks were saved
  std::int64_t trials = 0;   ///< saved by this run
  std::int64_t rounds = 0;   ///< of those trials
  double seconds = 0;        ///< wall time
  double busy_seconds = 0;   ///< processor time in blocks, all workers together
  int workers = 0;           ///< of all processes
};

/// Saves finished blocks, a few at a time; called from one thread. What it throws ends the run and is rethrown.
using SaveBlocks = std::function<void(std::vector<BlockResult>&)>;

/// Advances `blocks` and saves them. One worker per counter of `progress.rounds`, and those of `crew`, if there is one.
/// A trial whose plugin throws is recorded as failed and the run goes on.
RunOutcome run_blocks(const Plan& plan, const SaveBlocks& save, std::vector<BlockPlace> blocks, RunProgress& progress,
                      Crew* crew = nullptr);

/// One block, here and now. Throws Interrupted if control.stop is set.
BlockResult advance_block(const Cell& cell, const BlockPlace& place, const RunControl& control);

/// One trial by itself; if its plugin throws, that is its failure. Throws Interrupted likewise.
TrialResult advance_alone(const Cell& cell, std::int64_t trial, const RunControl& control);

}  // namespace regretta
