// Ranks and Pareto fronts from statistically shown differences of pairs, and how often any rank is wrong:
//   REGRETTA_REPETITIONS=2000 build/release/tests/test_engine --gtest_filter='RankingCoverage.*'

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include "simulated_studies.hpp"

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

TEST(Ranking, RankIntervalsCountShownDifferences) {
  // Learner 0 is shown to have less than learners 1 and 2. Nothing is shown for learner 3.
  const std::vector<char> none_shown(4, false);
  const ShownLess shown = {{false, true, true, false}, none_shown, none_shown, none_shown};
  const auto expect = [&](std::size_t j, int least, int most) {
    const Rank rank = rank_of(shown, j);
    EXPECT_EQ(rank.least, least) << j;
    EXPECT_EQ(rank.most, most) << j;
  };
  expect(0, 1, 2);
  expect(1, 2, 4);
  expect(2, 2, 4);
  expect(3, 1, 4);
}

TEST(Ranking, FrontOfTwoQuantitiesFollowsShownDifferences) {
  // Regret: 0 < 1 < 2. Violation: 1 < 0 and 1 < 2 are shown; 0 and 2 are not told apart.
  const ShownLess regret = {{false, true, true}, {false, false, true}, {false, false, false}};
  const ShownLess violation = {{false, false, false}, {true, false, true}, {false, false, false}};
  EXPECT_EQ(front_of({{regret}, {violation}}, 0), OnFront::yes) << "less regret than both others";
  EXPECT_EQ(front_of({{regret}, {violation}}, 1), OnFront::yes);
  EXPECT_EQ(front_of({{regret}, {violation}}, 2), OnFront::no) << "1 has less of both";
  EXPECT_EQ(front_of({{violation}}, 0), OnFront::no);
  EXPECT_EQ(front_of({{violation}}, 1), OnFront::yes);
  const ShownLess nothing_shown(2, std::vector<char>(2));
  EXPECT_EQ(front_of({{nothing_shown}, {nothing_shown}}, 0), OnFront::open);
  EXPECT_EQ(front_of({{ShownLess(1, {false})}}, 0), OnFront::yes) << "a single learner";
}

TEST(Ranking, EveryPairIsShownHoweverManyThreads) {
  constexpr std::size_t learners = 60;
  ComparedCells cells{.values = {TrialValues(learners)}, .reaches = {std::vector<Interval>(learners, {0, 100})}};
  for (std::size_t j = 0; j < learners; ++j)
    for (int trial = 0; trial < 16; ++trial) cells.values[0][j].push_back(static_cast<double>(j) + 0.01 * (trial % 3));
  for (int repetition = 0; repetition < 20; ++repetition) {
    const ShownLess less = shown_pairs({cells}, Family{}).front().front().less;
    for (std::size_t i = 0; i < learners; ++i)
      for (std::size_t j = 0; j < learners; ++j) EXPECT_EQ(less[i][j] != 0, i < j) << i << " and " << j;
  }
}

/// Six learners. Half of the noise of a trial is common to all of them.
struct SixLearners {
  std::string name;
  std::vector<double> means;
  std::function<double(double mean, double u, double z)> value;  ///< value of a trial from a uniform u and a normal z
  bool shows_ranks;                                              ///< whether 64 trials show the ranks
  bool has_rare_mode = true;                                     ///< whether rare trials determine some of the means
};

/// `jump` with probability p, else the value that makes the mean `mean`. `u`: uniform in (0, 1).
double two_points(double mean, double p, double jump, double u) { return u < p ? jump : (mean - p * jump) / (1 - p); }

std::vector<SixLearners> learner_sets() {
  const std::vector<double> equal(6, 5.0), spread = {5, 5, 5, 60, 70, 80};
  const auto smooth = [](double mean, double, double z) { return mean + z; };
  const auto locks_in = [](double mean, double u, double z) {
    return mean < 10 ? two_points(mean, 0.03, reach_end, u) + 0.1 * z : mean + z;
  };
  const auto rarely = [](double mean, double u, double z) { return two_points(mean, 0.005, reach_end, u) + 0.1 * z; };
  const auto two_values = [](double mean, double u, double) { return two_points(mean, 0.02, reach_end, u); };
  return {{"alike, normal", equal, smooth, false, false},
          {"three alike, normal", spread, smooth, true, false},
          {"alike, lock in in 3%", equal, locks_in, false},
          {"three alike, they lock in in 3%", spread, locks_in, false},
          {"alike, lock in in 0.5%", equal, rarely, false},
          {"alike, two values only", equal, two_values, false},
          {"three alike, two values only", spread, two_values, false}};
}

ComparedCells simulated(const SixLearners& learners, int n, int study) {
  ComparedCells compared{std::vector<TrialValues>(1), std::vector<std::vector<Interval>>(1)};
  for (std::size_t j = 0; j < learners.means.size(); ++j) {
    std::vector<double>& values = compared.values[0].emplace_back();
    for (int k = 0; k < n; ++k) {
      // Learner 0 has no rare mode, so that learners with one are compared with a learner without.
      const double z = (normal(study, 0, k) + normal(study, 1 + static_cast<int>(j), k)) / std::sqrt(2);
      const double u = j == 0 ? 1 : uniform(study, 10 + static_cast<int>(j), k);
      values.push_back(j == 0 ? learners.means[0] + 0.1 * z : learners.value(learners.means[j], u, z));
    }
    compared.reaches[0].push_back({-reach_end, reach_end});
  }
  return compared;
}

/// Whether the rank interval of any learner lacks a true rank. Learners with equal means share several true ranks.
bool has_wrong_rank(const ShownLess& shown, const std::vector<double>& means) {
  for (std::size_t j = 0; j < means.size(); ++j) {
    const auto less = std::ranges::count_if(means, [&](double mean) { return mean < means[j]; });
    const auto not_more = std::ranges::count_if(means, [&](double mean) { return mean <= means[j]; });
    const Rank rank = rank_of(shown, j);
    if (rank.least > less + 1 || rank.most < not_more) return true;
  }
  return false;
}

// Claim: without rare modes, at most 5% of studies (1%, 0.1%) have any rank outside its interval, in two settings.
TEST(RankingCoverage, WrongRanksAreRare) {
  const int studies = repetitions(20);
  constexpr double pairs = 2 * 15;  // six learners have 15 pairs in each of two settings
  if (full_run) fmt::print("| learners | n | 5% | 1% | 0.1% | three least known |\n|---|---|---|---|---|---|\n");
  for (const SixLearners& learners : learner_sets())
    for (const int n : full_run ? std::vector<int>{24, 64, 256} : std::vector<int>{64}) {
      std::string row;
      double known = 0;
      for (const double alpha : full_run ? std::vector{0.05, 0.01, 0.001} : std::vector{0.05}) {
        double wrong = 0;
        for (int study = 0; study < studies; ++study) {
          const auto shown = shown_pairs({simulated(learners, n, 2 * study), simulated(learners, n, 2 * study + 1)},
                                         {.alpha = alpha, .lines = pairs});
          wrong +=
              (has_wrong_rank(shown[0][0].less, learners.means) || has_wrong_rank(shown[1][0].less, learners.means)) /
              static_cast<double>(studies);
          if (alpha == 0.05) known += (rank_of(shown[0][0].less, 2).most == 3) / static_cast<double>(studies);
        }
        row += fmt::format("{:.2f} | ", 100 * wrong);
        if (!learners.has_rare_mode) {
          EXPECT_LE(wrong, alpha + simulation_error(alpha, studies)) << learners.name << ", n = " << n;
        }
      }
      if (full_run) fmt::print("| {} | {} | {}{:.0f}% |\n", learners.name, n, row, 100 * known);
      if (learners.shows_ranks && n == 64) {
        EXPECT_GE(known, 0.9 - simulation_error(0.9, studies));
      }
    }
}

}  // namespace
}  // namespace regretta
