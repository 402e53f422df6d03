#include <cmath>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/environments/corruption/budgeted_corruption.hpp"
#include "regretta/environments/corruption/schedules.hpp"
#include "regretta/environments/processes/stationary.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

const std::vector<double> loss{0.25, 0.5, 0.75, 0.9};
// Two constraints. Arms 2 and 4 are feasible; the optimum mixes arms 1 and 2.
const std::vector<std::vector<double>> violation{{0.5, -0.3, 0.1, -0.6}, {-0.2, -0.1, 0.7, -0.9}};

Settings stationary(const Settings& corruption) {
  Settings settings{{"loss", loss}, {"violation", violation}};
  for (const auto& [name, value] : corruption) settings["corruption." + name] = value;
  return settings;
}

/// C by brute force: max_i sum_t sum_a |corrupted - base|.
double injected(const MeanRows& corrupted, const MeanRows& base, std::int64_t T, std::size_t K, std::size_t m) {
  std::vector<long double> sum(m);
  for (std::int64_t t = 1; t <= T; ++t) {
    const auto corrupted_means = means_at(corrupted, t, K * m), base_means = means_at(base, t, K * m);
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t a = 0; a < K; ++a) sum[i] += std::abs(corrupted_means[i * K + a] - base_means[i * K + a]);
  }
  return static_cast<double>(*std::max_element(sum.begin(), sum.end()));
}

TEST(BudgetedCorruption, SpendsTheBudgetExactlyAndIsMeasuredAsC) {
  constexpr std::int64_t T = 1000;
  const Adversary base = build("stationary", stationary({}), T);
  for (const auto& [schedule, help_text] : words_of(Schedule{}))
    for (const auto& [direction, help] : words_of(Direction{}))
      for (const double budget : {0.001, 0.5, 1.0, 17.3, 100.0, 250.0}) {
        Settings corruption{{"budget", budget}, {"schedule", schedule}, {"direction", direction}};
        if (direction == "target") corruption["arm"] = 3L, corruption["constraint"] = 2L, corruption["value"] = -0.25;
        if (schedule == "burst") corruption["burst_start_fraction"] = 0.37;
        SCOPED_TRACE(fmt::format("{} {} {}", schedule, direction, budget));
        const Adversary adversary = build("stationary", stationary(corruption), T);
        check_process(adversary.violations, T, 8, -1, 1);
        EXPECT_NEAR(injected(adversary.violations, base.violations, T, 4, 2), budget, 1e-9);
        EXPECT_NEAR(compute_facts(adversary, {T}).corruption, budget, 1e-9);
        EXPECT_TRUE(adversary.oblivious());
      }
}

TEST(BudgetedCorruption, RejectsParametersOfOtherSchedulesAndDirections) {
  const auto expect_refused = [](const ParameterInfo& parameter, const std::string& chooser, std::string_view word) {
    if (!parameter.when.starts_with(chooser + " ") || parameter.when == fmt::format("{} {}", chooser, word)) return;
    Settings corruption{{"budget", 1.0}, {chooser, word}, {parameter.name, 1L}};
    if (word == "target") corruption["arm"] = 1L;
    if (word == "burst") corruption["burst_start"] = 1L;
    expect_input_error([&] { build("stationary", stationary(corruption), 100); }, "corruption." + parameter.name,
                       {fmt::format("not to \"{}\"", word)});
  };
  for (const ParameterInfo& parameter : describe_parameters<BudgetedCorruption>()) {
    for (const auto& [direction, help] : words_of(Direction{})) expect_refused(parameter, "direction", direction);
    for (const auto& [schedule, help_text] : words_of(Schedule{})) expect_refused(parameter, "schedule", schedule);
  }
}

TEST(BudgetedCorruption, EveryDirectionMovesTheMeansAsDefined) {
  const std::map<std::string_view, std::vector<double>> corrupted{
      {"slander", {1, 1, 0.1, -0.6, 1, 1, 0.7, -0.9}},
      {"flatter", {-1, -0.3, -1, -0.6, -0.2, -0.1, -1, -0.9}},
      {"swap", {-0.3, 0.5, -0.6, 0.1, -0.1, -0.2, -0.9, 0.7}},
      {"target", {0.5, -0.3, 0.1, 1, -0.2, -0.1, 0.7, 1}},
  };
  for (const auto& [direction, help] : words_of(Direction{})) {
    ASSERT_TRUE(corrupted.contains(direction)) << "add the violations under " << direction << " to this test";
    Settings corruption{{"budget", 30.0}, {"direction", direction}};
    if (direction == "target") corruption["arm"] = 4L;
    const Adversary adversary = build("stationary", stationary(corruption), 100);
    EXPECT_EQ(means_at(adversary.violations, 1, 8), corrupted.at(direction)) << direction;
  }
}

TEST(BudgetedCorruption, CorruptsTheLastRoundInPart) {
  // A round of slander costs (1 - 0.5) + (1 + 0.3) = 1.8 on constraint 1 and 1.2 + 1.1 = 2.3 on constraint 2, so C
  // is 2.3.
  const Adversary adversary = build("stationary", stationary({{"budget", 2.3 * 4 + 1.15}}), 100);
  const std::vector<double> clean{0.5, -0.3, 0.1, -0.6, -0.2, -0.1, 0.7, -0.9};
  const std::vector<double> full{1, 1, 0.1, -0.6, 1, 1, 0.7, -0.9};
  for (std::int64_t t = 1; t <= 4; ++t) EXPECT_EQ(means_at(adversary.violations, t, 8), full) << t;
  const auto partial = means_at(adversary.violations, 5, 8);
  for (std::size_t e = 0; e < 8; ++e) EXPECT_NEAR(partial[e], (clean[e] + full[e]) / 2, 1e-12);
  for (std::int64_t t = 6; t <= 100; ++t) EXPECT_EQ(means_at(adversary.violations, t, 8), clean) << t;
}

// Arms 2 and 4 are safe, arms 1 and 3 unsafe, both by increasing loss. So arm 2 is paired with arm 1 and arm 4 with
// arm 3, at a cost of 2 (0.8 + 0.7) = 3 per round on constraint 1 and 2 (0.1 + 1.6) = 3.4 on constraint 2.
TEST(BudgetedCorruption, SwapsSafeAndUnsafeArms) {
  const std::vector<double> clean{0.5, -0.3, 0.1, -0.6, -0.2, -0.1, 0.7, -0.9};
  const std::vector<double> swapped{-0.3, 0.5, -0.6, 0.1, -0.1, -0.2, -0.9, 0.7};
  const Settings swap{{"budget", 3.4 * 7 + 0.85}, {"direction", text("swap")}};
  const Adversary adversary = build("stationary", stationary(swap), 100);
  for (std::int64_t t = 1; t <= 7; ++t) EXPECT_EQ(means_at(adversary.violations, t, 8), swapped) << t;
  const auto partial = means_at(adversary.violations, 8, 8);
  for (std::size_t e = 0; e < 8; ++e) EXPECT_NEAR(partial[e], clean[e] + (swapped[e] - clean[e]) / 4, 1e-12);
  EXPECT_EQ(means_at(adversary.violations, 9, 8), clean);
  const CellFacts facts = compute_facts(adversary, {100});
  EXPECT_NEAR(facts.corruption, 3.4 * 7 + 0.85, 1e-9);
  EXPECT_NEAR(facts.corruption_per_constraint[0], 3 * 7 + 0.75, 1e-9);

  Settings changed = swap;
  changed["pairs"] = 1L;
  changed["budget"] = 1.6;  // one round of 2 * 0.8
  EXPECT_EQ(means_at(build("stationary", stationary(changed), 100).violations, 1, 8),
            (std::vector<double>{-0.3, 0.5, 0.1, -0.6, -0.1, -0.2, 0.7, -0.9}));
  changed["pairs"] = 3L;
  expect_input_error([&] { build("stationary", stationary(changed), 100); }, "corruption.pairs",
                     {"3 pairs", "at most 2"});
  changed = {{"budget", 1.0}, {"pairs", 1L}};
  expect_input_error([&] { build("stationary", stationary(changed), 100); }, "corruption.pairs",
                     {"\"swap\"", "\"slander\""});
  for (const double g : {0.5, -0.5})
    expect_input_error(
        [&] {
          build("stationary",
                {{"loss", std::vector<double>{0, 1}},
                 {"violation", std::vector<double>{g, g}},
                 {"corruption.budget", 1.0},
                 {"corruption.direction", text("swap")}},
                100);
        },
        "corruption.direction", {"swap", g > 0 ? "no arm" : "every arm"});
}

TEST(BudgetedCorruption, SwapsTheArmsOfEveryRoundOnAMovingBase) {
  const std::vector<std::vector<double>> rows{{-0.5, 0.5}, {-0.25, 0.75}, {0.1, 0.1}};
  const MeanRows base = AlternatingRows(rows, 2);
  const std::vector<Target> targets{{0, 0, 0, 1}};
  // Four rounds that cost 2 each, two rounds that cost nothing, then half of a round that costs 2.
  const CorruptedRows corrupted(base, targets, 2, spend_budget(base, targets, 2, 1, {Front{}, 40}, 9));
  check_process(corrupted, 40, 2, -1, 1);
  for (std::int64_t t = 1; t <= 40; ++t) {
    const auto base_means = means_at(base, t, 2);
    const std::vector<double> middle{0, 0}, exchanged{base_means[1], base_means[0]};
    EXPECT_EQ(means_at(corrupted, t, 2), t <= 6 ? exchanged : t == 7 ? middle : base_means) << t;
  }
}

// The average of 0.1, 0.2 and -0.3 is zero up to rounding: such an arm is feasible and is not corrupted.
TEST(BudgetedCorruption, RoundingIsNotAViolation) {
  const MeanRows rows = AlternatingRows({{0.1, -0.5}, {0.2, -0.5}, {-0.3, -0.5}}, 1);
  const auto average = average_violations({2, 1, 300, {}, rows, {}, {}});
  EXPECT_NEAR(average[0], 0, 1e-15);
  for (const double rounding : {-1e-16, 1e-16}) {
    const Adversary rounded{2, 1, 300, StationaryRows({0, 1}), StationaryRows({rounding, -0.5}), {}, {}};
    expect_input_error([&] { Flatter().targets(rounded); }, "direction", {"every arm"});
    expect_input_error([&] { Swap().targets(rounded); }, "direction", {"every arm"});
  }
}

TEST(BudgetedCorruption, BurstsInOneWindow) {
  const std::vector<double> clean{0.5, -0.3, 0.1, -0.6, -0.2, -0.1, 0.7, -0.9};
  const std::vector<double> full{1, 1, 0.1, -0.6, 1, 1, 0.7, -0.9};  // costs 2.3 per round
  const auto expect_window = [&](const Settings& extra, std::int64_t first, std::int64_t last) {
    Settings corruption{{"budget", 2.3 * 10}, {"schedule", text("burst")}};
    for (const auto& [name, value] : extra) corruption[name] = value;
    const Adversary adversary = build("stationary", stationary(corruption), 100);
    for (std::int64_t t = 1; t <= 100; ++t)
      EXPECT_EQ(means_at(adversary.violations, t, 8), t >= first && t <= last ? full : clean) << t;
    EXPECT_NEAR(compute_facts(adversary, {100}).corruption, 23, 1e-9);
  };
  expect_window({{"burst_start", 1L}}, 1, 10);
  expect_window({{"burst_start", 29L}}, 29, 38);
  expect_window({{"burst_start", 91L}}, 91, 100);
  expect_window({{"burst_start_fraction", 0.29}}, 30, 39);  // 0.29 * 100 is less than 29 in floating point
  expect_window({{"burst_start_fraction", 0}}, 1, 10);

  const auto refused = [](const Settings& extra, const std::string& key, const std::vector<std::string>& words) {
    Settings corruption{{"budget", 23.0}, {"schedule", text("burst")}};
    for (const auto& [name, value] : extra) corruption[name] = value;
    expect_input_error([&] { build("stationary", stationary(corruption), 100); }, "corruption." + key, words);
  };
  refused({}, "burst_start", {"missing, expected", "burst_start_fraction"});
  refused({{"burst_start", 92L}}, "budget", {"past the end", "round 92", "9 of the 100", "20.7"});
  refused({{"burst_start", 2L}, {"budget", 116.0}}, "budget", {"half of the 100", "114.99999999999999"});
  refused({{"burst_start", 101L}}, "burst_start", {"101", "1 to 100"});
  refused({{"burst_start", 5L}, {"burst_start_fraction", 0.5}}, "burst_start_fraction", {"one of the two"});
  refused({{"burst_start", 5L}, {"schedule", text("late")}}, "burst_start", {"\"burst\"", "\"late\""});
}

TEST(BudgetedCorruption, RejectsMoreThanHalfOfTheRoundsAndNamesTheLargestBudget) {
  for (const char* schedule : {"front", "late", "periodic", "random"}) {
    const Settings possible{{"budget", 1150.0}, {"schedule", text(schedule)}};  // 500 rounds that cost 2.3 each
    const Adversary adversary = build("stationary", stationary(possible), 1000);
    EXPECT_NEAR(compute_facts(adversary, {1000}).corruption, 1150, 1e-9);
    Settings too_large = possible;
    too_large["budget"] = 1150.01;
    expect_input_error([&] { build("stationary", stationary(too_large), 1000); }, "corruption.budget",
                       {"1150.01", "more than half of the 1000 rounds", "largest possible budget here is 1150"});
  }
  expect_input_error(
      [&] {
        build("stationary", stationary({{"budget_fraction", 1.2}}), 1000);
      },
      "corruption.budget_fraction", {"1200", "1150"});
  const Settings inert{{"budget", 1.0}, {"direction", text("target")}, {"arm", 1L}, {"constraint", 1L}, {"value", 0.5}};
  expect_input_error([&] { build("stationary", stationary(inert), 1000); }, "corruption.budget", {"cannot be spent"});
}

TEST(BudgetedCorruption, GrowsAsTheRootOfTheHorizon) {
  for (const std::int64_t horizon : {900, 3600}) {
    const Adversary adversary = build("stationary", stationary({{"budget_sqrt", 2.0}}), horizon);
    EXPECT_NEAR(compute_facts(adversary, {horizon}).corruption, horizon == 900 ? 60 : 120, 1e-9);
  }
  expect_input_error(
      [&] {
        build("stationary", stationary({{"budget_sqrt", 40.0}}), 1000);
      },
      "corruption.budget_sqrt", {"1264.9", "1150"});
}

TEST(BudgetedCorruption, SpendsExactlyOnMovingBases) {
  // Rows cost 0.5 to 2 on constraint 1 and 0 to 1.5 on constraint 2: neither constraint is always more expensive.
  const std::vector<std::vector<double>> rows{
      {0.5, 0, 0, 1}, {-1, 0, 0, -0.5}, {0, 0.1, -0.1, 0.2}, {0.25, 0, 0, 0}, {0.3, 0, 0, 0.9}};
  const std::vector<Target> targets{{0, 0, 1.0}, {1, 1, 1.0}};
  constexpr std::int64_t T = 400;
  for (const std::int64_t block : {1, 3, 50})
    for (const Schedule& schedule :
         std::vector<Schedule>{Front{}, Late{}, Burst{.burst_start = T / 5}, Periodic{}, RandomOrder{}})
      for (const double budget : {0.01, 1.0, 3.7, 20.0, 55.5, 100.0}) {
        const MeanRows base = AlternatingRows(rows, block);
        Spending spending = spend_budget(base, targets, 2, 2, {schedule, T, 3}, budget);
        EXPECT_LE(spending.full_rounds + 1, T / 2 + 1);
        const CorruptedRows corrupted(base, targets, 2, spending);
        check_process(corrupted, T, 4, -1, 1);
        EXPECT_NEAR(injected(corrupted, base, T, 2, 2), budget, 1e-9);
      }
}

TEST(ScatteredOrder, IsABijection) {
  for (const std::int64_t n : {1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 65, 4097})
    for (const std::uint64_t seed : {1ULL, 2ULL, 0xffffffffffffffffULL}) {
      const ScatteredOrder order(n, seed);
      std::vector<bool> seen(static_cast<std::size_t>(n));
      for (std::int64_t k = 0; k < n; ++k) {
        const std::int64_t element = order.element_at(k);
        ASSERT_GE(element, 0);
        ASSERT_LT(element, n);
        ASSERT_FALSE(seen[static_cast<std::size_t>(element)]) << "n = " << n << ": repeats " << element;
        seen[static_cast<std::size_t>(element)] = true;
        ASSERT_EQ(order.position_of(element), k);
      }
    }
}

TEST(ScatteredOrder, ReachesHorizonsFarBeyondMemory) {
  const ScatteredOrder order(1'000'000'000'000, 5);
  for (std::int64_t k = 0; k < 1000; ++k) ASSERT_EQ(order.position_of(order.element_at(k)), k);
}

// Counts of the first quarter of the order in 16 intervals of time are hypergeometric: 5 standard deviations are
// 5 sqrt(10000/16 * 15/16 * 3/4) = 105. Neighbours in the order are not neighbours in time.
TEST(ScatteredOrder, SpreadsEvenly) {
  for (const std::uint64_t seed : {1ULL, 2ULL, 3ULL}) {
    const ScatteredOrder order(40'000, seed);
    std::vector<int> count(16);
    int adjacent = 0;
    for (std::int64_t k = 0; k < 10'000; ++k) {
      ++count[static_cast<std::size_t>(order.element_at(k) / 2500)];
      adjacent += std::abs(order.element_at(k + 1) - order.element_at(k)) == 1 ? 1 : 0;
    }
    for (const int count_of_interval : count) EXPECT_NEAR(count_of_interval, 625, 105);
    EXPECT_LT(adjacent, 10);  // the expectation is 0.5
  }
  EXPECT_NE(ScatteredOrder(40'000, 1).element_at(0), ScatteredOrder(40'000, 2).element_at(0));
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

TEST(Schedule, PlacesItsRoundsAsDocumented) {
  const auto rounds_of = [](const Schedule& schedule, std::int64_t n, std::int64_t T = 100, std::uint64_t seed = 1) {
    return ScheduleChoice{schedule, T, seed}.rounds(n);
  };
  const VisitedRounds front = rounds_of(Front{}, 10), late = rounds_of(Late{}, 10),
                      periodic = rounds_of(Periodic{}, 10);
  for (std::int64_t position = 0; position < 10; ++position) {
    EXPECT_EQ(front.round_at(position), 1 + position);
    EXPECT_EQ(late.round_at(position), 91 + position);
    EXPECT_EQ(periodic.round_at(position), 6 + 10 * position);
  }
  const VisitedRounds uneven = rounds_of(Periodic{}, 300, 1001);  // all gaps must be 3 or 4
  for (std::int64_t position = 1; position < 300; ++position) {
    const std::int64_t gap = uneven.round_at(position) - uneven.round_at(position - 1);
    EXPECT_TRUE(gap == 3 || gap == 4) << gap;
  }
  // A larger random schedule contains all rounds of a smaller one.
  const VisitedRounds few = rounds_of(RandomOrder{}, 10, 100, 4), many = rounds_of(RandomOrder{}, 30, 100, 4);
  for (std::int64_t position = 0; position < 10; ++position) EXPECT_EQ(few.round_at(position), many.round_at(position));
}

}  // namespace

}  // namespace regretta::tests
