#include "regretta/engine/evidence/splitting/tail_chance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <utility>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/splitting/plain_trials.hpp"
#include "regretta/engine/evidence/statistics/seen_mean.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/real/draws.hpp"

namespace regretta {
namespace {

/// What the draws of a seed are for. Part of their address: never renumber.
enum class Phase : std::uint64_t { path = 0, planning = 1, estimate = 2, trials = 3, method = 4 };

constexpr std::int64_t trying_replications = 16;
constexpr std::int64_t planning_replications = 16;  ///< of each half; an interval from fewer says little
/// By how much the variance of replications exceeds what the first ones show of it on learners that lock in, as they
/// are skewed (measured: README.md).
constexpr double unseen_variance = 1.5;
constexpr std::int64_t most_replications = 5'000'000;
constexpr std::int64_t most_trials = std::int64_t{1} << 31;

std::uint64_t seed_of(const CellWork& work, Phase phase, std::int64_t replication) {
  return Draws<double>(work.seed, 0).word(Stream::branches, replication, static_cast<std::uint64_t>(phase));
}

double processor_seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class TailRun {
 public:
  TailRun(const CellWork& work, const BoundLearner& learner, const RareEvent& event, const TailOptions& options,
          RunProgress& progress)
      : work_(work), learner_(learner), event_(event), options_(options), progress_(progress) {
    result_.branch_cost = learner.branch_cost;
  }

  TailChance by_trials() {
    CellWork work = work_;
    work.seed = seed_of(work_, Phase::trials, 0);
    work.measures.clear();
    const auto events = static_cast<std::int64_t>(std::ceil(1 / wanted())) + 2;
    const PlainTrials plain = play_until(events, most_trials, work, learner_, event_, progress_);
    result_.estimate = plain.estimate();
    result_.se = plain.se();
    result_.interval = plain.interval(options_.level);
    result_.worth = static_cast<double>(plain.trials);
    result_.plain_rounds = result_.worth * static_cast<double>(work_.problem.horizon);
    result_.events = plain.events;
    result_.repetitions = plain.trials;
    result_.failed = plain.failed;
    result_.rounds = rounds() - result_.pilot_rounds;
    return result_;
  }

  TailChance by_splitting() {
    const Splitting splitting(work_, learner_, event_, options_.branches);
    result_.path = splitting.find_path(seed_of(work_, Phase::path, 0), control_);
    const bool chooses = options_.method == TailMethod::cheaper;
    if (chooses) result_.expected_gain = try_it(std::max(options_.branches / 4, 2), 0);
    if (result_.expected_gain == 0 && (chooses || !result_.path.is_reached))
      result_.expected_gain = try_it(options_.branches, trying_replications);
    result_.pilot_rounds = rounds();
    result_.is_found = result_.path.is_reached || result_.expected_gain > 0;
    if (!result_.is_found) return result_;
    // Too rare for these replications is too rare for plain trials.
    if (chooses && result_.expected_gain > 0 && result_.expected_gain <= 1) return by_trials();
    conclude(halves_of(splitting));
    result_.plain_seconds = result_.worth * seconds_of_a_trial();
    return result_;
  }

 private:
  using Halves = std::array<std::vector<double>, 2>;  ///< estimates by replications

  std::int64_t rounds() const { return progress_.rounds.total(); }
  /// Processor time of a plain trial in a pack.
  double seconds_of_a_trial() const {
    CellWork work = work_;
    work.measures.clear();
    const double before = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
    learner_.run(work, 0, learner_.trials_at_once, {.stop = &progress_.stop});
    return (processor_seconds(CLOCK_THREAD_CPUTIME_ID) - before) / learner_.trials_at_once;
  }
  double wanted() const { return options_.relative_error * options_.relative_error; }

  /// Estimates by replications first, first + 1, ..., in their order.
  std::vector<double> replicate(const Splitting& splitting, Phase phase, std::int64_t first, std::int64_t count) {
    std::vector<Splitting::Replication> done(static_cast<std::size_t>(count));
    tbb::parallel_for(std::size_t{0}, done.size(), [&](std::size_t r) {
      const auto number = first + static_cast<std::int64_t>(r);
      done[r] = splitting.replicate(result_.path, seed_of(work_, phase, number), control_);
      if (phase != Phase::method) ++progress_.trials_saved;
    });
    std::vector<double> chances;
    for (const Splitting::Replication& one : done) {
      chances.push_back(one.chance);
      if (phase != Phase::method) result_.failed += one.failed;
    }
    return chances;
  }

  /// expected_gain, by replications that the estimate does not use; 0 if no branch reached the event.
  double try_it(int branches, std::int64_t first) {
    const Splitting splitting(work_, learner_, event_, branches);
    const std::int64_t before = rounds();
    const std::vector<double> chances = replicate(splitting, Phase::method, first, trying_replications);
    const double p = std::min(summarise(chances).mean, 1.0);
    if (!(p > 0)) return 0;
    const auto each = static_cast<double>(rounds() - before) / static_cast<double>(trying_replications);
    const double plain = (1 - p) / p * static_cast<double>(work_.problem.horizon);
    return plain / std::max(relative_variance(chances) * each * result_.branch_cost, 1e-300);
  }

  /// If all are 0, as if one of them were not.
  static double relative_variance(const std::vector<double>& chances) {
    const Statistic statistic = summarise(chances);
    const auto count = static_cast<double>(chances.size());
    const double relative_error = statistic.se / statistic.mean;
    return statistic.mean > 0 ? count * relative_error * relative_error : count;
  }

  /// How many replications a half needs for its share of the wanted error: half of the variance is the other half's.
  std::int64_t wanted_of(const std::vector<double>& chances) const {
    return static_cast<std::int64_t>(
        std::clamp(std::ceil(unseen_variance * relative_variance(chances) / (2 * wanted())),
                   static_cast<double>(planning_replications), static_cast<double>(most_replications)));
  }

  /// Both halves of the estimate. How many replications a half has must not depend on them, which would bias their
  /// mean: those that happened to be large would be diluted by more others. So the other half's first ones decide it.
  Halves halves_of(const Splitting& splitting) {
    Halves halves;
    halves[0] = replicate(splitting, Phase::planning, 0, planning_replications);
    halves[1] = replicate(splitting, Phase::planning, planning_replications, planning_replications);
    const std::array<std::int64_t, 2> counts = {wanted_of(halves[1]), wanted_of(halves[0])};
    const auto each = static_cast<double>(rounds() - result_.pilot_rounds) / (2.0 * planning_replications);
    progress_.trials_planned = counts[0] + counts[1];
    progress_.rounds_planned =
        static_cast<double>(result_.pilot_rounds) + static_cast<double>(counts[0] + counts[1]) * each;
    std::int64_t first = 0;
    for (std::size_t half = 0; half < 2; ++half) {
      const std::int64_t more = counts[half] - planning_replications;
      const std::vector<double> rest = replicate(splitting, Phase::estimate, first, more);
      halves[half].insert(halves[half].end(), rest.begin(), rest.end());
      first += more;
    }
    return halves;
  }

  /// The estimate is the mean of the two halves' means.
  void conclude(Halves halves) {
    result_.repetitions = std::ssize(halves[0]) + std::ssize(halves[1]);
    for (double& chance : halves[0]) chance /= 2;
    for (double& chance : halves[1]) chance /= -2;
    const MeanMoments moments = difference_of(moments_of(halves[0]), moments_of(halves[1]));
    const SeenMean mean(moments, {0, 1});
    const Interval interval = mean.interval(1 - options_.level);
    result_.estimate = moments.mean;
    result_.se = mean.se();
    result_.is_found = result_.estimate > 0;
    if (result_.is_found) result_.interval = interval;
    const double errors = (interval.high - interval.low) / (2 * student_two_sided(options_.level, 1e9));
    if (result_.is_found) result_.worth = result_.estimate * (1 - result_.estimate) / (errors * errors);
    result_.plain_rounds = result_.worth * static_cast<double>(work_.problem.horizon);
    result_.is_split = true;
    result_.rounds = rounds() - result_.pilot_rounds;
  }

  const CellWork& work_;
  const BoundLearner& learner_;
  RareEvent event_;
  TailOptions options_;
  RunProgress& progress_;
  RunControl control_{.stop = &progress_.stop, .rounds = &progress_.rounds.of(0)};
  TailChance result_;
};

}  // namespace

TailChance tail_chance(const CellWork& work, const BoundLearner& learner, const RareEvent& event,
                       const TailOptions& options, RunProgress& progress) {
  const std::string why_not = why_not_split(work, learner, event.metric);
  const bool plain =
      options.method == TailMethod::trials || (options.method == TailMethod::cheaper && !why_not.empty());
  if (!plain && !why_not.empty()) throw std::invalid_argument("trials of this cell cannot be split: " + why_not);
  const double before = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  TailRun run(work, learner, event, options, progress);
  TailChance found = plain ? run.by_trials() : run.by_splitting();
  found.seconds = processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - before;
  return found;
}

}  // namespace regretta
