#include "regretta/engine/study/blocks/run.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include <tbb/concurrent_queue.h>

#include "regretta/engine/study/blocks/dealer.hpp"
#include "regretta/engine/study/blocks/forecast.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/blocks/workers.hpp"

namespace regretta {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Saves finished blocks in a separate thread, a few at a time, and forecasts the remaining time.
class BlockWriter {
 public:
  BlockWriter(const Plan& plan, const SaveBlocks& save, const BlockSpans& blocks, int workers, RunProgress& progress)
      : plan_(plan), save_(save), progress_(progress), workers_(workers), forecast_(plan, blocks) {
    queue_.set_capacity(16 * workers + 64);  // limits memory if saving is slow
    thread_ = start_thread([this] { write_until_closed(); });
  }
  BlockWriter(const BlockWriter&) = delete;
  BlockWriter& operator=(const BlockWriter&) = delete;
  ~BlockWriter() { end_thread(); }

  /// Queues a finished block. May be called from any thread.
  void put(BlockResult block) { queue_.push(std::make_unique<BlockResult>(std::move(block))); }

  /// Saves the remaining blocks; every worker must have ended. Returns the trials, rounds and busy_seconds that were
  /// saved. Rethrows an exception of the saving thread.
  BlocksOutcome close() {
    end_thread();
    if (error_) std::rethrow_exception(error_);
    return outcome_;
  }

 private:
  static constexpr std::size_t max_batch = 64;

  void end_thread() {
    if (!thread_.joinable()) return;
    queue_.push(nullptr);
    thread_.join();
  }

  void write_until_closed() {
    std::vector<BlockResult> batch;
    batch.reserve(max_batch);
    std::unique_ptr<BlockResult> block;
    for (bool open = true; open;) {
      queue_.pop(block);
      do {
        open = block != nullptr;
        if (open) batch.push_back(std::move(*block));
      } while (open && batch.size() < max_batch && queue_.try_pop(block));
      try {
        if (!error_ && !batch.empty()) save(batch);
      } catch (...) {
        error_ = std::current_exception();
        progress_.stop = true;
      }
      batch.clear();
    }
  }

  void save(std::vector<BlockResult>& batch) {
    save_(batch);
    for (const BlockResult& block : batch) {
      forecast_.record(block.range.cell, block.range.count, block.seconds, true);
      busy_seconds_ += block.seconds;
      outcome_.busy_seconds += block.processor_seconds;
      outcome_.rounds += plan_.cells[static_cast<std::size_t>(block.range.cell)].problem().horizon * block.range.count;
      outcome_.trials += block.range.count;
      progress_.trials_saved += block.range.count;
      progress_.trials_failed += std::ranges::count_if(block.trials, [](const auto& trial) { return !!trial.failure; });
    }
    if (seconds_since(last_forecast_) < 0.1) return;  // at most ten forecasts a second
    last_forecast_ = Clock::now();
    // Mean number of busy workers, measured from the eleventh forecast on; low if cores are shared or saving is slow.
    const double busy = ++forecasts_ > 10 ? busy_seconds_ / seconds_since(start_) : workers_;
    const double later = progress_.rounds_later * busy_seconds_ / std::max(1.0, static_cast<double>(outcome_.rounds));
    progress_.seconds_left = (forecast_.seconds_left() + later) / std::clamp(busy, 0.01, static_cast<double>(workers_));
  }

  const Plan& plan_;
  const SaveBlocks& save_;
  RunProgress& progress_;
  int workers_;
  Forecast forecast_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_forecast_;
  int forecasts_ = 0;
  double busy_seconds_ = 0;  ///< wall time of workers
  tbb::concurrent_bounded_queue<std::unique_ptr<BlockResult>> queue_;
  std::exception_ptr error_;
  BlocksOutcome outcome_;
  std::thread thread_;
};

/// Processor time of this thread.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool is_complete(const std::vector<TrialResult>& trials, const BlockRange& range, const TrialShape& shape) {
  if (trials.size() != static_cast<std::size_t>(range.count)) return false;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    if (trials[k].trial != range.first + static_cast<std::int64_t>(k)) return false;
    if (!trials[k].failure && (trials[k].quantities.size() != shape.quantities ||
                               trials[k].curve.values().size() != shape.checkpoints * shape.curve_quantities))
      return false;
  }
  return true;
}

std::vector<TrialResult> play_trials_of(const Cell& cell, const BlockRange& range, const RunControl& control) {
  const NowPlaying now_playing(cell, range);
  auto trials = cell.play(range.first, range.count, control);
  if (!is_complete(trials, range, cell.work->without_facts().shape()))
    throw std::logic_error("the learner's `run` did not return the trials or curves that it was asked for");
  return trials;
}

/// Plays the trials of one or more packs together. If their plugin throws, they are played again pack by pack, then one
/// by one, so that only the faulty trial fails, however many trials this machine plays at once.
std::vector<TrialResult> play_packs(const Cell& cell, const BlockRange& range, const RunControl& control) {
  try {
    return play_trials_of(cell, range, control);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    std::vector<TrialResult> trials;
    if (range.count > pack_trials) {
      const BlockRange rest{range.cell, range.first + pack_trials, range.count - pack_trials};
      trials = play_packs(cell, {range.cell, range.first, pack_trials}, control);
      std::ranges::move(play_packs(cell, rest, control), std::back_inserter(trials));
      return trials;
    }
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
    return std::move(play_trials_of(cell, {cell.index, trial, 1}, control).front());
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
    std::ranges::move(play_packs(cell, pack, control), std::back_inserter(block.trials));
  }
  block.seconds = seconds_since(start);
  block.processor_seconds = thread_seconds() - processor_start;
  return block;
}

BlocksOutcome run_blocks(const Plan& plan, const SaveBlocks& save, const BlockSpans& blocks, RunProgress& progress,
                         OtherProcesses* others) {
  const auto start = Clock::now();
  const int local_workers = progress.rounds.workers();
  const int workers = local_workers + (others ? others->workers() : 0);
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
    const RunControl control{.stop = &progress.stop, .rounds = &progress.rounds.of_worker(worker)};
    try {
      while (const auto range = take()) put(advance_block(cell_of(*range), *range, control));
    } catch (const Interrupted&) {
      return;
    } catch (...) {
      progress.stop = true;
      throw;
    }
  };
  std::thread serving_thread;
  if (others)
    serving_thread = start_thread([&] {
      const auto put_remote = [&](BlockResult played) {
        progress.rounds.elsewhere() += rounds_of(played.range);
        put(std::move(played));
      };
      others->serve(take, put_remote, progress.stop);
    });
  run_workers(local_workers, work);
  if (serving_thread.joinable()) serving_thread.join();

  BlocksOutcome outcome = writer.close();
  outcome.workers = workers;
  outcome.seconds = seconds_since(start);
  outcome.interrupted = outcome.trials < trials_in(blocks);
  return outcome;
}

}  // namespace regretta
