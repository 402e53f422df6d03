#include "regretta/engine/evidence/splitting/tail_chance.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/splitting/plain_trials.hpp"
#include "regretta/engine/evidence/statistics/bootstrap.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/draws.hpp"

namespace regretta {
namespace {

/// What the draws are for that a seed belongs to. Part of their address: never renumber.
enum class Phase : std::uint64_t { path = 0, planning = 1, estimate = 2, trials = 3 };

/// Rounds of plain trials in lanes per round of a branch, which is played alone, in the same time (measured: 3 to 6).
constexpr double rounds_in_lanes = 4;

constexpr std::int64_t planning_replications = 16;
constexpr std::int64_t fewest_replications = 24;  ///< an interval from fewer says little
constexpr std::int64_t most_replications = 10'000'000;
constexpr std::int64_t most_trials = std::int64_t{1} << 31;

std::uint64_t seed_of(const CellWork& work, Phase phase, std::int64_t replication) {
  return Draws<double>(work.seed, 0).word(Stream::branches, replication, static_cast<std::uint64_t>(phase));
}

class TailRun {
 public:
  TailRun(const CellWork& work, const BoundLearner& learner, const RareEvent& event, const TailOptions& options,
          RunProgress& progress)
      : work_(work),
        learner_(learner),
        event_(event),
        options_(options),
        progress_(progress),
        control_{.stop = &progress.stop, .rounds = &progress.rounds.of(0)} {}

  TailChance by_trials() {
    CellWork work = work_;
    work.seed = seed_of(work_, Phase::trials, 0);
    work.measures.clear();
    const auto events = static_cast<std::int64_t>(std::ceil(1 / wanted())) + 2;
    const PlainTrials plain = play_until(events, most_trials, work, learner_, event_, progress_);
    result_.estimate = plain.estimate();
    result_.se = plain.se();
    result_.interval = plain.interval(options_.level);
    result_.events = plain.events;
    result_.repetitions = plain.trials;
    result_.failed = plain.failed;
    result_.rounds = rounds() - result_.pilot_rounds;
    return result_;
  }

  TailChance by_splitting() {
    const Splitting splitting(work_, learner_, event_, options_.branches);
    path_ = splitting.find_path(seed_of(work_, Phase::path, 0), control_);
    result_.levels = path_.levels;
    result_.per_round = path_.per_round;
    result_.highest = path_.highest;
    const std::int64_t before = rounds();
    const Replications planning = replicate(splitting, Phase::planning, planning_replications);
    result_.pilot_rounds = rounds();
    result_.is_found = mean_of(planning.chances) > 0;
    if (!result_.is_found) return result_;
    const auto each = static_cast<double>(rounds() - before) / static_cast<double>(planning_replications);
    const std::int64_t count = plan(summarise(planning.chances), each);
    if (options_.method == TailMethod::cheaper && !(result_.expected_gain > rounds_in_lanes)) return by_trials();
    progress_.trials_planned = count;
    progress_.rounds_planned = static_cast<double>(rounds()) + static_cast<double>(count) * each;
    conclude(replicate(splitting, Phase::estimate, count));
    return result_;
  }

 private:
  /// Estimates, in the order of replications.
  struct Replications {
    std::vector<double> chances;
    std::int64_t failed = 0;
  };

  std::int64_t rounds() const { return progress_.rounds.total(); }
  double wanted() const { return options_.relative_error * options_.relative_error; }
  static double mean_of(const std::vector<double>& values) { return summarise(values).mean; }

  Replications replicate(const Splitting& splitting, Phase phase, std::int64_t count) {
    std::vector<Splitting::Replication> done(static_cast<std::size_t>(count));
    tbb::parallel_for(std::size_t{0}, done.size(), [&](std::size_t r) {
      done[r] = splitting.replicate(path_, seed_of(work_, phase, static_cast<std::int64_t>(r)), control_);
      if (phase == Phase::estimate) ++progress_.trials_saved;
    });
    Replications all;
    for (const Splitting::Replication& one : done) {
      all.chances.push_back(one.chance);
      all.failed += one.failed;
    }
    return all;
  }

  /// How many replications, of which each takes as many rounds, give the wanted error.
  std::int64_t plan(const Statistic& pilot, double each) {
    const double p = std::min(pilot.mean, 1.0);
    const double relative_variance = static_cast<double>(pilot.count) * (pilot.se / p) * (pilot.se / p);
    const double plain = (1 - p) / p * static_cast<double>(work_.problem.horizon);
    result_.expected_gain = plain / std::max(relative_variance * each, 1e-300);
    return static_cast<std::int64_t>(std::clamp(std::ceil(relative_variance / wanted()),
                                                static_cast<double>(fewest_replications),
                                                static_cast<double>(most_replications)));
  }

  void conclude(const Replications& all) {
    const BootstrapMean mean(all.chances, replicates_for((1 - options_.level) / 2));
    const Interval interval = mean.interval(options_.level);
    result_.estimate = mean.mean();
    result_.se = mean.se();
    result_.interval = {std::max(interval.low, 0.0), std::min(interval.high, 1.0)};
    result_.is_split = true;
    result_.repetitions = std::ssize(all.chances);
    result_.failed = all.failed;
    result_.rounds = rounds() - result_.pilot_rounds;
  }

  const CellWork& work_;
  const BoundLearner& learner_;
  RareEvent event_;
  TailOptions options_;
  RunProgress& progress_;
  RunControl control_;
  Splitting::Path path_;
  TailChance result_;
};

}  // namespace

TailChance tail_chance(const CellWork& work, const BoundLearner& learner, const RareEvent& event,
                       const TailOptions& options, RunProgress& progress) {
  const std::string why_not = why_not_split(work, learner, event.metric);
  TailRun run(work, learner, event, options, progress);
  if (options.method == TailMethod::trials || (options.method == TailMethod::cheaper && !why_not.empty()))
    return run.by_trials();
  if (!why_not.empty()) throw std::invalid_argument("trials of this cell cannot be split: " + why_not);
  return run.by_splitting();
}

}  // namespace regretta
