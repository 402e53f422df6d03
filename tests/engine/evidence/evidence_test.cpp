// Intervals, tests and families of tests: closed forms, values of other programs and edge cases. Intervals and p-values
// never disagree. evidence_coverage_test.cpp measures error rates.

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {
namespace {

/// P(X >= k), summed term by term.
double naive_binomial_tail(int k, int n, double p) {
  long double total = 0;
  for (int j = n; j >= k; --j) {
    long double term = 1;
    for (int i = 0; i < j; ++i) term *= static_cast<long double>(n - i) / (j - i) * p;
    total += term * std::pow(static_cast<long double>(1 - p), n - j);
  }
  return static_cast<double>(total);
}

TEST(Binomial, TailEqualsTheSumOfItsTerms) {
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
  const Interval no_successes = clopper_pearson(0, 64, 0.95);  // 1 - 0.025^(1/n)
  EXPECT_EQ(no_successes.low, 0);
  EXPECT_NEAR(no_successes.high, 1 - std::pow(0.025, 1.0 / 64), 1e-13);
  const Interval all_successes = clopper_pearson(64, 64, 0.95);
  EXPECT_NEAR(all_successes.low, std::pow(0.025, 1.0 / 64), 1e-13);
  EXPECT_EQ(all_successes.high, 1);
  const Interval half_successes = clopper_pearson(5, 10, 0.95);  // R: binom.test(5, 10)
  EXPECT_NEAR(half_successes.low, 0.1870860, 1e-7);
  EXPECT_NEAR(half_successes.high, 0.8129140, 1e-7);
  const Interval no_trials = clopper_pearson(0, 0, 0.95);
  EXPECT_EQ(no_trials.low, 0);
  EXPECT_EQ(no_trials.high, 1);
}

TEST(ClopperPearson, EndsHaveTheNominalTailProbability) {
  for (const auto& [k, n] : {std::pair(1, 20), std::pair(13, 500), std::pair(499, 500), std::pair(5000, 100000)}) {
    const Interval interval = clopper_pearson(k, n, 0.99);
    EXPECT_NEAR(binomial_tail(k, n, interval.low), 0.005, 1e-10);
    EXPECT_NEAR(1 - binomial_tail(k + 1, n, interval.high), 0.005, 1e-10);
  }
}

TEST(Holm, AdjustedPValuesMatchR) {
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

TEST(PairedDifference, PairingRemovesCommonNoise) {
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

TEST(Evidence, RoundingAtAnEndOfTheReachShowsNoDifference) {
  const Evidence evidence = evidence_of(std::vector<double>{67, 111}, {1.7e-13, 111});
  EXPECT_FALSE(evidence.is_shown);
  EXPECT_TRUE(evidence.interval.has(0));
  EXPECT_GT(evidence.p, 0.05);
}

TEST(Evidence, ExactValuesThatDifferOnlyByRoundingAreTies) {
  const Interval reach = reach_of_difference({-5e-15, -5e-15}, {0, 0});
  const PairedDifference difference = paired_difference({-5e-15, -5e-15}, {0, 0}, reach, {});
  EXPECT_TRUE(difference.is_exact);
  EXPECT_FALSE(difference.is_shown);
  EXPECT_EQ(difference.ties, 2);
  EXPECT_TRUE(difference.interval.has(0));
  EXPECT_TRUE(paired_difference({-0.5, -0.5}, {0, 0}, {-0.5, -0.5}, {}).is_shown);
}

const std::vector<double> scipy_sample = {0.1, 0.5, 0.2, 3.0, 0.9, 0.4, 1.7, 0.3, 0.8, 0.6, 0.2, 1.1};
const std::vector<double> other_sample = {0.4, 1.9, 0.8, 0.3, 2.2, 5.1, 0.7};

// Computed in SciPy with kstat for the third moment, stats.t, and brentq instead of the closed form of the inverse of
// Hall's transformation.
TEST(MeanInference, AgreesWithScipy) {
  const MeanInference inference(moments_of(scipy_sample));
  EXPECT_NEAR(inference.interval(0.05).low, 0.438130074714953, 1e-9);
  EXPECT_NEAR(inference.interval(0.05).high, 2.93119577888514, 1e-9);
  EXPECT_NEAR(inference.interval(0.001).low, 0.168064075086599, 1e-9);
  EXPECT_NEAR(inference.interval(0.001).high, 3.5616120707574, 1e-9);
  EXPECT_NEAR(inference.p_value(0), 6.82828298263741e-05, 1e-15);
  EXPECT_NEAR(inference.p_value(0.5), 0.102642703046543, 1e-13);

  const MeanInference difference(difference_of(moments_of(scipy_sample), moments_of(other_sample)));
  EXPECT_NEAR(difference.interval(0.05).low, -7.2601047630642, 1e-9) << "the end from Hall's transformation";
  EXPECT_NEAR(difference.interval(0.05).high, 0.776874765392634, 1e-9) << "the end from Welch's t";
  EXPECT_NEAR(difference.interval(0.001).low, -9.50340451035319, 1e-9);
  EXPECT_NEAR(difference.interval(0.001).high, 2.70506453611082, 1e-9);
  EXPECT_NEAR(difference.p_value(0), 0.2707022525237, 1e-9);
  EXPECT_NEAR(difference_of(moments_of(scipy_sample), moments_of(other_sample)).degrees, 7.69141859934954,
              1e-12);  // Welch's
}

TEST(MeanInference, EqualsStudentWithoutSkewness) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6, 7};
  const MeanMoments moments = moments_of(values);
  const Statistic statistic = summarise(values);
  EXPECT_EQ(moments.third, 0);
  EXPECT_EQ(moments.mean, statistic.mean);
  EXPECT_DOUBLE_EQ(std::sqrt(moments.variance), statistic.se);
  const double half = student_beyond(0.025, 6) * statistic.se;
  const Interval interval = MeanInference(moments).interval(0.05);
  EXPECT_NEAR(interval.low, 4 - half, 1e-13);
  EXPECT_NEAR(interval.high, 4 + half, 1e-13);
  EXPECT_NEAR(MeanInference(moments).p_value(4 + half), 0.05, 1e-13);
  EXPECT_EQ(MeanInference(moments).p_value(4), 1);
}

TEST(MeanInference, MirrorsAndScalesWithTheValues) {
  std::vector<double> mirrored, scaled;
  for (const double x : scipy_sample) mirrored.push_back(-x), scaled.push_back(1024 * x);
  const Interval interval = MeanInference(moments_of(scipy_sample)).interval(0.1);
  const Interval mirror = MeanInference(moments_of(mirrored)).interval(0.1);
  EXPECT_DOUBLE_EQ(mirror.low, -interval.high);
  EXPECT_DOUBLE_EQ(mirror.high, -interval.low);
  EXPECT_DOUBLE_EQ(MeanInference(moments_of(scaled)).interval(0.1).high, 1024 * interval.high);
  const double mean = summarise(scipy_sample).mean;
  EXPECT_GT(interval.high - mean, mean - interval.low) << "the values are skewed to the right, so is the interval";
}

TEST(MeanInference, IntervalsAreClippedToTheReach) {
  const MeanInference mean(moments_of(scipy_sample), {0.5, 1.2});
  EXPECT_EQ(mean.interval(0.05).low, 0.5);
  EXPECT_EQ(mean.interval(0.05).high, 1.2);
  EXPECT_EQ(mean.p_value(0.4), 0);
  EXPECT_EQ(mean.p_value(1.3), 0);
  EXPECT_GT(mean.p_value(0.6), 0.05);
}

TEST(MeanInference, TooFewValuesOrNoSpread) {
  const std::vector<double> none;
  EXPECT_TRUE(std::isnan(moments_of(none).mean));
  EXPECT_EQ(MeanInference(moments_of(none)).p_value(0), 1);
  const std::vector<double> nothing = {not_a_number, not_a_number}, single = {5, not_a_number};
  EXPECT_EQ(moments_of(nothing).values, 0);
  EXPECT_EQ(moments_of(single).mean, 5);
  EXPECT_EQ(MeanInference(moments_of(single)).p_value(0), 1);
  EXPECT_EQ(MeanInference(moments_of(single), {0, 9}).interval(0.05).high, 9);
  // Equal values have 2^-n on each side, as in a sign test.
  const std::vector<double> five(5, 0.1), six(6, 0.1);
  EXPECT_EQ(MeanInference(moments_of(five)).p_value(0), 0x1p-4);
  EXPECT_EQ(MeanInference(moments_of(five), {0, 9}).interval(0.05).high, 9) << "five values agree by chance: p = 1/16";
  EXPECT_EQ(MeanInference(moments_of(six), {0, 9}).interval(0.05).low, 0.1);
  EXPECT_EQ(MeanInference(moments_of(six), {0, 9}).interval(0.05).high, 0.1);
  EXPECT_EQ(MeanInference(moments_of(six)).p_value(0.1), 1);
  const std::vector<double> ones(3, 1.0), twos(2, 2.0);
  EXPECT_NEAR(MeanInference(difference_of(moments_of(ones), moments_of(twos))).p_value(0), 0.2, 1e-15)
      << "2 of the 10 ways to part five values are as extreme";
}

TEST(Evidence, ValuesThatCannotVaryAreExact) {
  const Evidence constant = evidence_of(std::vector<double>{3, 3}, {3, 3});
  EXPECT_TRUE(constant.is_exact);
  EXPECT_FALSE(constant.is_few);
  EXPECT_EQ(constant.interval.low, 3);
  EXPECT_EQ(constant.interval.high, 3);
  EXPECT_TRUE(constant.is_shown);
  EXPECT_FALSE(evidence_of(std::vector<double>{0, 0, 0}, {0, 0}).is_shown);
  const Evidence equal = evidence_of(std::vector<double>(64, 3.0), {-9, 9});
  EXPECT_FALSE(equal.is_exact) << "the values are equal so far, but could vary";
  EXPECT_EQ(equal.interval.low, 3);
  EXPECT_EQ(equal.interval.high, 3);
}

TEST(Evidence, FewTrialsAreFlagged) {
  std::vector<double> values;
  for (int k = 0; k < 64; ++k) values.push_back(1 + 0.1 * std::sin(k));
  EXPECT_DOUBLE_EQ(rarest_seen(64), 64.0 / 3);
  EXPECT_TRUE(evidence_of(std::vector<double>{1, 2, 3}, {0, 9}).is_few);
  EXPECT_FALSE(evidence_of(values, {-10, 10}).is_few);
  EXPECT_TRUE(evidence_of(values, {-10, 10}, {.lines = 100}).is_few) << "100 lines need quantiles far in the tail";
}

/// A random sample: values with ties, modes or no spread, in a reach that contains 0 and may be infinite, or is a
/// point.
struct RandomSample {
  std::vector<double> values;
  Interval reach;
};

RandomSample random_sample(std::mt19937& random) {
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  RandomSample sample{.values = {}, .reach = {-10 * uniform(), 10 * uniform()}};
  const double scale = std::exp(8 * uniform() - 6), shift = random() % 3 == 0 ? 0 : scale * (uniform() - 0.5);
  const auto kind = random() % 6;
  const auto size = random() % 90;
  for (unsigned k = 0; k < size; ++k) {
    const double u = uniform();
    const double x = kind == 0   ? u - 0.5
                     : kind == 1 ? -std::log(u + 1e-9) - 1
                     : kind == 2 ? double(u < 0.05)
                     : kind == 3 ? 1
                     : kind == 4 ? std::round(3 * u) - 1
                                 : 0;
    sample.values.push_back(random() % 20 == 0 ? not_a_number : shift + scale * x);
  }
  const auto reach_kind = random() % 5;
  if (reach_kind == 0) sample.reach.low = -infinity;
  if (reach_kind == 1) sample.reach.high = infinity;
  if (reach_kind == 2 && kind == 3) sample.reach = {shift + scale, shift + scale};
  for (double& x : sample.values)
    if (!std::isnan(x)) x = std::clamp(x, sample.reach.low, sample.reach.high);
  return sample;
}

TEST(Evidence, IntervalAndPValueNeverDisagree) {
  std::mt19937 random(1);
  std::array<int, 2> verdicts{};
  for (int k = 0; k < 10'000; ++k) {
    const auto [values, reach] = random_sample(random);
    const Family family{.alpha = std::array{0.05, 0.01, 0.3}[random() % 3], .lines = random() % 2 == 0 ? 1.0 : 40.0};
    const Evidence evidence = evidence_of(values, reach, family);
    ++verdicts[evidence.is_shown];
    EXPECT_EQ(evidence.p <= family.alpha, evidence.is_shown) << k;
    EXPECT_EQ(evidence.interval.has(0), !evidence.is_shown) << k;
    if (evidence.values > 0) {
      EXPECT_TRUE(evidence.interval.has(evidence.mean)) << k;
    }
    // A summary has the same moments, up to rounding.
    const Evidence from_summary = evidence_of(moments_of(summarise(values)), reach, family);
    EXPECT_NEAR(from_summary.unadjusted_p, evidence.unadjusted_p, 1e-6 * evidence.unadjusted_p) << k;
  }
  for (const int count : verdicts) EXPECT_GT(count, 200) << "both verdicts must occur";
}

}  // namespace
}  // namespace regretta
