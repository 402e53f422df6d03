// Strategies from cumulative losses by safeguarded root finding: compared with bisection, and with extreme losses.

#include <gtest/gtest.h>

#include <random>

#include "regretta/learners/math/log_barrier_weights.hpp"
#include "regretta/learners/math/tsallis_weights.hpp"

namespace regretta {
namespace {

/// n numbers whose magnitudes span `decades` powers of ten.
std::vector<double> spread(std::mt19937_64& source, std::size_t n, double decades) {
  std::uniform_real_distribution<double> exponent(-decades / 2, decades / 2);
  std::vector<double> numbers;
  for (std::size_t j = 0; j < n; ++j) numbers.push_back(std::pow(10, exponent(source)));
  return numbers;
}

/// The root of a decreasing function in [low, high].
template <class F>
long double root(F f, long double low, long double high) {
  for (int step = 0; step < 300; ++step) {
    const long double middle = (low + high) / 2;
    (f(middle) > 0 ? low : high) = middle;
  }
  return low;
}

TEST(LogBarrierWeights, AgreeWithBisection) {
  std::mt19937_64 source(5);
  for (int instance = 0; instance < 2000; ++instance) {
    const std::size_t n = 1 + static_cast<std::size_t>(instance) % 40;
    const double decades = instance % 3 * 6;
    const auto offset = spread(source, n, decades), slope = spread(source, n, instance % 2 == 0 ? 0 : 3);
    Vector<double> u(n), s(n), x(n);
    for (std::size_t j = 0; j < n; ++j) {
      u[static_cast<Eigen::Index>(j)] = offset[j] - (instance % 5 == 0 ? 1e3 : 0);
      s[static_cast<Eigen::Index>(j)] = slope[j];
    }
    log_barrier_weights(u, s, x);
    long double low = -1e300L;
    for (Eigen::Index j = 0; j < x.size(); ++j) low = std::max(low, (1 - static_cast<long double>(u[j])) / s[j]);
    const auto weight = [&](Eigen::Index j, long double z) { return 1 / (u[j] + s[j] * z); };
    const long double z = root(
        [&](long double at) {
          long double sum = -1;
          for (Eigen::Index j = 0; j < x.size(); ++j) sum += weight(j, at);
          return sum;
        },
        low, low + 1e6L);
    for (Eigen::Index j = 0; j < x.size(); ++j)
      ASSERT_NEAR(x[j], static_cast<double>(weight(j, z)), 1e-9) << "instance " << instance << ", " << j;
  }
}

TEST(LogBarrierWeights, SurviveExtremes) {
  for (const double far : {0.0, 1.0, 1e8, 1e100, 1e300}) {
    Vector<double> u(3), s = Vector<double>::Constant(3, 1.0), x(3);
    u[0] = -far;
    u[1] = 0;
    u[2] = far;
    log_barrier_weights(u, s, x);
    EXPECT_NEAR(x[0] + x[1] + x[2], 1, 1e-15) << far;
    for (Eigen::Index j = 0; j < 3; ++j) EXPECT_GE(x[j], 0) << far;
  }
}

TEST(TsallisWeights, SurviveExtremes) {
  for (const double eta : {1e-9, 1e-3, 2.0, 1e6})
    for (const double far : {0.0, 1e-12, 1.0, 1e8, 1e150}) {
      Vector<double> losses(3), x(3);
      losses[0] = 0;
      losses[1] = far;
      losses[2] = 2 * far;
      tsallis_weights(losses, eta, x);
      EXPECT_NEAR(x[0] + x[1] + x[2], 1, 1e-15) << eta << " " << far;
      for (Eigen::Index j = 0; j < 3; ++j) EXPECT_GE(x[j], 0) << eta << " " << far;
    }
}

}  // namespace
}  // namespace regretta
