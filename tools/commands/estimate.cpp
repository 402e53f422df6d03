#include "regretta/tools/commands/estimate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "regretta/engine/study/blocks/forecast.hpp"
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

/// Size of the finished file. The constants were measured on such files (pages of 4096 bytes).
double file_bytes(const Plan& plan) {
  double bytes = 30e3;
  const auto trials = static_cast<double>(plan.study.trials);
  for (const Cell& cell : plan.cells) {
    const auto points = static_cast<double>(cell.work->without_facts().checkpoints.size());
    const double curves = points * sizeof(CurvePoint) * pack_trials + 70;
    const double block = curves < 4000 ? 4096 / std::floor(4060 / curves) : curves;
    bytes += 1500 + 250 * points + 100 * trials + block * static_cast<double>(packs_in(plan.study.trials));
  }
  return bytes;
}

}  // namespace

Needs estimate(const Plan& plan, const std::vector<BlockRange>& missing, int threads) {
  Needs result;
  Forecast forecast(plan, missing);
  const auto start = Clock::now();
  const auto spent = [start] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  for (const BlockRange& block : missing) {
    if (forecast.has_seen(block.cell)) continue;
    if (spent() > seconds_in_all) break;
    calibrate(plan.cells[static_cast<std::size_t>(block.cell)], block, forecast);
  }
  result.calibrated = spent();
  result.rounds = forecast.rounds_ahead();
  result.seconds = forecast.seconds_left() / std::min(threads, std::max(1, static_cast<int>(missing.size())));

  result.disk = file_bytes(plan);
  constexpr double seconds_per_save = 50e-6;  // measured: the writer keeps up with this many blocks
  result.seconds = std::max(result.seconds, seconds_per_save * static_cast<double>(missing.size()));
  double most_points = 0;
  for (const Cell& cell : plan.cells) {
    const auto points = cell.work->without_facts().checkpoints.size();
    most_points = std::max(most_points, static_cast<double>(points));
  }
  // the summary of one cell, results waiting to be written, and the program with its adversaries
  const double trial = 8 * (num_quantities + num_curve_quantities * most_points);
  result.memory = trial * static_cast<double>(plan.study.trials) + trial * pack_trials * (17.0 * threads + 128) + 25e6 +
                  2e6 * threads;
  return result;
}

}  // namespace regretta
