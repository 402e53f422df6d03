#include "regretta/tools/commands/estimate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "regretta/engine/study/blocks/forecast.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/blocks/workers.hpp"

namespace regretta {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double seconds_per_cell = 0.06;
constexpr double seconds_in_all = 3;

/// Sets a flag after a time limit, unless it is destroyed first.
class Alarm {
 public:
  Alarm(std::atomic<bool>& flag, double seconds)
      : thread_(start_thread([this, &flag, seconds] {
          std::unique_lock lock(mutex_);
          if (!leaving_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return left_; })) flag = true;
        })) {}
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;
  ~Alarm() {
    {
      const std::lock_guard lock(mutex_);
      left_ = true;
    }
    leaving_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable leaving_;
  bool left_ = false;
  std::thread thread_;
};

/// Advances a block for a moment, repeatedly if it is short; its speed goes into the forecast.
void calibrate(const Cell& cell, const BlockRange& block, Forecast& forecast) {
  std::atomic<bool> stop = false;
  std::atomic<std::int64_t> rounds = 0;
  static_cast<void>(cell.prepared());
  const auto start = Clock::now();
  double trials = 0;
  {
    const Alarm alarm(stop, seconds_per_cell);
    try {
      while (!stop) {
        advance_block(cell, block, {&stop, &rounds});
        trials += block.count;
        rounds = 0;
      }
    } catch (const Interrupted&) {
      trials += static_cast<double>(rounds.load()) / static_cast<double>(cell.problem().horizon);
    }
  }
  forecast.saw(cell.index, trials, std::chrono::duration<double>(Clock::now() - start).count(), false);
}

double points_of(const Cell& cell) { return static_cast<double>(cell.work->without_facts().checkpoints.size()); }

double bytes_per_trial(const Cell& cell) { return 8 * num_quantities + sizeof(CurvePoint) * points_of(cell); }

/// Size of the finished file: its blocks, and what is stored of every cell (measured).
double file_bytes(const Plan& plan) {
  double bytes = 30e3;
  for (const Cell& cell : plan.cells)
    bytes += bytes_per_trial(cell) * 1.02 * static_cast<double>(plan.study.trials) + 2500 + 450 * points_of(cell);
  return bytes;
}

/// Peak of a run: the program, its plan, blocks waiting to be written, and the values of the largest cell, which are
/// summarised in bounded memory.
double memory_bytes(const Plan& plan, int threads) {
  double most_block = 0, most_cell = 0;
  const Layout layout = layout_of(plan);
  for (const Cell& cell : plan.cells) {
    const double trial = bytes_per_trial(cell);
    most_cell = std::max(most_cell, trial * static_cast<double>(plan.study.trials));
    most_block = std::max(most_block, (trial + 150) * static_cast<double>(layout.block_of(cell.index, 0).count));
  }
  const double waiting = std::min(16.0 * threads + 64, static_cast<double>(layout.num_blocks()));
  return 20e6 + 2e6 * threads + 2500 * static_cast<double>(plan.cells.size()) + most_block * waiting +
         (most_cell < 34e6 ? 1.5 * most_cell : 10e6);
}

}  // namespace

Needs estimate(const Plan& plan, const BlockList& missing, int threads) {
  Needs result;
  Forecast forecast(plan, missing);
  const auto start = Clock::now();
  const auto spent = [start] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  for (const BlockList::Stretch& stretch : missing.stretches()) {
    if (forecast.has_seen(stretch.cell)) continue;
    if (spent() > seconds_in_all) break;
    calibrate(plan.cells[static_cast<std::size_t>(stretch.cell)], stretch.block(0), forecast);
  }
  result.calibrated = spent();
  result.rounds = forecast.rounds_ahead();
  result.seconds = forecast.seconds_left() / static_cast<double>(std::clamp<std::int64_t>(missing.size(), 1, threads));

  // The blocks to be played are written, read to summarise them, and read again for the digest (measured).
  constexpr double seconds_per_byte = 11e-9;
  result.disk = file_bytes(plan);
  result.seconds += seconds_per_byte * result.disk * static_cast<double>(missing.trials()) /
                    static_cast<double>(plan.study.trials * std::ssize(plan.cells));
  result.memory = memory_bytes(plan, threads);
  return result;
}

}  // namespace regretta
