#include "regretta/engine/search/racing.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "regretta/engine/search/front_order.hpp"

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

bool has_two_aims(const std::vector<Placed>& all) {
  return std::ranges::any_of(all, [](const Placed& one) { return one.score.second.has_value(); });
}

std::vector<RaceScore> scores_of(const std::vector<Placed>& all) {
  std::vector<RaceScore> scores;
  for (const Placed& one : all) scores.push_back(one.score);
  return scores;
}

/// Best first; of equals, the earlier.
void put_in_order(std::vector<Placed>& all) {
  if (!has_two_aims(all)) {
    std::ranges::sort(all, before);
    return;
  }
  std::ranges::sort(all, {}, &Placed::candidate);
  std::vector<Placed> ordered;
  for (const std::size_t place : best_first(scores_of(all))) ordered.push_back(all[place]);
  all = std::move(ordered);
}

/// Adds `more` to `all`; both are in order.
void merge_into(std::vector<Placed>& all, const std::vector<Placed>& more) {
  const auto together = std::ssize(all);
  all.insert(all.end(), more.begin(), more.end());
  if (has_two_aims(more)) return put_in_order(all);
  std::inplace_merge(all.begin(), all.begin() + together, all.end(), before);
}

/// Whether one of `all`, which are in order, is among the first.
std::function<bool(const Placed&)> among_first(const std::vector<Placed>& all, std::size_t count) {
  if (!has_two_aims(all)) return [last = all[count - 1]](const Placed& one) { return !before(last, one); };
  std::unordered_set<std::size_t> best;
  for (std::size_t k = 0; k < count; ++k) best.insert(all[k].candidate);
  return [best = std::move(best)](const Placed& one) { return best.contains(one.candidate); };
}

}  // namespace

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
      put_in_order(placed);
      std::vector<Placed>& others = known[rung];
      merge_into(others, placed);
      const auto quarter = [keep](std::size_t n) {
        return (n + static_cast<std::size_t>(keep) - 1) / static_cast<std::size_t>(keep);
      };
      const auto is_among_best = among_first(others, quarter(others.size()));
      running.clear();
      for (std::size_t k = 0; k < quarter(placed.size()); ++k)
        if (is_among_best(placed[k]) && !std::isnan(placed[k].score.value)) running.push_back(placed[k].candidate);
    }
  }
  return all;
}

std::vector<std::size_t> front_of_race(const Race& race, std::int64_t count, const ScoreAfter& score) {
  std::int64_t most = 1;
  for (const std::int64_t trials : race.trials) most = std::max(most, trials);
  std::vector<Placed> placed;
  for (std::size_t candidate = 0; candidate < race.trials.size(); ++candidate)
    if (race.trials[candidate] == most)
      placed.push_back({candidate, score(candidate, most).value_or(RaceScore{NAN, 0})});
  const std::vector<RaceScore> scores = scores_of(placed);
  std::vector<std::size_t> front;
  for (const std::size_t place : spread_out(front_of(scores), scores, static_cast<std::size_t>(count)))
    front.push_back(placed[place].candidate);
  return front;
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
