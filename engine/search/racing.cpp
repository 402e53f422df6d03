#include "regretta/engine/search/racing.hpp"

#include <algorithm>
#include <cmath>

namespace regretta {
namespace {

/// A candidate and its score at a rung.
struct Placed {
  std::size_t candidate = 0;
  RaceScore score{};
};

/// Better first; of equals, the earlier.
bool before(const Placed& a, const Placed& b) {
  if (a.score.better_than(b.score)) return true;
  return !b.score.better_than(a.score) && a.candidate < b.candidate;
}

}  // namespace

bool RaceScore::better_than(const RaceScore& other) const {
  if (std::isnan(value) || std::isnan(other.value)) return !std::isnan(value);
  if (excess > 0 || other.excess > 0) return excess < other.excess;
  return value > other.value;
}

Race race(const std::vector<Racer>& racers, const std::vector<std::int64_t>& rungs, std::int64_t keep,
          const ScoreAfter& score) {
  Race all{.trials = std::vector<std::int64_t>(racers.size()), .is_over = true};
  std::vector<std::vector<Placed>> known(rungs.size());  // of earlier generations at each rung, in order
  for (std::size_t first = 0, end = 0; first < racers.size(); first = end) {
    std::vector<std::size_t> running;
    for (end = first; end < racers.size() && racers[end].generation == racers[first].generation; ++end)
      if (racers[end].plays) running.push_back(end);
    for (std::size_t rung = 0; rung < rungs.size() && !running.empty(); ++rung) {
      std::vector<Placed> placed;
      for (const std::size_t candidate : running) {
        all.trials[candidate] = rungs[rung];
        if (const auto known_score = score(candidate, rungs[rung])) placed.push_back({candidate, *known_score});
      }
      if (placed.size() < running.size()) {
        all.is_over = false;
        return all;
      }
      std::ranges::sort(placed, before);
      std::vector<Placed>& others = known[rung];
      const std::size_t together = others.size();
      others.insert(others.end(), placed.begin(), placed.end());
      std::inplace_merge(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(together), others.end(), before);
      const auto quarter = [keep](std::size_t n) {
        return (n + static_cast<std::size_t>(keep) - 1) / static_cast<std::size_t>(keep);
      };
      const Placed& last = others[quarter(others.size()) - 1];
      running.clear();
      for (std::size_t k = 0; k < quarter(placed.size()); ++k)
        if (!before(last, placed[k]) && !std::isnan(placed[k].score.value)) running.push_back(placed[k].candidate);
    }
  }
  return all;
}

std::vector<std::size_t> finalists_of(const Race& race, std::int64_t count, const ScoreAfter& score) {
  std::vector<std::size_t> all;
  for (std::size_t candidate = 0; candidate < race.trials.size(); ++candidate)
    if (race.trials[candidate] > 0 &&
        !std::isnan(score(candidate, race.trials[candidate]).value_or(RaceScore{NAN, 0}).value))
      all.push_back(candidate);
  std::ranges::sort(all, [&](std::size_t a, std::size_t b) {
    if (race.trials[a] != race.trials[b]) return race.trials[a] > race.trials[b];
    return before({a, *score(a, race.trials[a])}, {b, *score(b, race.trials[b])});
  });
  const auto are_same = [&](std::size_t a, std::size_t b) {
    return race.trials[a] == race.trials[b] && *score(a, race.trials[a]) == *score(b, race.trials[b]);
  };
  all.erase(std::unique(all.begin(), all.end(), are_same), all.end());
  if (std::ssize(all) > count) all.resize(static_cast<std::size_t>(count));
  return all;
}

}  // namespace regretta
