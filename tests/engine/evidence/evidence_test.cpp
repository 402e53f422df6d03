// Intervals, tests and families of tests: closed forms and edge cases. Error rates: evidence_coverage_test.cpp.

#include <gtest/gtest.h>

#include <cmath>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"

namespace regretta {
namespace {

/// P(X >= k) summed term by term, largest factors first.
double naive_binomial_tail(int k, int n, double p) {
  long double total = 0;
  for (int j = n; j >= k; --j) {
    long double term = 1;
    for (int i = 0; i < j; ++i) term *= static_cast<long double>(n - i) / (j - i) * p;
    total += term * std::pow(static_cast<long double>(1 - p), n - j);
  }
  return static_cast<double>(total);
}

TEST(Binomial, TailIsTheSum) {
  for (const int n : {1, 7, 64, 500})
    for (const double p : {0.001, 0.05, 0.3, 0.5, 0.97})
      for (const int k : {0, 1, 3, n / 2, n - 1, n}) {
        if (k > n || k < 0) continue;
        const double expected = naive_binomial_tail(k, n, p);
        EXPECT_NEAR(binomial_tail(k, n, p), expected, 1e-11 * expected + 1e-300) << k << " of " << n << ", " << p;
      }
  EXPECT_EQ(binomial_tail(3, 5, 0), 0);
  EXPECT_EQ(binomial_tail(3, 5, 1), 1);
  EXPECT_EQ(binomial_tail(0, 0, 0.5), 1);
  EXPECT_NEAR(binomial_tail(302749, 1'000'000, 0.3), 1.0321834501945773e-9, 1e-19);  // mpmath, 48 digits
}

TEST(ClopperPearson, TablesAndClosedForms) {
  const Interval none = clopper_pearson(0, 64, 0.95);  // 1 - 0.025^(1/n)
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 1 - std::pow(0.025, 1.0 / 64), 1e-13);
  const Interval all = clopper_pearson(64, 64, 0.95);
  EXPECT_NEAR(all.low, std::pow(0.025, 1.0 / 64), 1e-13);
  EXPECT_EQ(all.high, 1);
  const Interval five = clopper_pearson(5, 10, 0.95);  // R: binom.test(5, 10)
  EXPECT_NEAR(five.low, 0.1870860, 1e-7);
  EXPECT_NEAR(five.high, 0.8129140, 1e-7);
  const Interval unknown = clopper_pearson(0, 0, 0.95);
  EXPECT_EQ(unknown.low, 0);
  EXPECT_EQ(unknown.high, 1);
}

TEST(ClopperPearson, EndsAreWhereTheTailsAreRare) {
  for (const auto& [k, n] : {std::pair(1, 20), std::pair(13, 500), std::pair(499, 500), std::pair(5000, 100000)}) {
    const Interval interval = clopper_pearson(k, n, 0.99);
    EXPECT_NEAR(binomial_tail(k, n, interval.low), 0.005, 1e-10);
    EXPECT_NEAR(1 - binomial_tail(k + 1, n, interval.high), 0.005, 1e-10);
  }
}

TEST(Holm, StepsDown) {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  const std::vector<double> adjusted = holm_adjusted({0.01, 0.04, 0.03, 0.005});
  const std::vector<double> expected = {0.03, 0.06, 0.06, 0.02};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_DOUBLE_EQ(adjusted[k], expected[k]);
  EXPECT_TRUE(holm_adjusted({}).empty());
  EXPECT_EQ(holm_adjusted({0.9, 0.8}), (std::vector<double>{1, 1}));
}

TEST(PairedDifference, ClosedForms) {
  const std::vector<double> a = {1, 2, not_a_number, 4, 5, 6};
  const std::vector<double> b = {2, 2, 3, not_a_number, 4, 9};
  const PairedDifference difference = paired_difference(a, b);  // a - b: -1, 0, 1, -3
  EXPECT_EQ(difference.values, 4);
  EXPECT_EQ(difference.wins, 2);
  EXPECT_EQ(difference.ties, 1);
  EXPECT_EQ(difference.mean, -0.75);
  EXPECT_EQ(difference.better, 0.625);
  // a: 1, 2, 5, 6 has variance 17/3; b: 2, 2, 4, 9 has 131/12; a - b has 35/12
  EXPECT_NEAR(difference.variance_factor, (17.0 / 3 + 131.0 / 12) / (35.0 / 12), 1e-12);
  EXPECT_GT(difference.p, 0.05);
  EXPECT_THROW(paired_difference(a, {1, 2}), std::invalid_argument);
  EXPECT_TRUE(std::isnan(paired_difference({}, {}).better));
}

TEST(PairedDifference, CommonNoiseFindsWhatIndependentNoiseHides) {
  std::vector<double> a, b;
  for (int k = 0; k < 64; ++k) {
    const double noise = 100 * std::sin(k * k);
    a.push_back(noise);
    b.push_back(noise + 1 + 0.5 * std::sin(7 * k));
  }
  const PairedDifference difference = paired_difference(a, b);
  EXPECT_EQ(difference.better, 1);
  EXPECT_GT(difference.variance_factor, 1e4);
  EXPECT_LT(difference.p, 1e-4);
  EXPECT_TRUE(difference.interval.has(-1));
  const PairedDifference constant = paired_difference(a, a);
  EXPECT_EQ(constant.p, 1);
  EXPECT_EQ(constant.variance_factor, infinity);
}

TEST(Evidence, AnEndOfTheReachThatRoundingMovesShowsNothing) {
  const Evidence evidence = evidence_of(std::vector<double>{67, 111}, {1.7e-13, 111});
  EXPECT_FALSE(evidence.is_shown);
  EXPECT_TRUE(evidence.interval.has(0));
  EXPECT_GT(evidence.p, 0.05);
}

TEST(Evidence, ExactValuesThatDifferByRoundingAreEqual) {
  const Interval reach = reach_of_difference({-5e-15, -5e-15}, {0, 0});
  const PairedDifference line = paired_difference({-5e-15, -5e-15}, {0, 0}, reach, {});
  EXPECT_TRUE(line.is_exact);
  EXPECT_FALSE(line.is_shown);
  EXPECT_EQ(line.ties, 2);
  EXPECT_TRUE(line.interval.has(0));
  EXPECT_TRUE(paired_difference({-0.5, -0.5}, {0, 0}, {-0.5, -0.5}, {}).is_shown);
}

}  // namespace
}  // namespace regretta
