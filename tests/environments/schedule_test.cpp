#include "regretta/environments/corruption/schedules.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace regretta::tests {
namespace {

TEST(ScatteredOrder, IsABijection) {
  for (const std::int64_t n : {1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 65, 4097})
    for (const std::uint64_t seed : {1ULL, 2ULL, 0xffffffffffffffffULL}) {
      const ScatteredOrder order(n, seed);
      std::vector<bool> seen(static_cast<std::size_t>(n));
      for (std::int64_t k = 0; k < n; ++k) {
        const std::int64_t element = order.at(k);
        ASSERT_GE(element, 0);
        ASSERT_LT(element, n);
        ASSERT_FALSE(seen[static_cast<std::size_t>(element)]) << "n = " << n << ", twice " << element;
        seen[static_cast<std::size_t>(element)] = true;
        ASSERT_EQ(order.position_of(element), k);
      }
    }
}

TEST(ScatteredOrder, ReachesHorizonsFarBeyondMemory) {
  const ScatteredOrder order(1'000'000'000'000, 5);
  for (std::int64_t k = 0; k < 1000; ++k) ASSERT_EQ(order.position_of(order.at(k)), k);
}

// The first quarter of the order, counted in 16 intervals of time: counts are hypergeometric, standard deviation
// sqrt(10000/16 * 15/16 * 3/4) = 21; 5 of them are allowed. Neighbours in the order are not neighbours in time.
TEST(ScatteredOrder, SpreadsEvenly) {
  for (const std::uint64_t seed : {1ULL, 2ULL, 3ULL}) {
    const ScatteredOrder order(40'000, seed);
    std::vector<int> count(16);
    int adjacent = 0;
    for (std::int64_t k = 0; k < 10'000; ++k) {
      ++count[static_cast<std::size_t>(order.at(k) / 2500)];
      adjacent += std::abs(order.at(k + 1) - order.at(k)) == 1 ? 1 : 0;
    }
    for (const int c : count) EXPECT_NEAR(c, 625, 105);
    EXPECT_LT(adjacent, 10);  // 0.5 expected
  }
  EXPECT_NE(ScatteredOrder(40'000, 1).at(0), ScatteredOrder(40'000, 2).at(0));
}

TEST(Schedule, VisitsExactlyItsRounds) {
  for (const std::int64_t T : {1, 2, 3, 10, 101}) {
    std::vector<ScheduleChoice> choices{{Front{}, T, 9}, {Late{}, T, 9}, {Periodic{}, T, 9}, {RandomOrder{}, T, 9}};
    for (const std::int64_t start : {std::int64_t{1}, 1 + T / 3, T})
      choices.push_back({Burst{.burst_start = start}, T, 9});
    for (const ScheduleChoice& choice : choices)
      for (std::int64_t n = 0; n <= choice.most_rounds(); n += 1 + n / 7) {
        const VisitedRounds schedule = choice.rounds(n);
        std::set<std::int64_t> rounds;
        for (std::int64_t position = 0; position < n; ++position) {
          const std::int64_t t = schedule.round_at(position);
          ASSERT_GE(t, 1);
          ASSERT_LE(t, T);
          ASSERT_EQ(schedule.position_of(t), position);
          rounds.insert(t);
          if (!std::holds_alternative<RandomOrder>(choice.schedule) && position > 0) {
            ASSERT_GT(t, schedule.round_at(position - 1));
          }
        }
        ASSERT_EQ(static_cast<std::int64_t>(rounds.size()), n);
        for (std::int64_t t = 1; t <= T; ++t) {
          ASSERT_EQ(schedule.position_of(t) >= 0, rounds.contains(t)) << "T " << T << " n " << n << " t " << t;
          ASSERT_GE(schedule.same_until(t), t);
          for (std::int64_t u = t; u <= std::min(schedule.same_until(t), T); ++u)
            ASSERT_EQ(schedule.position_of(u) >= 0, rounds.contains(t));
        }
      }
  }
}

TEST(Schedule, BurstsWithinTheHorizon) {
  const ScheduleChoice early{Burst{.burst_start = 31}, 100, 1}, late{Burst{.burst_start = 96}, 100, 1};
  EXPECT_EQ(early.most_rounds(), 50);
  EXPECT_EQ(late.most_rounds(), 5);
  const VisitedRounds burst = early.rounds(10);
  for (std::int64_t t = 1; t <= 100; ++t) EXPECT_EQ(burst.position_of(t), t >= 31 && t <= 40 ? t - 31 : -1) << t;
  EXPECT_EQ(burst.same_until(1), 30);
  EXPECT_EQ(burst.same_until(31), 40);
  EXPECT_EQ(burst.same_until(41), forever);
  constexpr std::int64_t T = 1'000'000'000'000;
  const VisitedRounds far = ScheduleChoice{Burst{.burst_start = T - 9}, T, 1}.rounds(10);
  EXPECT_EQ(far.round_at(9), T);
  EXPECT_EQ(far.position_of(T), 9);
  EXPECT_EQ(far.same_until(1), T - 10);
}

TEST(Schedule, IsAsAdvertised) {
  const auto of = [](const Schedule& schedule, std::int64_t n, std::int64_t T = 100, std::uint64_t seed = 1) {
    return ScheduleChoice{schedule, T, seed}.rounds(n);
  };
  const VisitedRounds front = of(Front{}, 10), late = of(Late{}, 10), periodic = of(Periodic{}, 10);
  for (std::int64_t position = 0; position < 10; ++position) {
    EXPECT_EQ(front.round_at(position), 1 + position);
    EXPECT_EQ(late.round_at(position), 91 + position);
    EXPECT_EQ(periodic.round_at(position), 6 + 10 * position);
  }
  const VisitedRounds uneven = of(Periodic{}, 300, 1001);  // gaps are 3 or 4, never anything else
  for (std::int64_t position = 1; position < 300; ++position) {
    const std::int64_t gap = uneven.round_at(position) - uneven.round_at(position - 1);
    EXPECT_TRUE(gap == 3 || gap == 4) << gap;
  }
  // A larger random schedule contains all rounds of a smaller one: budgets nest.
  const VisitedRounds few = of(RandomOrder{}, 10, 100, 4), many = of(RandomOrder{}, 30, 100, 4);
  for (std::int64_t position = 0; position < 10; ++position) EXPECT_EQ(few.round_at(position), many.round_at(position));
}

}  // namespace
}  // namespace regretta::tests
