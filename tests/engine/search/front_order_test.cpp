// The order of candidates with two aims, against the definition of non-domination.

#include "regretta/engine/search/front_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/real/randomness.hpp"
#include "regretta/engine/search/racing.hpp"

namespace regretta {
namespace {

using Places = std::vector<std::size_t>;
using Scores = std::vector<RaceScore>;

RaceScore both(double value, double second, double excess = 0) { return {value, excess, second}; }

bool dominates(const RaceScore& a, const RaceScore& b) {
  return a.value >= b.value && *a.second >= *b.second && (a.value > b.value || *a.second > *b.second);
}

/// The rank of each, by peeling front after front.
Places ranks_of(const Scores& scores) {
  Places ranks(scores.size(), scores.size());
  for (std::size_t rank = 0, left = scores.size(); left > 0; ++rank) {
    Places front;
    for (std::size_t a = 0; a < scores.size(); ++a) {
      if (ranks[a] < rank) continue;
      bool is_free = true;
      for (std::size_t b = 0; b < scores.size(); ++b)
        is_free = is_free && (ranks[b] < rank || !dominates(scores[b], scores[a]));
      if (is_free) front.push_back(a);
    }
    for (const std::size_t a : front) ranks[a] = rank;
    left -= front.size();
  }
  return ranks;
}

TEST(FrontOrder, IsThatOfTheDefinition) {
  const Draws<double> draws(3, 1);
  for (int repetition = 0; repetition < 40; ++repetition) {
    const Randomness<double> random(draws, repetition + 1, Stream::process);
    Scores scores;
    for (std::int64_t k = 0; k < 50; ++k)  // with ties and equal ones
      scores.push_back(both(std::floor(12 * random.uniform({.purpose = 0, .index = k})),
                            std::floor(12 * random.uniform({.purpose = 1, .index = k}))));
    const Places ranks = ranks_of(scores), order = best_first(scores);
    ASSERT_EQ(order.size(), scores.size());
    for (std::size_t k = 1; k < order.size(); ++k) EXPECT_LE(ranks[order[k - 1]], ranks[order[k]]);
    Places sorted = order;
    std::ranges::sort(sorted);
    EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end());

    const Places front = front_of(scores);
    for (std::size_t k = 0; k < front.size(); ++k) {
      EXPECT_EQ(ranks[front[k]], 0U);
      if (k > 0) {
        EXPECT_GT(scores[front[k - 1]].value, scores[front[k]].value);
      }
    }
    for (std::size_t k = 0; k < scores.size(); ++k) {
      if (ranks[k] > 0) continue;
      EXPECT_TRUE(std::ranges::any_of(front, [&](std::size_t one) {
        return scores[one].value == scores[k].value && scores[one].second == scores[k].second;
      }));
    }
  }
}

TEST(FrontOrder, BeginsWithTheEndsAndWithWhatHasRoom) {
  const Scores scores{both(4, 0), both(3.9, 0.1), both(3.8, 0.2), both(2, 2), both(0, 4), both(1, 1)};
  EXPECT_EQ(best_first(scores), (Places{0, 4, 3, 2, 1, 5}));
  EXPECT_EQ(spread_out(front_of(scores), scores, 3), (Places{0, 3, 4}));
}

TEST(FrontOrder, PutsConstraintsBeforeAimsAndWhatHasNoValueLast) {
  const Scores scores{both(9, 9, 2), {NAN, 0, {}}, both(1, 1), both(9, 9, 1), both(0, 2)};
  EXPECT_EQ(best_first(scores), (Places{2, 4, 3, 0, 1}));
  EXPECT_EQ(front_of(scores), (Places{2, 4}));
  EXPECT_EQ(front_of({scores[0], scores[1], scores[3]}), Places{2});
  EXPECT_EQ(front_of({scores[1]}), Places{});
}

TEST(FrontOrder, OfOneAimIsByItsValue) {
  EXPECT_EQ(best_first({{1, 0}, {3, 0}, {2, 0}, {3, 0}, {7, 1}}), (Places{1, 3, 2, 0, 4}));
}

TEST(FrontOrder, DecidesTheRaceOfTwoAims) {
  // The second generation is dominated by the first, but for its last one.
  const Scores scores{both(8, 0), both(0, 8), both(1, 1), both(2, 1), both(7, 0), both(0, 7), both(0, 0), both(5, 5)};
  const auto score = [&](std::size_t candidate, std::int64_t) { return scores[candidate]; };
  std::vector<Racer> racers;
  for (const std::int64_t generation : {0, 0, 0, 0, 1, 1, 1, 1}) racers.push_back({generation, true});
  const Race all = race(racers, {8, 32}, 4, score);
  EXPECT_EQ(all.trials, (std::vector<std::int64_t>{32, 8, 8, 8, 8, 8, 8, 8}))
      << "of its generation the ends have more room than what lies between them";
  EXPECT_EQ(front_of_race(all, 4, score), Places{0});
  const Race one_rung = race(racers, {8}, 4, score);
  EXPECT_EQ(front_of_race(one_rung, 4, score), (Places{0, 7, 1}));
  EXPECT_EQ(front_of_race(one_rung, 2, score), (Places{0, 1}));
}

}  // namespace
}  // namespace regretta
