#pragma once
/// Saves finished blocks in a thread of its own, a few at a time, and forecasts the time that is left. Used by
/// run_blocks.

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include <tbb/concurrent_queue.h>

#include "regretta/engine/study/blocks/forecast.hpp"
#include "regretta/engine/study/blocks/run_progress.hpp"
#include "regretta/engine/study/blocks/stretches.hpp"
#include "regretta/engine/study/blocks/workers.hpp"

namespace regretta {

class BlockWriter {
 public:
  BlockWriter(const Plan& plan, const SaveBlocks& save, const Stretches& blocks, int workers, RunProgress& progress)
      : plan_(plan), save_(save), progress_(progress), workers_(workers), forecast_(plan, blocks) {
    queue_.set_capacity(16 * workers + 64);
    thread_ = start_thread([this] { write_until_closed(); });
  }
  BlockWriter(const BlockWriter&) = delete;
  BlockWriter& operator=(const BlockWriter&) = delete;
  ~BlockWriter() { end_thread(); }

  /// From any thread.
  void put(BlockResult block) { queue_.push(std::make_unique<BlockResult>(std::move(block))); }

  /// Saves what is left; every worker must have ended. Returns what has been saved: trials, rounds and busy_seconds.
  /// Rethrows what saving has thrown.
  BlocksOutcome close() {
    end_thread();
    if (error_) std::rethrow_exception(error_);
    return outcome_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t most_at_once = 64;
  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  void end_thread() {
    if (!thread_.joinable()) return;
    queue_.push(nullptr);
    thread_.join();
  }

  void write_until_closed() {
    std::vector<BlockResult> batch;
    batch.reserve(most_at_once);
    std::unique_ptr<BlockResult> block;
    for (bool open = true; open;) {
      queue_.pop(block);
      do {
        open = block != nullptr;
        if (open) batch.push_back(std::move(*block));
      } while (open && batch.size() < most_at_once && queue_.try_pop(block));
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
      forecast_.saw(block.range.cell, block.range.count, block.seconds, true);
      busy_seconds_ += block.seconds;
      outcome_.busy_seconds += block.processor_seconds;
      outcome_.rounds += plan_.cells[static_cast<std::size_t>(block.range.cell)].problem().horizon * block.range.count;
      outcome_.trials += block.range.count;
      progress_.trials_saved += block.range.count;
      progress_.trials_failed += std::ranges::count_if(block.trials, [](const auto& trial) { return !!trial.failure; });
    }
    if (seconds_since(last_forecast_) < 0.1) return;
    last_forecast_ = Clock::now();
    // number of workers that are busy, estimated after ten forecasts; lower if cores are shared or saving is slow
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

}  // namespace regretta
