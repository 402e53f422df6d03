// Importance splitting, where the law is known: the estimate is unbiased, its interval covers, its bits depend on
// nothing but the seed. REGRETTA_REPETITIONS=2000 is the long form, which prints what it measures:
//   REGRETTA_REPETITIONS=2000 build/release/tests/test_engine --gtest_filter='Splitting.*'

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cmath>

#include "regretta/engine/evidence/splitting/plain_trials.hpp"
#include "regretta/engine/evidence/splitting/tail_chance.hpp"
#include "regretta/engine/evidence/statistics/binomial.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "simulated_studies.hpp"
#include "walker.hpp"

namespace regretta {
namespace {

constexpr int walk_length = 100;

const BoundLearner& walker(bool jumps = false) {
  static const BoundLearner walks = bind_learner<Walker>({.jumps = false}),
                            leaps = bind_learner<Walker>({.jumps = true});
  return jumps ? leaps : walks;
}

struct Case {
  RareEvent event;
  double chance;
};

/// Violations of 1 a round; losses of 0 and 1, whose sum has a binomial law, and which fall as well as rise.
std::vector<Case> cases() {
  const double opt = walker_up * walk_length;
  return {{{Quantity::violation, 65}, walker_chance(walk_length, 65)},
          {{Quantity::violation, 30}, walker_chance(walk_length, 30)},
          {{Quantity::regret, 47.5 - opt}, binomial_tail(48, walk_length, walker_up)}};
}

TailChance chance_of(const Case& c, std::uint64_t seed, TailOptions options = {}) {
  RunProgress progress(1);
  return tail_chance(walker_cell(walk_length, seed), walker(), c.event, options, progress);
}

// Claim: the mean of many estimates is the probability, to four standard errors; intervals at 95% cover, to
// within 1.5%.
TEST(Splitting, IsUnbiasedAndItsIntervalCovers) {
  const int studies = repetitions(24);
  for (const Case& c : cases()) {
    std::vector<double> estimates;
    Misses misses;
    double said = 0, rounds = 0;
    for (int study = 0; study < studies; ++study) {
      const TailChance tail = chance_of(c, static_cast<std::uint64_t>(study) + 1, {.method = TailMethod::splitting});
      estimates.push_back(tail.estimate);
      misses.add(c.chance, tail.interval, studies);
      said += tail.worth * walk_length / static_cast<double>(tail.rounds + tail.pilot_rounds) / studies;
      rounds += static_cast<double>(tail.rounds + tail.pilot_rounds) / studies;
    }
    const Statistic mean = summarise(estimates);
    EXPECT_NEAR(mean.mean, c.chance, 4 * mean.se) << quantity_name(c.event.metric);
    EXPECT_LE(misses.both(), 0.065 + simulation_error(0.05, studies)) << quantity_name(c.event.metric);
    const double worth = c.chance * (1 - c.chance) / (mean.se * mean.se * studies) * walk_length / rounds;
    EXPECT_LE(said, worth * (1 + 4 * std::sqrt(2.0 / studies))) << quantity_name(c.event.metric);
    if (whole)
      fmt::print(
          "P({} > {:g}) = {:.4g}: mean of {} estimates / P = {:.4f} +- {:.4f}, spread {:.3f}; the interval misses "
          "{}%; worth {:.3g} times its rounds, said to be {:.3g}\n",
          quantity_name(c.event.metric), c.event.above, c.chance, studies, mean.mean / c.chance, 2 * mean.se / c.chance,
          mean.se * std::sqrt(studies) / c.chance, misses.percent(), worth, said);
  }
}

TEST(Splitting, HasTheSameBitsForAnyNumberOfThreads) {
  const Case rare = cases().front();
  std::vector<TailChance> tails;
  for (const int threads : {1, 4}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute([&] { tails.push_back(chance_of(rare, 7)); });
  }
  EXPECT_TRUE(tails[0].is_split);
  EXPECT_EQ(tails[0].estimate, tails[1].estimate);
  EXPECT_EQ(tails[0].se, tails[1].se);
  EXPECT_EQ(tails[0].path.levels, tails[1].path.levels);
  EXPECT_EQ(tails[0].rounds, tails[1].rounds);
  EXPECT_NE(tails[0].estimate, chance_of(rare, 8).estimate);
}

TEST(Splitting, TakesFarFewerRoundsThanPlainTrials) {
  const TailChance tail = chance_of(cases().front(), 3);
  const double all = static_cast<double>(tail.rounds + tail.pilot_rounds);
  EXPECT_TRUE(tail.is_split);
  EXPECT_LT(tail.relative_error(), 0.35);
  EXPECT_GT(tail.worth * walk_length / all, 10);
}

// A branch takes up where the trial was, to the bit; with other draws it goes elsewhere.
TEST(Splitting, ABranchGoesOnFromTheStateItIsGiven) {
  const CellWork work = walker_cell(walk_length, 5);
  const BranchTask whole_trial{.trial = 3};
  const Branch alone = walker().branch(work, whole_trial, {});
  EXPECT_EQ(alone.value, walker().run(work, 3, 1, {}).front()[Quantity::violation]);
  ASSERT_GT(alone.value, 1);
  const Branch first = walker().branch(work, {.trial = 3, .level = 0.5}, {});
  ASSERT_TRUE(first.is_above);
  EXPECT_TRUE(std::isnan(first.value)) << "it has not come to the last round";
  EXPECT_EQ(first.highest, 1);
  const Branch rest = walker().branch(work, {.trial = 3, .from = &first.state}, {});
  EXPECT_EQ(rest.value, alone.value);
  EXPECT_EQ(first.rounds + rest.rounds, walk_length);
  std::vector<double> others;
  for (std::uint32_t trial = 4; trial < 24; ++trial)
    others.push_back(walker().branch(work, {.trial = trial, .from = &first.state}, {}).value);
  EXPECT_GT(summarise(others).se, 0);
  EXPECT_GE(*std::ranges::min_element(others), 1) << "the round before counts";
}

// A trial that reaches the event and then fails does not count as having had it, and neither does a plain trial.
TEST(Splitting, TrialsThatFailAfterTheEventHaveNone) {
  const BoundLearner late = bind_learner<Walker>({.leaves = walk_length - 2});
  RunProgress progress(1);
  const TailChance tail = tail_chance(walker_cell(walk_length, 1), late, {Quantity::violation, 10},
                                      {.method = TailMethod::splitting}, progress);
  EXPECT_FALSE(tail.is_found);
  EXPECT_EQ(tail.estimate, 0);
  EXPECT_GT(tail.path.highest, 10);
}

// Also where branches take fewer rounds, if each takes that much longer.
TEST(Splitting, GivesWayToPlainTrialsWhereBranchesAreDear) {
  BoundLearner learner = walker(false);
  for (const double cost : {1.0, 200.0}) {
    learner.branch_cost = cost;
    RunProgress progress(1);
    const RareEvent event{Quantity::violation, 50};
    const TailChance tail = tail_chance(walker_cell(walk_length, 1), learner, event, {}, progress);
    EXPECT_EQ(tail.is_split, cost == 1) << cost;
    EXPECT_EQ(tail.expected_gain > 1, cost == 1) << cost;
    EXPECT_EQ(tail.plain_seconds > 0, tail.is_split);
  }
}

// Where nothing announces the event, copies are no nearer to it than their trials were.
TEST(Splitting, GivesWayToPlainTrialsWhereAnEarlyRoundDecides) {
  RunProgress progress(1);
  const RareEvent event{Quantity::violation, 50};  // of 91 or none
  const TailChance tail = tail_chance(walker_cell(walk_length, 1), walker(true), event, {}, progress);
  EXPECT_FALSE(tail.is_split);
  EXPECT_LT(tail.expected_gain, 2);
  const double chance = std::pow(walker_up, walker_start);
  EXPECT_NEAR(tail.estimate, chance, 4 * tail.se);
}

// Claim: plain trials until a number of them have the event give an unbiased estimate, and an interval that covers.
TEST(Splitting, PlainTrialsAreUnbiased) {
  const int studies = repetitions(100);
  const double chance = walker_chance(walk_length, 10);
  std::vector<double> estimates, errors;
  Misses misses;
  for (int study = 0; study < studies; ++study) {
    RunProgress progress(1);
    const PlainTrials plain = play_until(6, 1'000'000, walker_cell(walk_length, static_cast<std::uint64_t>(study)),
                                         walker(), {Quantity::violation, 10}, progress);
    EXPECT_EQ(plain.events, 6);
    estimates.push_back(plain.estimate());
    errors.push_back(plain.se() * plain.se());
    misses.add(chance, plain.interval(0.95), studies);
  }
  const Statistic mean = summarise(estimates);
  EXPECT_NEAR(mean.mean, chance, 4 * mean.se);
  EXPECT_NEAR(std::sqrt(summarise(errors).mean * studies) / studies, mean.se, 0.25 * mean.se);
  EXPECT_LE(misses.both(), 0.05 + simulation_error(0.05, studies));
}

TEST(Splitting, SaysWhyACellCannotBeSplit) {
  const CellWork work = walker_cell(walk_length, 1);
  EXPECT_EQ(why_not_split(work, walker(), Quantity::violation), "");
  EXPECT_NE(why_not_split(work, walker(), Quantity::corruption), "");
  BoundLearner unsaved = walker();
  unsaved.can_be_saved = false;
  EXPECT_NE(why_not_split(work, unsaved, Quantity::violation), "");
  RunProgress progress(1);
  EXPECT_THROW(tail_chance(work, unsaved, {}, {.method = TailMethod::splitting}, progress), std::invalid_argument);
  progress.stop = true;
  EXPECT_THROW(tail_chance(work, walker(), {Quantity::violation, 40}, {}, progress), Interrupted);
}

}  // namespace
}  // namespace regretta
