// How often the stop rules "ranked" and "within 5%" are wrong, and how many trials they take:
//   REGRETTA_REPETITIONS=1000 build/release/tests/test_engine --gtest_filter='Coverage.Ranked*:Coverage.Within*'

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/stopping.hpp"
#include "simulated_studies.hpp"

namespace regretta {
namespace {

struct RankingNoise {
  const char* name;
  std::function<double(int study, int learner, int k)> value;  ///< noise of trial k, with mean 0
  bool has_rare_mode = false;                                  ///< whether 64 trials may lack its rare mode
};

const std::vector<RankingNoise> noises_of_rankings = {
    {"normal", [](int study, int j, int k) { return normal(study, j, k); }},
    {"exponential", [](int study, int j, int k) { return -std::log(uniform(study, j, k)) - 1; }},
    {"log-normal", [](int study, int j, int k) { return (log_normal(study, j, k) - std::exp(0.5)) / 2; }},
    {"locks in in 3%",
     [](int study, int j, int k) {
       return (uniform(study, 20 + j, k) < 0.03 ? 20 : 0) - 0.6 + normal(study, j, k) / 4;
     },
     true},
};

/// Learners 0 and 1 are equal. Learner 2 is larger by 5.3%, slightly more than a tie; 3 by 10%, 4 by 100%.
const std::vector<double> true_means = {10, 10, 10.53, 11, 20};

struct RankingOutcome {
  std::int64_t trials = 0;
  int pairs = 0, answered = 0, wrong = 0, false_ties = 0;
};

/// Looks at every pair of learners of one setting until all pairs are decided.
RankingOutcome rank_learners_of(const StopRule& rule, const RankingNoise& noise, int study, std::int64_t trial_limit) {
  const std::vector<std::int64_t> looks = rule.looks(trial_limit);
  std::vector<std::vector<double>> values(true_means.size());
  const Interval reach{-reach_end, reach_end};
  RankingOutcome result;
  const auto pairs = static_cast<int>(true_means.size() * (true_means.size() - 1) / 2);
  const Family family{.alpha = rule.alpha, .lines = static_cast<double>(looks.size()) * pairs};
  for (std::size_t look = 0; look < looks.size() && result.answered < pairs; ++look) {
    result = {.trials = looks[look], .pairs = pairs};
    for (std::size_t j = 0; j < true_means.size(); ++j)
      for (auto k = static_cast<int>(values[j].size()); k < looks[look]; ++k)
        values[j].push_back(true_means[j] + noise.value(study, static_cast<int>(j), k));
    for (std::size_t a = 0; a < true_means.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const double size =
            std::max(size_of_mean(moments_of(values[a]).mean, reach), size_of_mean(moments_of(values[b]).mean, reach));
        const StopReason answer = look_at(rule,
                                          {.values = differences_of(values[a], values[b]),
                                           .reach = reach_of_difference(reach, reach),
                                           .size = size},
                                          family)
                                      .reason;
        const double true_size = std::max(true_means[a], true_means[b]), difference = true_means[a] - true_means[b];
        result.answered += answer != StopReason::not_yet;
        result.wrong +=
            (answer == StopReason::below && difference >= 0) || (answer == StopReason::above && difference <= 0);
        result.false_ties += answer == StopReason::tie && std::abs(difference) > StopRule::tie * true_size;
      }
  }
  return result;
}

// Claims: at most 5% of studies report any false difference, and at most 5% any false tie, unless rare trials decide.
// Without rare trials, 1,024 trials decide all pairs.
TEST(Coverage, RankedDifferencesAndTiesAreRarelyFalse) {
  const int studies = repetitions(12);
  if (full_run)
    fmt::print(
        "\n| values | any wrong claim | any false tie | all answered | pairs answered | trials |\n|---|---|---|---|---|---|\n");
  for (const RankingNoise& noise : noises_of_rankings) {
    int wrong = 0, false_ties = 0, finished = 0, answered = 0, pairs = 0;
    double trials = 0;
    for (int study = 0; study < studies; ++study) {
      const RankingOutcome result = rank_learners_of({.until = "ranked"}, noise, study, 1024);
      wrong += result.wrong > 0;
      false_ties += result.false_ties > 0;
      finished += result.answered == result.pairs;
      answered += result.answered;
      pairs += result.pairs;
      trials += static_cast<double>(result.trials) / studies;
    }
    const auto percent = [&](int count, int total) { return 100.0 * count / total; };
    if (full_run)
      fmt::print("| {} | {:.2f}% | {:.2f}% | {:.1f}% | {:.1f}% | {:.0f} |\n", noise.name, percent(wrong, studies),
                 percent(false_ties, studies), percent(finished, studies), percent(answered, pairs), trials);
    const double allowed = studies * (0.05 + simulation_error(0.05, studies));
    EXPECT_LE(wrong, noise.has_rare_mode ? 0.1 * studies : allowed) << noise.name;
    EXPECT_LE(false_ties, allowed) << noise.name;
    if (!noise.has_rare_mode) {
      EXPECT_GE(finished, studies * (0.9 - simulation_error(0.9, studies))) << noise.name;
    }
  }
}

// Claim: an interval that is within 5% when its cell stops misses the mean in at most 5% of cells.
TEST(Coverage, WithinFivePercentCoversTheMean) {
  const int studies = repetitions(12);
  const StopRule rule{.until = "within 5%"};
  constexpr double mean = 8;
  const std::vector<std::int64_t> looks = rule.looks(1024);
  if (full_run) fmt::print("\n| values | stopped | missed | trials |\n|---|---|---|---|\n");
  for (const RankingNoise& noise : noises_of_rankings) {
    int narrow = 0, missed = 0;
    double trials = 0;
    for (int study = 0; study < studies; ++study) {
      std::vector<double> values;
      Look look;
      for (std::size_t k = 0; k < looks.size() && look.reason == StopReason::not_yet; ++k) {
        for (auto trial = static_cast<int>(values.size()); trial < looks[k]; ++trial)
          values.push_back(mean + noise.value(study, 0, trial));
        const Interval reach{-reach_end, reach_end};
        look = look_at(rule, {.values = values, .reach = reach, .size = size_of_mean(moments_of(values).mean, reach)},
                       {.alpha = rule.alpha, .lines = static_cast<double>(looks.size())});
      }
      narrow += look.reason == StopReason::narrow;
      missed += look.reason == StopReason::narrow && !look.interval.has(mean);
      trials += static_cast<double>(values.size()) / studies;
    }
    if (full_run)
      fmt::print("| {} | {:.1f}% | {:.2f}% | {:.0f} |\n", noise.name, 100.0 * narrow / studies,
                 100.0 * missed / studies, trials);
    if (!noise.has_rare_mode) {
      EXPECT_GT(narrow, studies / 2) << noise.name;
      EXPECT_LE(missed, studies * (0.05 + simulation_error(0.05, studies))) << noise.name;
    }
  }
}

}  // namespace
}  // namespace regretta
