#include "regretta/tools/estimate.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "regretta/engine/study/forecast.hpp"
#include "regretta/engine/study/run.hpp"

namespace regretta {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double seconds_per_cell = 0.1;
constexpr double seconds_in_all = 3;

/// Sets a flag after a while, unless it goes first.
class Alarm {
 public:
  Alarm(std::atomic<bool>& flag, double seconds)
      : thread_([this, &flag, seconds] {
          std::unique_lock lock(mutex_);
          if (!leaving_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return left_; })) flag = true;
        }) {}
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

/// Advances a block for a moment; what it managed goes into the forecast.
void calibrate(const Cell& cell, const BlockPlace& block, Forecast& forecast) {
  std::atomic<bool> stop = false;
  std::atomic<std::int64_t> rounds = 0;
  static_cast<void>(cell.prepared());
  const auto start = Clock::now();
  double trials = 0;
  {
    const Alarm alarm(stop, seconds_per_cell);
    try {
      advance_block(cell, block, {&stop, &rounds});
      trials = block.count;
    } catch (const Interrupted&) {
      trials = static_cast<double>(rounds.load()) / static_cast<double>(cell.problem().horizon);
    }
  }
  forecast.saw(cell.index, trials, std::chrono::duration<double>(Clock::now() - start).count(), false);
}

double bytes_per_trial(std::size_t num_checkpoints) {
  // measured on finished files: a row of `trial`, and its share of a row of `block`
  return 170 + 32.5 * static_cast<double>(num_checkpoints);
}

}  // namespace

Estimate estimate(const Plan& plan, const std::vector<BlockPlace>& missing, int threads) {
  Estimate result;
  Forecast forecast(plan, missing);
  const auto start = Clock::now();
  const auto spent = [start] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  for (const BlockPlace& block : missing) {
    if (forecast.has_seen(block.cell)) continue;
    if (spent() > seconds_in_all) break;
    calibrate(plan.cells[static_cast<std::size_t>(block.cell)], block, forecast);
  }
  result.calibrated = spent();
  result.rounds = forecast.rounds_ahead();
  result.seconds = forecast.seconds_left() / std::min(threads, std::max(1, static_cast<int>(missing.size())));

  double most_points = 0;
  for (const Cell& cell : plan.cells) {
    const auto points = cell.work->sketch().checkpoints.size();
    result.disk += bytes_per_trial(points) * static_cast<double>(plan.study.trials);
    most_points = std::max(most_points, static_cast<double>(points));
  }
  // the fold of one cell, results on their way to the file, the program itself with its adversaries
  const double trial = 8 * (num_quantities + num_curve_quantities * most_points);
  result.memory = trial * static_cast<double>(plan.study.trials) + trial * block_trials * (17.0 * threads + 128) + 25e6 +
                  2e6 * threads;
  return result;
}

}  // namespace regretta
