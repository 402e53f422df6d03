// Probabilities too small to be counted, against sums over all resamples, and against counts where there are enough.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "regretta/engine/evidence/statistics/bootstrap_tail.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/statistics/student.hpp"
#include "simulated_studies.hpp"

namespace regretta {
namespace {

/// The share of all n^n resamples whose ratio is at least `ratio`; n <= 8.
double exact_tail(const std::vector<double>& values, double ratio) {
  const std::size_t n = values.size();
  const auto count = static_cast<double>(n);
  double mean = 0;
  for (const double x : values) mean += x / count;
  std::int64_t beyond = 0, all = 0;
  const std::function<void(std::size_t, double, double)> draw = [&](std::size_t drawn, double sum, double squares) {
    if (drawn == n) {
      const double variance = (squares - sum * sum / count) / (count * (count - 1));
      ++all;
      beyond += sum > 0 && sum / count >= ratio * std::sqrt(std::max(0.0, variance)) * (1 - 1e-9);
      return;
    }
    for (const double x : values) draw(drawn + 1, sum + (x - mean), squares + (x - mean) * (x - mean));
  };
  draw(0, 0, 0);
  return static_cast<double>(beyond) / static_cast<double>(all);
}

// Claim: the relative standard error is about 5%; 25% is five of them. The smallest probability is 1 of 7^7.
TEST(BootstrapTail, EqualsTheSumOverAllResamples) {
  const std::vector<std::vector<double>> samples = {
      {1, 2, 3, 4, 5, 6, 8}, {0.1, 0.2, 0.3, 0.5, 0.9, 4, 30},    {-30, -4, 0.1, 0.2, 0.3, 0.5, 0.9},
      {0, 0, 0, 0, 1, 1, 1}, {-1, 1e-4, -1e-4, 2e-4, 5e-4, 1, 0}, {1, 1, 1, 1, 1, 1, 7}};
  for (std::size_t s = 0; s < samples.size(); ++s) {
    for (const double ratio : {1.0, 3.0, 7.0, 20.0, 60.0}) {
      const double expected = exact_tail(samples[s], ratio);
      if (expected > 0)
        EXPECT_NEAR(bootstrap_tail(samples[s], ratio) / expected, 1, 0.25) << s << ", " << ratio << ", " << expected;
      else
        EXPECT_LT(bootstrap_tail(samples[s], ratio), 1e-6) << s << ", " << ratio;
    }
  }
}

/// The share of all n^n m^m pairs of resamples whose ratio is at least `ratio`.
double exact_tail(const std::vector<double>& a, const std::vector<double>& b, double ratio) {
  struct Resample {
    double mean, variance;
  };
  const auto all = [](const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    double mean = 0;
    for (const double x : values) mean += x / n;
    std::vector<Resample> resamples;
    const std::function<void(std::size_t, double, double)> draw = [&](std::size_t drawn, double sum, double squares) {
      if (drawn == values.size()) {
        resamples.push_back({sum / n, std::max(0.0, squares - sum * sum / n) / (n * (n - 1))});
        return;
      }
      for (const double x : values) draw(drawn + 1, sum + (x - mean), squares + (x - mean) * (x - mean));
    };
    draw(0, 0, 0);
    return resamples;
  };
  std::int64_t beyond = 0;
  const std::vector<Resample> left = all(a), right = all(b);
  for (const Resample& one : left)
    for (const Resample& other : right) {
      const double difference = one.mean - other.mean;
      beyond += difference > 0 && difference >= ratio * std::sqrt(one.variance + other.variance) * (1 - 1e-9);
    }
  return static_cast<double>(beyond) / static_cast<double>(left.size() * right.size());
}

TEST(BootstrapTail, EqualsTheSumOverAllPairsOfResamples) {
  const std::vector<Samples> samples = {{{1, 2, 3, 5}, {2, 3, 4.5, 8}},
                                        {{0, 1, 1, 7, 40}, {-3, -2, 0}},
                                        {{0, 0.01, 0.03}, {1, 2, 3, 9, 10}},
                                        {{-50, 1, 2, 3}, {0, 0, 1, 1}},
                                        {{1, 2, 4, 8}, {5, 5, 5}}};
  for (std::size_t s = 0; s < samples.size(); ++s) {
    for (const double ratio : {1.0, 2.0, 4.0, 8.0, 30.0}) {
      const double expected = exact_tail(samples[s].values, samples[s].subtracted, ratio);
      if (expected > 0)
        EXPECT_NEAR(bootstrap_tail(samples[s], ratio) / expected, 1, 0.25) << s << ", " << ratio << ", " << expected;
      else
        EXPECT_LT(bootstrap_tail(samples[s], ratio), 1e-4) << s << ", " << ratio;
    }
  }
}

std::vector<double> sample(int shape, int n) {
  std::vector<double> values;
  for (int k = 0; k < n; ++k)
    values.push_back(shape == 0   ? normal(1, 0, k)
                     : shape == 1 ? -log_normal(1, 0, k)
                                  : normal(1, 0, k) * (k % 8 == 0 ? 1 : 1e-3));
  return values;
}

// Where the count c of 200,000 replicates is large and above Student's tail, the two agree within five standard errors,
// of 1 / sqrt(c) and 5%.
TEST(BootstrapTail, EqualsCounts) {
  constexpr int replicates = 200'000;
  int compared = 0;
  for (int shape = 0; shape < 3; ++shape) {
    for (const int n : {12, 64}) {
      const std::vector<double> values = sample(shape, n);
      const BootstrapMean bootstrap(values, replicates);
      for (const double ratio : {2.0, 3.0, 4.0, 5.0}) {
        const double p = bootstrap.p_value_at_most(bootstrap.mean() - ratio * bootstrap.se());
        const double count = resampled_rate(2 * p) / 2 * (replicates + 1) - 1;
        if (count < 20 || p < 1.01 * student_cdf(-ratio, n - 1)) continue;
        ++compared;
        EXPECT_NEAR(bootstrap_tail(values, ratio) * replicates / count, 1, 5 * std::hypot(1 / std::sqrt(count), 0.05))
            << shape << ", " << n << ", " << ratio << ", " << count;
      }
    }
  }
  EXPECT_GE(compared, 15);
}

// A p-value that 4 million replicates could not show; and the largest ones are still counted.
TEST(BootstrapTail, ResolvesAnyPValue) {
  const std::vector<double> noise = sample(0, 64), zeros(64, 0.0);
  std::vector<double> values = noise;
  for (double& x : values) x = 1 + 0.3 * x;
  const auto p_value = [&](double least_p) { return paired_difference(values, zeros, {.least_p = least_p}).p_value; };
  EXPECT_EQ(p_value(1e-9), least_resolved(1e-9));
  EXPECT_LT(p_value(1e-9), 1e-9);
  EXPECT_GT(p_value(1e-3), 1e-4) << "not more than asked for";
  EXPECT_EQ(paired_difference(zeros, values, {.least_p = 1e-9}).p_value, p_value(1e-9));
  EXPECT_EQ(paired_difference(noise, zeros, {.least_p = 1e-9}).p_value, BootstrapMean(noise, 1999).p_value(0));
}

}  // namespace
}  // namespace regretta
