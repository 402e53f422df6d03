// Strategies from cumulative losses by safeguarded root finding: compared with bisection, and with extreme losses.

#include <gtest/gtest.h>

#include <random>

#include "regretta/learners/math/weights.hpp"

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

/// The strategy as defined, by bisection.
std::vector<long double> tsallis_by_bisection(const Vector<double>& losses, double eta) {
  const long double least = *std::min_element(losses.begin(), losses.end()), step = eta;
  const auto weight = [&](double loss, long double depth) {
    const long double inverse = 2 / (step * (loss - least + depth));
    return inverse * inverse;
  };
  const long double depth = root(
      [&](long double at) {
        long double sum = -1;
        for (const double loss : losses) sum += weight(loss, at);
        return sum;
      },
      2 / step, 2 * std::sqrt(static_cast<long double>(losses.size())) / step);
  std::vector<long double> x;
  for (const double loss : losses) x.push_back(weight(loss, depth));
  return x;
}

/// Losses whose spread is of the order of the depth, or far from it.
template <class Real>
Vector<Real> losses_like(std::mt19937_64& source, Eigen::Index n, double eta, int instance) {
  Vector<Real> losses(n);
  for (int k = 0; k < lanes<Real>; ++k)
    for (Real& loss : losses)
      set_lane(loss, k, (instance % 2 == 0 ? 1 : -1) * spread(source, 1, instance % 3 * 4)[0] / eta);
  return losses;
}

TEST(TsallisWeights, AgreeWithBisectionWhereverTheyBegin) {
  std::mt19937_64 source(6);
  for (int instance = 0; instance < 300; ++instance) {
    const Eigen::Index n = 1 + instance % 100;
    TsallisWeights<double> weights(static_cast<int>(n));
    for (int update = 0; update < 8; ++update) {  // from the root of quite other losses
      const double eta = spread(source, 1, 6)[0];
      const Vector<double> losses = losses_like<double>(source, n, eta, instance + update);
      if (update % 2 == 1) weights.expect(losses, {update % static_cast<int>(n)}, eta, update);
      weights.update(losses, eta);
      const auto expected = tsallis_by_bisection(losses, eta);
      for (Eigen::Index a = 0; a < n; ++a) {
        const auto relative = static_cast<double>(weights.strategy()[a] / expected[static_cast<std::size_t>(a)] - 1);
        ASSERT_NEAR(relative, 0, 4e-15) << "instance " << instance << ", update " << update << ", arm " << a;
      }
    }
  }
}

TEST(TsallisWeights, ALaneEqualsTheTrialAlone) {
  std::mt19937_64 source(7);
  for (int instance = 0; instance < 100; ++instance) {
    const int n = 1 + instance % 20;
    TsallisWeights<Pack<8>> weights(n);
    std::vector<TsallisWeights<double>> alone(8, TsallisWeights<double>(n));
    for (int update = 0; update < 4; ++update) {
      const Vector<Pack<8>> losses = losses_like<Pack<8>>(source, n, 0.1, instance + update);
      const Index<Pack<8>> arms{0, 1 % n, 2 % n, 3 % n, 4 % n, 5 % n, 6 % n, 7 % n};
      weights.expect(losses, arms, 0.1, 0.5);
      weights.update(losses, 0.1);
      for (int k = 0; k < 8; ++k) {
        const auto trial = static_cast<std::size_t>(k);
        Vector<double> own(n);
        for (Eigen::Index a = 0; a < n; ++a) own[a] = lane(losses[a], k);
        alone[trial].expect(own, {arms[trial]}, 0.1, 0.5);
        alone[trial].update(own, 0.1);
        for (Eigen::Index a = 0; a < n; ++a)
          ASSERT_EQ(lane(weights.strategy()[a], k), alone[trial].strategy()[a]) << "instance " << instance;
      }
    }
  }
}

TEST(TsallisWeights, SurviveExtremes) {
  for (const double eta : {1e-9, 1e-3, 2.0, 1e6})
    for (const double far : {0.0, 1e-12, 1.0, 1e8, 1e150})
      for (const double shift : {0.0, 1e-12, 1.0, 1e150, -1e150, infinity}) {
        Vector<double> losses(3);
        losses[0] = 0;
        losses[1] = far;
        losses[2] = 2 * far;
        TsallisWeights<double> weights(3);
        weights.expect(losses, {1}, eta, shift);
        weights.update(losses, eta);
        const Vector<double>& x = weights.strategy();
        EXPECT_NEAR(x[0] + x[1] + x[2], 1, 1e-15) << eta << " " << far << " " << shift;
        for (Eigen::Index j = 0; j < 3; ++j) EXPECT_GE(x[j], 0) << eta << " " << far << " " << shift;
      }
}

}  // namespace
}  // namespace regretta
