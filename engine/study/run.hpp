#pragma once
/// Runs the blocks that a study file lacks: one task per worker takes block after block, the dearest first; one thread
/// writes what is finished. Workers share nothing but the counter that hands out blocks.

#include <atomic>
#include <cstdint>

#include "regretta/engine/study/plan.hpp"
#include "regretta/engine/study/study_file.hpp"

namespace regretta {

/// Seen from outside while a run goes on; all of it may be read at any time from any thread.
struct RunProgress {
  std::atomic<bool> stop = false;               ///< set by whoever wants the run to end; finished blocks are saved
  std::atomic<std::int64_t> rounds = 0;         ///< trial-rounds advanced by this run
  std::atomic<std::int64_t> trials_saved = 0;   ///< by this run
  std::atomic<std::int64_t> trials_failed = 0;  ///< of those
  std::atomic<double> seconds_left = 0;         ///< as forecast when the last block was saved; 0: not known yet
};

struct RunOutcome {
  bool interrupted = false;  ///< blocks are still missing
  std::int64_t trials = 0;   ///< saved by this run
  std::int64_t rounds = 0;   ///< of those trials
  double seconds = 0;        ///< wall time
};

/// `threads` >= 1. A trial whose plugin throws is recorded as failed and the run goes on. Throws StudyFileError if
/// results can no longer be saved.
RunOutcome run_study(const Plan& plan, StudyWriter& file, int threads, RunProgress& progress);

/// One block, here and now. Throws Interrupted if control.stop is set.
BlockResult advance_block(const Cell& cell, const BlockPlace& place, const RunControl& control);

}  // namespace regretta
