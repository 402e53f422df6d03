#pragma once
/// Plays blocks. Each worker takes one block after another, the most expensive first; a single thread saves finished
/// blocks. Workers share only the Dealer (dealer.hpp).

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Other processes that take part in a run, such as the ranks of an MPI job. They receive trials of a cell and return
/// the results; a single process writes the file. Implemented by tools/ranks.
class OtherProcesses {
 public:
  virtual ~OtherProcesses() = default;

  /// Total number of threads of these processes.
  virtual int workers() const = 0;

  /// Distributes the trials that `take` returns until it returns nothing, and passes every result to `put`. Returns
  /// when all results are in. Tells the processes to end when `stop` becomes true. run_blocks calls this function in a
  /// separate thread; `take` and `put` may be called from any thread.
  virtual void serve(const std::function<std::optional<BlockRange>()>& take,
                     const std::function<void(BlockResult)>& put, const std::atomic<bool>& stop) = 0;
};

/// Counts trial-rounds (rounds, summed over trials) that each worker has played, on separate cache lines.
class RoundCounters {
 public:
  explicit RoundCounters(int workers) : counters_(static_cast<std::size_t>(workers)) {}
  std::atomic<std::int64_t>& of_worker(int worker) { return counters_[static_cast<std::size_t>(worker)].rounds; }
  std::atomic<std::int64_t>& elsewhere() { return elsewhere_.rounds; }  ///< trial-rounds played by other processes
  std::int64_t total() const {
    std::int64_t sum = elsewhere_.rounds.load(std::memory_order_relaxed);
    for (const Counter& counter : counters_) sum += counter.rounds.load(std::memory_order_relaxed);
    return sum;
  }
  int workers() const { return static_cast<int>(counters_.size()); }

 private:
  struct alignas(128) Counter {  // two cache lines, because processors prefetch them in pairs
    std::atomic<std::int64_t> rounds = 0;
  };
  std::vector<Counter> counters_;
  Counter elsewhere_;
};

/// The progress of a run. Any thread may read it at any time.
struct RunProgress {
  explicit RunProgress(int workers) : rounds(workers) {}
  std::atomic<bool> stop = false;               ///< set to true to end the run; finished blocks are still saved
  RoundCounters rounds;                         ///< trial-rounds of this run
  std::atomic<std::int64_t> trials_saved = 0;   ///< trials saved by this run
  std::atomic<std::int64_t> trials_failed = 0;  ///< failed trials among them
  std::atomic<double> seconds_left = 0;         ///< forecast after the last save; 0: not known yet

  // The planned work; an estimate if there is a stop rule.
  std::atomic<double> rounds_planned = 0;        ///< trial-rounds of this run
  std::atomic<double> rounds_before = 0;         ///< trial-rounds saved by earlier runs
  std::atomic<double> rounds_later = 0;          ///< trial-rounds of this run after the present call of run_blocks
  std::atomic<std::int64_t> trials_planned = 0;  ///< trials of the study or shard, including those of earlier runs
  std::atomic<std::int64_t> trials_before = 0;   ///< trials saved by earlier runs
  std::atomic<std::int64_t> to_decide = 0;       ///< cells or settings that a stop rule must decide
  std::atomic<std::int64_t> decided = 0;         ///< cells or settings already decided
};

struct BlocksOutcome {
  bool interrupted = false;  ///< whether some blocks were not saved
  std::int64_t trials = 0;   ///< trials saved by this run
  std::int64_t rounds = 0;   ///< rounds of those trials
  double seconds = 0;        ///< wall time
  double busy_seconds = 0;   ///< processor time spent on blocks by all workers together
  int workers = 0;           ///< number of workers in all processes
};

/// Saves a few finished blocks. Called from a single thread. An exception ends the run and is rethrown by run_blocks.
using SaveBlocks = std::function<void(std::vector<BlockResult>&)>;

/// Plays `blocks` and saves them, with one worker per counter of `progress.rounds` plus the workers of `others`, unless
/// null. A trial whose plugin throws is recorded as failed, and the run continues.
BlocksOutcome run_blocks(const Plan& plan, const SaveBlocks& save, const BlockSpans& blocks, RunProgress& progress,
                         OtherProcesses* others = nullptr);

/// Plays one block in the calling thread. Throws Interrupted if control.stop is set.
BlockResult advance_block(const Cell& cell, const BlockRange& range, const RunControl& control);

/// Plays a single trial in the calling thread. If its plugin throws, the trial is returned as failed. Throws
/// Interrupted if control.stop is set.
TrialResult advance_alone(const Cell& cell, std::int64_t trial, const RunControl& control);

}  // namespace regretta
