#include "regretta/engine/study/blocks/run.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>
#include <new>
#include <stdexcept>
#include <thread>

#include "regretta/engine/study/blocks/block_writer.hpp"
#include "regretta/engine/study/blocks/dealer.hpp"
#include "regretta/engine/study/blocks/now_playing.hpp"
#include "regretta/engine/study/blocks/workers.hpp"

namespace regretta {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Processor time of this thread.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool is_whole(const std::vector<TrialResult>& trials, const BlockRange& range, const TrialShape& shape) {
  if (trials.size() != static_cast<std::size_t>(range.count)) return false;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    if (trials[k].trial != range.first + static_cast<std::int64_t>(k)) return false;
    if (!trials[k].failure && (trials[k].quantities.size() != shape.quantities ||
                               trials[k].curve.values().size() != shape.checkpoints * shape.curve_quantities))
      return false;
  }
  return true;
}

std::vector<TrialResult> run_trials(const Cell& cell, const BlockRange& range, const RunControl& control) {
  const NowPlaying mark(cell, range);
  auto trials = cell.play(range.first, range.count, control);
  if (!is_whole(trials, range, cell.work->without_facts().shape()))
    throw std::logic_error("the learner's run returned other trials or curves than it was asked for");
  return trials;
}

/// The trials of one or two packs. If their plugin throws, they are run one by one, so that only the faulty one fails.
std::vector<TrialResult> run_pack(const Cell& cell, const BlockRange& range, const RunControl& control) {
  try {
    return run_trials(cell, range, control);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    std::vector<TrialResult> trials;
    for (std::int64_t trial = range.first; trial < range.first + range.count; ++trial)
      trials.push_back(advance_alone(cell, trial, control));
    return trials;
  }
}

}  // namespace

TrialResult advance_alone(const Cell& cell, std::int64_t trial, const RunControl& control) {
  TrialResult failed;
  failed.trial = trial;
  try {
    return std::move(run_trials(cell, {cell.index, trial, 1}, control).front());
  } catch (const Interrupted&) {
    throw;
  } catch (const std::bad_alloc&) {  // this machine's failure, not the trial's
    throw;
  } catch (const std::exception& error) {
    failed.failure = Failure{0, error.what()};
  } catch (...) {
    failed.failure = Failure{0, "threw something that is not a std::exception"};
  }
  return failed;
}

BlockResult advance_block(const Cell& cell, const BlockRange& range, const RunControl& control) {
  const auto start = Clock::now();
  const double processor_start = thread_seconds();
  BlockResult block{range, {}, 0, 0};
  block.trials.reserve(static_cast<std::size_t>(range.count));
  const int at_once = cell.bound_learner.trials_at_once;
  for (BlockRange pack = range; pack.first < range.first + range.count; pack.first += at_once) {
    pack.count = std::min(at_once, static_cast<int>(range.first + range.count - pack.first));
    std::ranges::move(run_pack(cell, pack, control), std::back_inserter(block.trials));
  }
  block.seconds = seconds_since(start);
  block.processor_seconds = thread_seconds() - processor_start;
  return block;
}

BlocksOutcome run_blocks(const Plan& plan, const SaveBlocks& save, const Stretches& blocks, RunProgress& progress,
                         OtherProcesses* others) {
  const auto start = Clock::now();
  const int here = progress.rounds.workers();
  const int workers = here + (others ? others->workers() : 0);
  Dealer dealer(plan, blocks, workers);
  BlockWriter writer(plan, save, blocks, workers, progress);
  const auto cell_of = [&](const BlockRange& range) -> const Cell& {
    return plan.cells[static_cast<std::size_t>(range.cell)];
  };
  const auto rounds_of = [&](const BlockRange& range) { return cell_of(range).problem().horizon * range.count; };
  const auto take = [&]() -> std::optional<BlockRange> {
    return progress.stop.load(std::memory_order_relaxed) ? std::nullopt : dealer.take();
  };
  const auto put = [&](BlockResult played) {
    for (BlockResult& block : dealer.put(std::move(played))) writer.put(std::move(block));
  };
  const auto work = [&](int worker) {
    const RunControl control{.stop = &progress.stop, .rounds = &progress.rounds.of(worker)};
    try {
      while (const auto range = take()) put(advance_block(cell_of(*range), *range, control));
    } catch (const Interrupted&) {
      return;
    } catch (...) {
      progress.stop = true;
      throw;
    }
  };
  std::thread serving;
  if (others)
    serving = start_thread([&] {
      const auto put_theirs = [&](BlockResult played) {
        progress.rounds.elsewhere() += rounds_of(played.range);
        put(std::move(played));
      };
      others->serve(take, put_theirs, progress.stop);
    });
  run_workers(here, work);
  if (serving.joinable()) serving.join();

  BlocksOutcome outcome = writer.close();
  outcome.workers = workers;
  outcome.seconds = seconds_since(start);
  outcome.interrupted = outcome.trials < trials_in(blocks);
  return outcome;
}

}  // namespace regretta
