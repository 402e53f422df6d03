#include "regretta/learners/math/reward_indices.hpp"

#include <gtest/gtest.h>

#include <random>

#include "regretta/tests/reference/naive_indices.hpp"

namespace regretta {
namespace {

TEST(KlUpperIndex, AgreesWithBisection) {
  std::mt19937_64 generator(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int n = 0; n < 20000; ++n) {
    double p = n % 4 == 0 ? std::floor(uniform(generator) * 11) / 10 : uniform(generator);
    if (n % 5 == 0) p = 1 - p * 1e-6;
    if (n % 5 == 1) p *= 1e-6;
    const double b = std::pow(10, -8 + 10 * uniform(generator));
    // Near p the divergence is accurate to 1e-16 and rises with slope sqrt(b).
    ASSERT_NEAR(kl_upper_index(p, b), static_cast<double>(naive::kl_upper(p, b)), 1e-15 + 1e-16 / std::sqrt(b))
        << p << " " << b;
  }
}

TEST(KlUpperIndex, IsTheSameInEveryLane) {
  std::mt19937_64 generator(4);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int n = 0; n < 500; ++n) {
    Pack<8> p(0.0), b(0.0);
    for (int k = 0; k < 8; ++k) {
      set_lane(p, k, k == 3 ? 1.0 : uniform(generator));
      set_lane(b, k, std::pow(10, -8 + 10 * uniform(generator)));
    }
    const Pack<8> q = kl_upper_index(p, b);
    for (int k = 0; k < 8; ++k) EXPECT_EQ(lane(q, k), kl_upper_index(lane(p, k), lane(b, k)));
  }
}

TEST(AboutInverse, IsWithinAnEighthOfTheInverse) {
  for (double a = 1e-300; a < 1e300; a *= 1.37) EXPECT_NEAR(approximate_inverse(a) * a, 1, 0.125) << a;
}

TEST(KlIndices, TheLikelyArmHasTheHighestIndex) {
  std::mt19937_64 generator(4);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int instance = 0; instance < 500; ++instance) {
    const int K = 2 + instance % 30;
    KlIndices<double> indices(K, 1);
    Vector<double> inverses(K);
    int best = 0;
    for (int a = 0; a < K; ++a) {
      const int n = 1 + static_cast<int>(200 * uniform(generator));
      const double mean = uniform(generator);
      for (int k = 1; k <= n; ++k) indices.add({a}, uniform(generator) < mean ? 1 : 0, 1.0 / k);
      inverses[a] = 1.0 / n;
      if (indices.upper(indices.statistic(a), inverses[a], 5) >
          indices.upper(indices.statistic(best), inverses[best], 5))
        best = a;
    }
    const double level = indices.upper(indices.statistic(best), inverses[best], 5);
    if (level == 1) continue;  // ties
    EXPECT_EQ(indices.likely_best_arm(level, inverses, 5, K), best) << instance;
  }
}

TEST(Highest, AnArmOfferedAgainChangesNothing) {
  KlIndices<double> indices(2, 1);
  indices.add({0}, 0.5, 1);
  indices.add({1}, 0.4, 1);
  Highest<double, KlIndices<double>> highest;
  for (const int a : {0, 1, 0, 0}) highest.offer(indices, indices.statistic(a), a, 1, 1, Mask<double>{true});
  EXPECT_EQ(highest.arm, 0);
  EXPECT_EQ(highest.level.q, indices.upper(indices.statistic(0), 1, 1));
}

}  // namespace
}  // namespace regretta
