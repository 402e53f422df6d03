#pragma once
/// Runs blocks. Each worker takes block after block, the most expensive first; a single thread saves finished blocks.
/// Workers share nothing but what hands out blocks and takes them back (dealer.hpp).

#include "regretta/engine/study/blocks/other_processes.hpp"
#include "regretta/engine/study/blocks/run_progress.hpp"
#include "regretta/engine/study/blocks/stretches.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Advances `blocks` and saves them, with one worker per counter of `progress.rounds` plus those of `others`, if given.
/// A trial whose plugin throws is recorded as failed, and the run continues.
BlocksOutcome run_blocks(const Plan& plan, const SaveBlocks& save, const Stretches& blocks, RunProgress& progress,
                         OtherProcesses* others = nullptr);

/// Advances one block in the calling thread. Throws Interrupted if control.stop is set.
BlockResult advance_block(const Cell& cell, const BlockRange& range, const RunControl& control);

/// Advances a single trial in the calling thread. If its plugin throws, the trial is returned as failed. Throws
/// Interrupted if control.stop is set.
TrialResult advance_alone(const Cell& cell, std::int64_t trial, const RunControl& control);

}  // namespace regretta
