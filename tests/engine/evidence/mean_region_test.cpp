// The joint region of two means: closed forms and coverage.

#include "regretta/engine/evidence/statistics/mean_region.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "simulated_studies.hpp"

namespace regretta {
namespace {

TEST(MeanRegion, OfSymmetricValuesIsHotellingsEllipse) {
  // n = 3: the variance times 2 (n - 1) / (n - 2) F / n, with F_{2,1} = (0.05^-2 - 1) / 2 = 199.5, at variance 1
  const double furthest = std::sqrt(4 * 199.5 / 3);
  const MeanRegion flat({-1, 0, 1}, {5, 5, 5}, {-infinity, infinity}, {4, 6});
  EXPECT_EQ(flat.pairs(), 3);
  EXPECT_NEAR(flat.x().high, furthest, 1e-9 * furthest);
  EXPECT_NEAR(flat.x().low, -furthest, 1e-9 * furthest);
  EXPECT_EQ(flat.y().low, 4) << "three equal values may be equal by chance";
  EXPECT_EQ(flat.y().high, 6);
  const MeanRegion falling({-1, 0, 1}, {1, 0, -1});
  EXPECT_TRUE(falling.has(0.999 * furthest, -0.999 * furthest));
  EXPECT_FALSE(falling.has(1, -0.9)) << "a line";
  const MeanRegion round({1, -1, 0, 0}, {0, 0, 1, -1});  // variance 2/3; F_{2,2} = 1 / 0.05 - 1
  const double radius = std::sqrt(2 * 3.0 / 2 * 19 / 4 * 2 / 3);
  for (const double turn : {0.0, 1.0, 2.5, 4.0}) {
    EXPECT_NEAR(round.outline(turn).first, radius * std::cos(turn), 1e-9);
    EXPECT_NEAR(round.outline(turn).second, radius * std::sin(turn), 1e-9);
  }
}

TEST(MeanRegion, GoesAsFarAsTheIntervalsOfItsErrorRate) {
  std::vector<double> skewed, flat;
  for (int k = 0; k < 64; ++k) {
    skewed.push_back(-std::log(uniform(3, 0, k)));
    flat.push_back(7);
  }
  const MeanRegion region(skewed, flat);
  const Interval alone = evidence_of(skewed, {0, 100}).interval;
  EXPECT_LT(region.x().low, alone.low);
  EXPECT_GT(region.x().high, alone.high);
  const double mean = moments_of(skewed).mean;
  EXPECT_GT(region.x().high - mean, mean - region.x().low) << "skewed as the values are";
  EXPECT_EQ(region.y().low, 7);
  EXPECT_EQ(region.y().high, 7);
  EXPECT_EQ(MeanRegion(skewed, flat, {mean - 0.01, 100}).x().low, mean - 0.01) << "within what is possible";
}

TEST(MeanRegion, LeavesOutTrialsWithoutAPair) {
  const MeanRegion whole({1, 2, 4, 8}, {3, 1, 4, 1});
  const MeanRegion gaps({1, not_a_number, 2, 4, 7, 8}, {3, 2, 1, 4, not_a_number, 1});
  EXPECT_EQ(gaps.pairs(), 4);
  EXPECT_EQ(gaps.outline(1), whole.outline(1));
  EXPECT_TRUE(std::isinf(MeanRegion({1, 3}, {2, 4}).x().high)) << "two pairs say nothing of two directions";
  EXPECT_THROW(MeanRegion({1, 2}, {1}), std::invalid_argument);
}

// Of studies with correlated pairs, the share that misses the truth. 8 normal ones: exact but for the estimated
// skewness, which adds noise: 6.5% at most. 64 whose first is exponential: 5.5% at most, where Hotelling's ellipse has
// 6.1%.
TEST(MeanRegion, HoldsTheTruthAsOftenAsItSays) {
  const int studies = repetitions(4000);
  const auto missed = [&](int n, auto first, double mean) {
    double share = 0;
    for (int study = 0; study < studies; ++study) {
      std::vector<double> x, y;
      for (int k = 0; k < n; ++k) {
        x.push_back(first(study, k));
        y.push_back(normal(study, 1, k) - 0.5 * x.back());
      }
      share += !MeanRegion(x, y).has(mean, -0.5 * mean) / static_cast<double>(studies);
    }
    return share;
  };
  const double of_normal = missed(
      8, [](int s, int k) { return normal(s, 0, k); }, 0);
  const double of_exponential = missed(
      64, [](int s, int k) { return -std::log(uniform(s, 0, k)); }, 1);
  if (fully) std::printf("missed: normal %.4f, exponential %.4f\n", of_normal, of_exponential);
  EXPECT_LE(of_normal, 0.065 + simulation_error(0.065, studies));
  EXPECT_GE(of_normal, 0.05 - simulation_error(0.05, studies));
  EXPECT_LE(of_exponential, 0.055 + simulation_error(0.055, studies));
}

}  // namespace
}  // namespace regretta
