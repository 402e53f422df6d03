#include "regretta/engine/evidence/splitting/plain_trials.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <span>
#include <vector>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/statistics/binomial.hpp"

namespace regretta {
namespace {

constexpr std::int64_t trials_at_a_time = 64;
constexpr std::int64_t least_batch = 1024, most_batch = std::int64_t{1} << 22;

enum class Ending : char { without, event, failed };

Ending ending_of(const TrialResult& trial, const RareEvent& event) {
  if (trial.failure) return Ending::failed;
  return trial[event.metric] > event.above ? Ending::event : Ending::without;
}

/// Trials first, first + 1, ..., even if their plugin throws.
void play(const CellWork& work, const BoundLearner& learner, const RareEvent& event, std::int64_t first,
          std::span<Ending> endings, const RunControl& control) {
  try {
    const auto trials = learner.run(work, first, static_cast<int>(endings.size()), control);
    std::ranges::transform(trials, endings.begin(), [&](const TrialResult& trial) { return ending_of(trial, event); });
  } catch (const Interrupted&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    if (endings.size() == 1) {
      endings[0] = Ending::failed;
      return;
    }
    for (std::size_t k = 0; k < endings.size(); ++k)
      play(work, learner, event, first + static_cast<std::int64_t>(k), endings.subspan(k, 1), control);
  }
}

/// How many trials to play next: half of those that will be needed, so that few are played in vain.
std::int64_t next_batch(const PlainTrials& so_far, std::int64_t events) {
  const double each =
      static_cast<double>(so_far.trials) / static_cast<double>(std::max<std::int64_t>(so_far.events, 1));
  const double needed = each * static_cast<double>(events - so_far.events);
  return std::clamp(static_cast<std::int64_t>(needed / 2), least_batch, most_batch);
}

}  // namespace

double PlainTrials::estimate() const {
  if (events < 2) return trials > 0 ? static_cast<double>(events) / static_cast<double>(trials) : 0;
  return static_cast<double>(events - 1) / static_cast<double>(trials - 1);
}

double PlainTrials::se() const {
  return std::sqrt(estimate() * (1 - estimate()) / static_cast<double>(std::max<std::int64_t>(trials - 2, 1)));
}

Interval PlainTrials::interval(double level) const {
  if (events == 0) return clopper_pearson(0, trials, level);
  return {clopper_pearson(events, trials, level).low, clopper_pearson(events - 1, trials - 1, level).high};
}

PlainTrials play_until(std::int64_t events, std::int64_t most_trials, const CellWork& work, const BoundLearner& learner,
                       const RareEvent& event, RunProgress& progress) {
  const RunControl control{.stop = &progress.stop, .rounds = &progress.rounds.of(0)};
  const auto before = static_cast<double>(progress.rounds.total());
  const auto horizon = static_cast<double>(work.problem.horizon);
  progress.trials_planned = events;
  PlainTrials all;
  std::vector<Ending> endings;
  while (all.events < events && all.trials < most_trials) {
    const std::int64_t first = all.trials;
    endings.resize(static_cast<std::size_t>(std::min(next_batch(all, events), most_trials - first)));
    const std::size_t chunks = (endings.size() + trials_at_a_time - 1) / trials_at_a_time;
    tbb::parallel_for(std::size_t{0}, chunks, [&](std::size_t chunk) {
      const std::size_t begin = chunk * trials_at_a_time;
      const std::size_t count = std::min<std::size_t>(trials_at_a_time, endings.size() - begin);
      play(work, learner, event, first + static_cast<std::int64_t>(begin), std::span(endings).subspan(begin, count),
           control);
    });
    for (const Ending ending : endings) {
      all.failed += ending == Ending::failed ? 1 : 0;
      if (all.events == events) continue;
      ++all.trials;
      all.events += ending == Ending::event ? 1 : 0;
    }
    progress.trials_saved = all.events;
    if (all.events > 0)
      progress.rounds_planned = before + horizon * static_cast<double>(all.trials) * static_cast<double>(events) /
                                             static_cast<double>(all.events);
  }
  return all;
}

}  // namespace regretta
