// Distributions of draws, compared with textbook distribution functions (n = 10^6, seed 11). A draw depends only on its
// address.

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "regretta/engine/real/randomness.hpp"

/// Distribution functions from textbook series, and the distance of a sample from such a function.
namespace regretta::tests {
namespace {

/// The regularised lower incomplete gamma function: its power series below a + 1, its continued fraction above.
double gamma_cdf(double a, double x) {
  if (x <= 0) return 0;
  const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (double n = a + 1; term > 1e-17 * sum; ++n) sum += term *= x / n;
    return front * sum;
  }
  double c = 1e300, d = 1 / (x + 1 - a), f = d;
  for (int n = 1; n < 1000; ++n) {
    const double even = n * (a - n), odd = x + 2 * n + 1 - a;
    d = 1 / (even * d + odd);
    c = odd + even / c;
    f *= c * d;
    if (std::fabs(c * d - 1) < 1e-15) break;
  }
  return 1 - front * f;
}

/// The regularised incomplete beta function, by its continued fraction.
double beta_cdf(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta_cdf(b, a, 1 - x);
  const double front =
      std::exp(a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b)) / a;
  double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), f = d;
  for (int n = 1; n < 1000; ++n) {
    const double even = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    f *= c * d;
    const double odd = -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    f *= c * d;
    if (std::fabs(c * d - 1) < 1e-15) break;
  }
  return front * f;
}

/// The statistic of Kolmogorov and Smirnov: sqrt(n) times the largest difference between the empirical distribution
/// function and `cdf`. If the sample has that distribution, it exceeds 2.23 with probability 1e-4.
double kolmogorov_distance(std::vector<double> sample, const std::function<double(double)>& cdf) {
  std::ranges::sort(sample);
  const auto n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t k = 0; k < sample.size(); ++k) {
    const double expected = cdf(sample[k]);
    distance = std::max({distance, expected - static_cast<double>(k) / n, static_cast<double>(k + 1) / n - expected});
  }
  return distance * std::sqrt(n);
}

}  // namespace
}  // namespace regretta::tests

namespace regretta {
namespace {

using Lanes = Pack<8>;
constexpr int sample_size = 1'000'000;

/// Draws `sample_size` numbers: 8 trials x 125 rounds x 1,000 indices. draw(random, name) returns a number per trial.
template <class Draw>
std::vector<double> sample_of(Draw draw) {
  const Draws<Lanes> draws(11, 0);
  std::vector<double> sample;
  for (std::int64_t t = 1; t <= 125; ++t)
    for (std::int64_t index = 0; index < 1000; ++index) {
      const Lanes drawn = draw(Randomness<Lanes>(draws, t), DrawName{3, index});
      for (int k = 0; k < lanes<Lanes>; ++k) sample.push_back(lane(drawn, k));
    }
  return sample;
}

/// Mean, variance and fourth central moment of a distribution.
struct Moments {
  double mean, variance, fourth;
};
/// Expects that the sample has this distribution function, and mean and variance within 4.5 standard errors, which are
/// exceeded with probability 1e-5.
void expect_cdf(const std::string& what, const std::vector<double>& sample, const Moments& expected,
                const std::function<double(double)>& cdf) {
  ASSERT_EQ(sample.size(), sample_size) << what;
  double sum = 0, squares = 0;
  for (const double x : sample) {
    sum += x - expected.mean;
    squares += (x - expected.mean) * (x - expected.mean);
  }
  EXPECT_LT(std::fabs(sum / sample_size), 4.5 * std::sqrt(expected.variance / sample_size)) << what;
  EXPECT_LT(std::fabs(squares / sample_size - expected.variance),
            4.5 * std::sqrt((expected.fourth - expected.variance * expected.variance) / sample_size))
      << what;
  const double distance = tests::kolmogorov_distance(sample, cdf);
  testing::Test::RecordProperty("distance_" + what, std::to_string(distance));
  EXPECT_LT(distance, 2.23) << what;
}

Moments gamma_moments(double a) { return {a, a, 3 * a * a + 6 * a}; }
Moments beta_moments(double a, double b) {
  const double n = a + b, mean = a / n, variance = a * b / (n * n * (n + 1));
  const double excess = 6 * ((a - b) * (a - b) * (n + 1) - a * b * (n + 2)) / (a * b * (n + 2) * (n + 3));
  return {mean, variance, (3 + excess) * variance * variance};
}

TEST(Randomness, UniformExponentialAndNormalFollowTheirDistributions) {
  expect_cdf("uniform", sample_of([](auto random, DrawName name) { return random.uniform(name); }),
             {0.5, 1.0 / 12, 1.0 / 80}, [](double x) { return x; });
  expect_cdf("exponential", sample_of([](auto random, DrawName name) { return random.exponential(name); }), {1, 1, 9},
             [](double x) { return -std::expm1(-x); });
  expect_cdf("normal", sample_of([](auto random, DrawName name) { return random.normal(name); }), {0, 1, 3},
             [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; });
}

TEST(Randomness, GammaFollowsItsDistribution) {
  for (const double a : {0.05, 0.5, 1.0, 1.7, 6.0, 250.0})
    expect_cdf("gamma_" + std::to_string(a),
               sample_of([a](auto random, DrawName name) { return random.gamma(name, Lanes(a)); }), gamma_moments(a),
               [a](double x) { return tests::gamma_cdf(a, x); });
}

/// The quick test, which takes no logarithm, accepts only proposals that the full test accepts. For large shapes the
/// full test is rarely needed.
TEST(Randomness, GammaQuickTestAcceptsOnlyWhatTheFullTestAccepts) {
  for (const double shape : {1.0, 1.3, 2.0, 5.0, 40.0, 1e3, 1e6}) {
    detail::GammaAttempts<double> attempt;
    attempt.start(detail::GammaShape<double>::of(shape));
    const long double d = shape - 1.0L / 3;
    double undecided = 0;  // probability that the quick test does not accept
    for (double z = -9; z <= 9; z += 1.0 / 64) {
      const long double x = z / std::sqrt(9 * d);
      const long double accepted = x > -1 ? std::exp(d * (3 * std::log1p(x) - 3 * x + 1.5L * x * x - x * x * x)) : 0;
      EXPECT_TRUE(attempt.propose(z, static_cast<double>(accepted) * (1 + 1e-12))) << shape << ", " << z;
      double low = 0, high = 1;
      while (high - low > 1e-6) (attempt.propose(z, (low + high) / 2) ? high : low) = (low + high) / 2;
      undecided += (1 - low) * std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0)) / 64;
    }
    EXPECT_LT(undecided, 0.15 / shape + 1e-5) << shape;
  }
}

TEST(Randomness, BetaFollowsItsDistribution) {
  for (const auto& [a, b] : {std::pair(1.0, 1.0), {0.3, 0.4}, {0.5, 3.0}, {2.0, 7.5}, {120.0, 40.0}})
    expect_cdf("beta_" + std::to_string(a) + "_" + std::to_string(b),
               sample_of([p = a, q = b](auto random, DrawName name) { return random.beta(name, Lanes(p), Lanes(q)); }),
               beta_moments(a, b), [p = a, q = b](double x) { return tests::beta_cdf(p, q, x); });
}

TEST(Randomness, BetaWithTinyShapesIsNeverNan) {
  int ones = 0;
  for (const double x :
       sample_of([](auto random, DrawName name) { return random.beta(name, Lanes(1e-3), Lanes(2e-3)); })) {
    ASSERT_TRUE(x >= 0 && x <= 1);
    ones += x > 0.5;
  }
  EXPECT_NEAR(ones / 1e6, 1.0 / 3, 0.003);  // nearly all draws are near 0 or 1, the mean is 1/3; 6 standard errors
}

TEST(Randomness, BernoulliAndCategoricalFrequenciesMatchTheirProbabilities) {
  const std::vector<double> weights{1, 0, 2, 5, 0};
  Vector<Lanes> packs(5);
  for (int a = 0; a < 5; ++a) packs[a] = Lanes(weights[static_cast<std::size_t>(a)]);
  std::vector<double> counts(5);
  for (const double arm : sample_of([&](auto random, DrawName name) { return random.categorical(name, packs); }))
    counts.at(static_cast<std::size_t>(arm)) += 1;
  double hits = 0;
  for (const double hit : sample_of([](auto random, DrawName name) {
         return select(random.bernoulli(name, Lanes(0.3)), Lanes(1.0), Lanes(0.0));
       }))
    hits += hit;
  EXPECT_NEAR(hits / sample_size, 0.3, 0.0021);  // 4.5 standard errors
  for (auto a = 0U; a < 5; ++a) EXPECT_NEAR(counts[a] / sample_size, weights[a] / 8, weights[a] == 0 ? 0 : 0.00225);
}

/// One draw of each kind under the same name.
template <class Real>
std::vector<Real> all_draws(const Randomness<Real>& random, DrawName name, const Vector<Real>& shapes) {
  return {random.uniform(name),
          random.exponential(name),
          random.normal(name),
          random.gamma(name, shapes[0]),
          random.gamma(name, shapes[1]),
          random.beta(name, shapes[0], shapes[1]),
          random.beta(name, shapes[1], shapes[2]),
          random.categorical(name, shapes),
          select(random.bernoulli(name, Real(0.4)), Real(1.0), Real(0.0))};
}

template <class P>
void expect_lanes_equal_single_trials() {
  const Draws<P> draws(5, 40);
  for (std::int64_t t = 1; t <= 400; ++t) {
    Vector<P> shapes(3);  // values above and below 1 that differ between lanes
    for (int a = 0; a < 3; ++a)
      for (int k = 0; k < lanes<P>; ++k)
        set_lane(shapes[a], k, 0.02 + static_cast<double>((t + 7 * k + 3 * a) % 23) / 6);
    const auto together = all_draws<P>({draws, t}, {2, t % 5}, shapes);
    for (int k = 0; k < lanes<P>; ++k) {
      const Draws<double> trial_draws(5, 40 + static_cast<std::uint32_t>(k));
      Vector<double> alone_shapes(3);
      for (int a = 0; a < 3; ++a) alone_shapes[a] = lane(shapes[a], k);
      const auto alone = all_draws<double>({trial_draws, t}, {2, t % 5}, alone_shapes);
      for (std::size_t n = 0; n < alone.size(); ++n)
        ASSERT_EQ(as_word(alone[n]), as_word(lane(together[n], k)))
            << "draw " << n << ", round " << t << ", lane " << k;
    }
  }
}

TEST(Randomness, LanesEqualSingleTrials) {
  expect_lanes_equal_single_trials<Pack<4>>();
  expect_lanes_equal_single_trials<Pack<8>>();
  expect_lanes_equal_single_trials<Pack<16>>();
}

template <class Real>
void expect_betas_equal_single_betas() {
  const Draws<Real> draws(5, 40);
  for (const int num_arms : {1, 2, 15, 16, 17, 40})
    for (std::int64_t t = 1; t <= 100; ++t) {
      const Randomness<Real> random(draws, t);
      const auto shape_of = [&](int a) {  // some below 1
        return BetaShape<Real>::of(Real(0.3 + static_cast<double>((t + a) % 5)), Real(0.6 + 0.2 * a));
      };
      Vector<Real> drawn(num_arms);
      random.betas(2, shape_of, drawn);
      for (int a = 0; a < num_arms; ++a) {
        const Real alone = random.beta({2, a}, shape_of(a));
        for (int k = 0; k < lanes<Real>; ++k)
          ASSERT_EQ(as_word(lane(drawn[a], k)), as_word(lane(alone, k))) << a << " of " << num_arms;
      }
    }
}

TEST(Randomness, BetasForManyIndicesEqualSingleBetas) {
  expect_betas_equal_single_betas<double>();
  expect_betas_equal_single_betas<Pack<4>>();
  expect_betas_equal_single_betas<Pack<8>>();
}

TEST(Randomness, RefusesNamesOutsideTheirRange) {
  const Draws<Lanes> draws(5, 0);
  const Randomness<Lanes> random(draws, 1);
  const Vector<Lanes> weights = Vector<Lanes>::Constant(2, Lanes(1.5));
  for (const DrawName name :
       {DrawName{1 << 17, 0}, DrawName{-1, 0}, DrawName{0, -1}, DrawName{0, std::int64_t{1} << 32}}) {
    EXPECT_THROW(random.uniform(name), std::out_of_range);
    EXPECT_THROW(random.bernoulli(name, Lanes(0.5)), std::out_of_range);
    EXPECT_THROW(random.exponential(name), std::out_of_range);
    EXPECT_THROW(random.normal(name), std::out_of_range);
    EXPECT_THROW(random.gamma(name, Lanes(2.0)), std::out_of_range);
    EXPECT_THROW(random.beta(name, Lanes(2.0), Lanes(3.0)), std::out_of_range);
    if (name.index == 0) {
      Vector<Lanes> drawn(2);
      EXPECT_THROW(random.betas(
                       name.purpose, [](int) { return BetaShape<Lanes>{}; }, drawn),
                   std::out_of_range);
    }
    EXPECT_THROW(random.categorical(name, weights), std::out_of_range);
  }
  EXPECT_NO_THROW(random.normal({(1 << 17) - 1, (std::int64_t{1} << 32) - 1}));
}

/// A draw does not change when it is repeated, and no two addresses give the same draw.
TEST(Randomness, DependsOnTheAddressOnly) {
  std::set<double> seen;
  for (std::uint32_t trial = 0; trial < 4; ++trial) {
    const Draws<double> draws(9, trial);
    for (const Stream stream : {Stream::learner, Stream::process})
      for (std::int64_t t = 1; t <= 4; ++t)
        for (int purpose = 0; purpose < 4; ++purpose)
          for (std::int64_t index = 0; index < 4; ++index) {
            const Randomness<double> random(draws, t, stream);
            const double u = random.uniform({purpose, index});
            random.beta({purpose, index}, 0.5, 2.0);
            EXPECT_EQ(u, random.uniform({purpose, index}));
            EXPECT_TRUE(seen.insert(u).second);
            EXPECT_TRUE(seen.insert(random.gamma({purpose, index}, 0.7)).second);
          }
  }
}

/// Draws must never change: all results of randomised learners depend on them.
TEST(Randomness, DrawsNeverChange) {
  const Draws<double> draws(1, 2);
  const Randomness<double> random(draws, 3);
  EXPECT_EQ(random.uniform({4, 5}), 0x1.a9c1a4e5b6708p-2);
  EXPECT_EQ(random.exponential({4, 5}), 0x1.132fc48c7aaa2p-1);
  EXPECT_EQ(random.normal({4, 5}), 0x1.0ca7ea58ab32ep-4);
  EXPECT_EQ(random.gamma({4, 5}, 0.5), 0x1.8bf80013d5e93p-3);
  EXPECT_EQ(random.beta({4, 5}, 1.5, 2.5), 0x1.1160a60fcd17ap-3);
}

}  // namespace
}  // namespace regretta
