#include "regretta/tools/commands/estimate.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "regretta/engine/study/blocks/dealer.hpp"
#include "regretta/engine/study/blocks/forecast.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/engine/trial/books/cell_work.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tools/check/isolated.hpp"
#include "regretta/tools/machine/memory.hpp"
#include "regretta/tools/terminal/ended_by_plugin.hpp"

namespace regretta {
namespace {

constexpr double most_measured = 30e3;  ///< by size_of: about 20 MB
constexpr int most_seconds_each = 2;
constexpr double seconds_of_measuring = 0.5;  ///< until the last one is begun

struct Size {
  int arms = 1, constraints = 1;
};

/// Learners hold tables of constraints x arms, and those that solve programs of constraints x constraints.
double size_of(const Problem& problem) {
  return (problem.num_constraints + 1.0) * (problem.num_constraints + problem.num_arms);
}

/// The same mean in every round.
struct OneMean {
  double value;
  std::int64_t num_rows() const { return 1; }
  std::int64_t row_at(std::int64_t) const { return 0; }
  std::int64_t same_until(std::int64_t) const { return max_horizon; }
  void read(std::int64_t, std::span<double> out) const { std::ranges::fill(out, value); }
};

/// A cell as the given one, of another size. Its facts are placeholders: true ones may take hours.
CellWork of_size(const CellWork& given, const Size& size) {
  const auto K = static_cast<std::size_t>(size.arms), m = static_cast<std::size_t>(size.constraints);
  CellWork work = given;
  Problem& problem = work.problem;
  problem.num_arms = size.arms;
  problem.num_constraints = size.constraints;
  if (!problem.costs.empty()) problem.costs.resize(m, problem.costs.front());
  if (!problem.budgets.empty()) problem.budgets.resize(m, problem.budgets.front());
  if (problem.events)
    problem.events = std::make_shared<const EventValues>(
        EventValues{.reward = std::vector<double>(K, 1.0), .cost = std::vector<double>(m * K, 1.0)});
  Adversary adversary;
  adversary.num_arms = size.arms;
  adversary.num_constraints = size.constraints;
  adversary.horizon = problem.horizon;
  adversary.losses = OneMean{0.5};
  adversary.violations = OneMean{-0.5};
  adversary.costs = problem.costs;
  adversary.budgets = problem.budgets;
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  CellFacts facts;
  facts.rho = facts.rho_pure = 0.5;
  facts.safe_arm_violation.assign(m, -0.5);
  facts.optimal_strategy.assign(K, 1 / static_cast<double>(K));
  facts.median_violation.assign(m * K, -0.5);
  work.facts = std::make_shared<const CellFacts>(std::move(facts));
  return work;
}

/// How much more memory a process takes that is about to play the first round. Throws if that cannot be measured.
double measured_bytes(const Cell& cell, int trials, const Size& size) {
  const auto measure = [&]() -> std::vector<double> {
    const CellWork work = of_size(cell.work->without_facts(), size);
    const std::atomic<bool> stop = true;  // for learners that do not know only_begins
    const double before = resident_now();
    try {
      cell.bound_learner.run(work, 0, trials, {.stop = &stop, .only_begins = true});
    } catch (const Interrupted&) {
    }
    return {most_resident() - before};
  };
  return isolated_numbers(measure, most_seconds_each).front();
}

/// What grows with the size: as the square of a factor by which arms and constraints grow.
double bytes_of(const Cell& cell, std::int64_t block) {
  const Problem& problem = cell.problem();
  const int trials = static_cast<int>(std::min<std::int64_t>(block, cell.bound_learner.trials_at_once));
  const double factor = std::max(1.0, std::sqrt(size_of(problem) / most_measured));
  const auto smaller = [&](int number) { return std::min(number, std::max(2, static_cast<int>(number / factor))); };
  try {
    const double measured = measured_bytes(cell, trials, {smaller(problem.num_arms), smaller(problem.num_constraints)});
    const double least = measured_bytes(cell, trials, {std::min(2, problem.num_arms), 1});  // the program's own
    return std::max(0.0, measured - least) * factor * factor;
  } catch (const std::exception&) {  // it cannot play another problem
    return 4 * sizeof(double) * pack_trials * size_of(problem);
  }
}

/// The most bytes that a thread takes for a block. Measured on each learner with its largest problem, or with a smaller
/// one of the same shape, in about a second at most. Forks, so no other thread may run.
double playing_bytes(const Plan& plan, const Layout& layout) {
  std::map<std::pair<std::string, double>, const Cell*> different;
  for (const Cell& cell : plan.cells) different.try_emplace({cell.learner, size_of(cell.problem())}, &cell);
  std::vector<const Cell*> cells;
  for (const auto& [key, cell] : different) cells.push_back(cell);
  std::ranges::stable_sort(cells, std::greater(), [](const Cell* cell) { return size_of(cell->problem()); });
  double most = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const Cell* cell : cells) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds_of_measuring) break;
    const std::int64_t trials = plan.study.trials;
    most = std::max(most, bytes_of(*cell, std::min(trials, layout.at(cell->index).per_block(trials))));
  }
  return most;
}

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr double seconds_per_cell = 0.06;
constexpr double seconds_in_all = 0.9;
constexpr double most_bytes_of_facts = 64e6;  ///< larger ones take seconds until the first round

/// What the process that plays for a moment tells its parent.
struct Progress {
  std::atomic<double> facts = -1;        ///< seconds that the facts took; -1 while they are being computed
  std::atomic<std::int64_t> rounds = 0;  ///< trial-rounds played, surplus lanes included
};

struct Unmap {
  void operator()(Progress* progress) const { munmap(progress, sizeof(Progress)); }
};

/// A Progress in memory shared with child processes.
std::unique_ptr<Progress, Unmap> shared_progress() {
  void* memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory to measure the speed with");
  return std::unique_ptr<Progress, Unmap>(new (memory) Progress);
}

[[noreturn]] void play_until_killed(const Cell& cell, const BlockRange& block, Progress& progress) {
  ::alarm(5);  // ends it, should its parent be killed
  EndedByPlugin::go_on_here();
  try {
    const auto start = Clock::now();
    static_cast<void>(cell.prepared());
    progress.facts = Seconds(Clock::now() - start).count();
    while (true) advance_block(cell, block, {.stop = nullptr, .rounds = &progress.rounds, .watcher = nullptr});
  } catch (...) {
    // Lack of memory, most likely. The parent has seen what was played until here.
  }
  end_process(EXIT_FAILURE);
}

/// The speed of one cell.
struct Speed {
  double facts = 0;    ///< seconds for the facts of its setting
  double trials = 0;   ///< played in `seconds`
  double seconds = 0;  ///< without those for the facts
  bool known = false;  ///< false: the facts, or the first rounds, take longer than measured here
};

/// Plays a block for `least` seconds, and until `most` seconds if nothing can be said before. This happens in a process
/// of its own, because a single round, or the linear programs of the facts, may take hours.
Speed measure(const Cell& cell, const BlockRange& block, double least, double most) {
  const auto progress = shared_progress();
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process to measure the speed in");
  if (child == 0) play_until_killed(cell, block, *progress);
  bool ended = false;
  const auto spent = [&start] { return Seconds(Clock::now() - start).count(); };
  while (!ended && spent() < (progress->rounds > 0 ? least : most)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ended = waitpid(child, nullptr, WNOHANG) == child;
  }
  Speed speed{.facts = progress->facts, .trials = 0, .seconds = 0, .known = progress->rounds > 0};
  const double elapsed = spent();
  const int lanes = block.count == 1 ? 1 : (block.count + pack_trials - 1) / pack_trials * pack_trials;
  const auto rounds = static_cast<double>(std::max<std::int64_t>(lanes, progress->rounds));
  if (!ended) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  if (speed.facts < 0) speed.facts = elapsed;
  speed.trials = rounds / static_cast<double>(cell.problem().horizon) * block.count / lanes;
  speed.seconds = elapsed - speed.facts;
  return speed;
}

double points_of(const Cell& cell) { return static_cast<double>(cell.work->without_facts().checkpoints.size()); }

/// Means of one row: losses and violations.
double num_means(const Cell& cell) { return cell.problem().num_arms * (cell.problem().num_constraints + 1.0); }

double bytes_of_facts(const Cell& cell) { return 5 * sizeof(double) * num_means(cell); }

double instances_of(const Cell& cell) { return static_cast<double>(cell.work->instances()); }

double bytes_per_trial(const Cell& cell) {
  return sizeof(double) * static_cast<double>(cell.work->without_facts().shape().numbers());
}

/// Size of the finished file: its blocks, and what is stored of every cell (measured).
double file_bytes(const Plan& plan) {
  double bytes = 30e3;
  for (const Cell& cell : plan.cells)
    bytes += bytes_per_trial(cell) * 1.02 * static_cast<double>(plan.study.trials) + 2500 + 450 * points_of(cell);
  return bytes;
}

/// Peak of a run: the program, its plan, the facts of its settings, the trials that are played at one time, blocks
/// waiting to be written, and the values of the largest cell, which are summarised in bounded memory.
double memory_bytes(const Plan& plan, int threads) {
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
  const double playing = playing_bytes(plan, layout) * std::min<double>(threads, blocks);
  return 20e6 + 2e6 * threads + facts + playing + 2500 * static_cast<double>(plan.cells.size()) + most_block * waiting +
         (most_cell < 34e6 ? 1.5 * most_cell : 10e6);
}

}  // namespace

Needs estimate(const Plan& plan, const BlockSpans& missing, int threads) {
  Needs result;
  BlockSpans played = Dealer(plan, missing, threads).left();
  std::ranges::sort(played, {}, &BlockSpan::cell);
  Forecast forecast(plan, played);
  const auto start = Clock::now();
  const auto left = [start] { return seconds_in_all - Seconds(Clock::now() - start).count(); };
  double facts = 0, measured = 0;
  std::set<const SharedWork*> settings;
  for (const BlockSpan& span : played) {
    const Cell& cell = plan.cells[static_cast<std::size_t>(span.cell)];
    settings.insert(cell.work.get());
    if (forecast.has_seen(span.cell) || left() <= 0) continue;
    if (bytes_of_facts(cell) > most_bytes_of_facts) {
      result.at_least = true;
      continue;
    }
    const double share = std::min(seconds_per_cell, seconds_in_all / static_cast<double>(forecast.num_groups()));
    if (measured > 0 && left() < share) continue;
    const Speed speed = measure(cell, span.block(0), share, left());
    // A single round takes at least as long as was measured; of several at once it is not known.
    if (speed.known || (speed.seconds > 0 && rounds_between_polls(cell.problem()) == 1))
      forecast.record(cell.index, speed.trials, speed.seconds, false);
    facts += instances_of(cell) * speed.facts;
    ++measured;
    result.at_least = result.at_least || !speed.known;
  }
  if (measured > 0 || !result.at_least) result.calibrated = seconds_in_all - left();
  result.rounds = forecast.rounds_ahead();
  if (measured > 0) facts *= static_cast<double>(settings.size()) / measured;
  result.seconds =
      (forecast.seconds_left() + facts) / static_cast<double>(std::clamp<std::int64_t>(blocks_in(played), 1, threads));

  // Blocks are written, read to summarise them, and read again for the digest (measured).
  constexpr double seconds_per_byte = 11e-9;
  result.disk = file_bytes(plan);
  result.seconds += seconds_per_byte * result.disk * static_cast<double>(trials_in(missing)) /
                    static_cast<double>(plan.study.trials * std::ssize(plan.cells));
  result.memory = memory_bytes(plan, threads);
  return result;
}

std::int64_t trials_in_seconds(const Plan& plan, double seconds, int threads) {
  const Needs needs = estimate(plan, layout_of(plan).blocks(), threads);
  const double trials = static_cast<double>(plan.study.trials) * seconds / std::max(needs.seconds, 1e-6);
  return pack_trials * static_cast<std::int64_t>(std::min(trials, static_cast<double>(max_trials)) / pack_trials);
}

}  // namespace regretta
