#include "regretta/tools/commands/estimate.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include "regretta/engine/study/blocks/dealer.hpp"
#include "regretta/engine/study/blocks/forecast.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"

namespace regretta {
namespace {

/// Bytes that a thread needs for playing a cell that was not measured. Learners hold tables of constraints x arms, and
/// of constraints x constraints if they solve linear programs; 4 such tables are assumed.
double usual_bytes(const Cell& cell) {
  const Problem& problem = cell.problem();
  const double size = (problem.num_constraints + 1.0) * (problem.num_constraints + problem.num_arms);
  return 4.0 * sizeof(double) * cell.bound_learner.trials_at_once * size;
}

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double seconds_per_cell = 0.06;  ///< longest measurement of a cell
constexpr double seconds_in_total = 0.9;   ///< for all measurements
constexpr double most_facts_bytes = 64e6;  ///< larger facts take seconds to compute

/// The measured speed of a cell.
struct Speed {
  double trials = 0;   ///< trials played in `seconds`
  double seconds = 0;  ///< without the time for the facts
};

/// Plays the block repeatedly for this many seconds.
Speed measure(const Cell& cell, const BlockRange& block, double seconds) {
  std::atomic<bool> stop = false;
  std::atomic<std::int64_t> rounds = 0;
  std::thread timer([&] {
    std::this_thread::sleep_for(Seconds(seconds));
    stop = true;
  });
  const auto start = Clock::now();
  try {
    while (!stop) advance_block(cell, block, {.stop = &stop, .rounds = &rounds});
  } catch (const Interrupted&) {
  }
  const double spent = Seconds(Clock::now() - start).count();
  timer.join();
  // `rounds` counts all lanes of a pack, also those without a trial of the block
  const int lanes = block.count == 1 ? 1 : (block.count + pack_trials - 1) / pack_trials * pack_trials;
  const double played = static_cast<double>(rounds) / static_cast<double>(cell.problem().horizon);
  return {.trials = played * block.count / lanes, .seconds = spent};
}

/// Bytes of the facts of a cell: five numbers for each mean of a round.
double bytes_of_facts(const Cell& cell) {
  return 5.0 * sizeof(double) * cell.problem().num_arms * (cell.problem().num_constraints + 1.0);
}

double instances_of(const Cell& cell) { return static_cast<double>(cell.work->instances()); }

double bytes_per_trial(const Cell& cell) {
  return sizeof(double) * static_cast<double>(cell.work->without_facts().shape().numbers());
}

/// Bytes of the finished file. The constants were measured: 30 kB, 2% around blocks, and labels and facts of each cell.
double file_bytes(const Plan& plan) {
  double bytes = 30e3;
  for (const Cell& cell : plan.cells)
    bytes += bytes_per_trial(cell) * 1.02 * static_cast<double>(plan.study.trials) + 2500 +
             450 * static_cast<double>(cell.work->without_facts().checkpoints.size());
  return bytes;
}

/// Peak memory of a run in bytes (constants are measured): the program, its plan, the facts of its settings, trials
/// being played, blocks waiting to be written, and the values of the largest cell, summarised in bounded memory.
double memory_bytes(const Plan& plan, int threads, double playing_bytes) {
  double most_block = 0, most_cell = 0, facts = 0;
  std::set<const SharedWork*> settings;
  const Layout layout = layout_of(plan);
  for (const Cell& cell : plan.cells) {
    const double trial = bytes_per_trial(cell);
    if (settings.insert(cell.work.get()).second) facts += instances_of(cell) * bytes_of_facts(cell);
    most_cell = std::max(most_cell, trial * static_cast<double>(plan.study.trials));
    most_block =
        std::max(most_block, (trial + 150) * static_cast<double>(layout.at(cell.index).per_block(plan.study.trials)));
  }
  const auto blocks = static_cast<double>(blocks_in(layout.blocks()));
  const double waiting = std::min(16.0 * threads + 64, blocks);
  const double playing = playing_bytes * std::min<double>(threads, blocks);
  return 20e6 + 2e6 * threads + facts + playing + 2500 * static_cast<double>(plan.cells.size()) + most_block * waiting +
         (most_cell < 34e6 ? 1.5 * most_cell : 10e6);
}

}  // namespace

double peak_bytes() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line))
    if (line.starts_with("VmHWM:")) return 1024 * std::stod(line.substr(6));
  return 0;
}

Needs estimate(const Plan& plan, const BlockSpans& missing, int threads) {
  Needs result;
  BlockSpans to_play = Dealer(plan, missing, threads).left();
  std::ranges::sort(to_play, {}, &BlockSpan::cell);
  Forecast forecast(plan, to_play);
  const auto start = Clock::now();
  const auto remaining = [start] { return seconds_in_total - Seconds(Clock::now() - start).count(); };
  const double peak_before = peak_bytes();
  double facts = 0, measured = 0, not_measured = 0;
  std::set<const SharedWork*> settings;
  for (const BlockSpan& span : to_play) {
    const Cell& cell = plan.cells[static_cast<std::size_t>(span.cell)];
    settings.insert(cell.work.get());
    if (forecast.has_seen(span.cell)) continue;
    const bool is_large = bytes_of_facts(cell) > most_facts_bytes;
    if (is_large || remaining() <= 0) {
      result.is_lower_bound = result.is_lower_bound || is_large;
      not_measured = std::max(not_measured, usual_bytes(cell));
      continue;
    }
    const auto facts_start = Clock::now();
    static_cast<void>(cell.prepared());
    facts += instances_of(cell) * Seconds(Clock::now() - facts_start).count();
    const double duration = std::min(seconds_per_cell, seconds_in_total / static_cast<double>(forecast.num_groups()));
    const Speed speed = measure(cell, span.block(0), duration);
    if (speed.trials > 0) forecast.record(cell.index, speed.trials, speed.seconds, false);
    result.is_lower_bound = result.is_lower_bound || speed.trials == 0;
    ++measured;
  }
  if (measured > 0 || !result.is_lower_bound) result.measuring = seconds_in_total - remaining();
  result.rounds = forecast.rounds_ahead();
  if (measured > 0) facts *= static_cast<double>(settings.size()) / measured;
  result.seconds =
      (forecast.seconds_left() + facts) / static_cast<double>(std::clamp<std::int64_t>(blocks_in(to_play), 1, threads));
  // Measured: blocks are written, read to summarise them, and read again for the digest.
  constexpr double seconds_per_byte = 11e-9;
  result.disk = file_bytes(plan);
  result.seconds += seconds_per_byte * result.disk * static_cast<double>(trials_in(missing)) /
                    static_cast<double>(plan.study.trials * std::ssize(plan.cells));
  result.memory = memory_bytes(plan, threads, std::max(not_measured, peak_bytes() - peak_before));
  return result;
}

}  // namespace regretta
