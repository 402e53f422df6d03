// Power laws and lines of rates: closed forms and edge cases. Error rates: rates_coverage_test.cpp.

#include <gtest/gtest.h>

#include <cmath>

#include "regretta/engine/evidence/statistics/power_law.hpp"

namespace regretta {
namespace {

Eigen::VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values));
}

/// Three trials with these means and a spread of 1% that differs between points.
Eigen::MatrixXd around(const std::vector<double>& means) {
  Eigen::MatrixXd values(3, std::ssize(means));
  for (Eigen::Index j = 0; j < values.cols(); ++j) {
    const double mean = means[static_cast<std::size_t>(j)];
    const double part = 0.01 * mean * (j % 2 == 0 ? 1 : -1);
    values.col(j) << mean - part, mean, mean + part;
  }
  return values;
}

TEST(PowerLaw, WeightsAreThePolynomials) {
  const Eigen::VectorXd z = vector_of({1, 2, 4, 7, 11});
  const Eigen::VectorXd centred = z.array() - 5;
  const Eigen::VectorXd y = 3 + 2 * centred.array() - 0.5 * centred.array().square();
  EXPECT_NEAR(coefficient_weights(z, 2, 0).dot(y), 3, 1e-12);
  EXPECT_NEAR(coefficient_weights(z, 2, 1).dot(y), 2, 1e-12);
  EXPECT_NEAR(coefficient_weights(z, 2, 2).dot(y), -0.5, 1e-12);
  EXPECT_NEAR(coefficient_weights(z, 1, 1).dot(centred), 1, 1e-12);
  EXPECT_NEAR(coefficient_weights(z, 1, 1).sum(), 0, 1e-12);
}

TEST(PowerLaw, ExponentsOfCurves) {
  const Eigen::VectorXd x = vector_of({10, 100, 1e3, 1e5});
  const Eigen::VectorXd y = 7 * x.array().pow(0.3);
  EXPECT_NEAR(fitted_exponent(x, y), 0.3, 1e-12);
  EXPECT_NEAR(last_exponent(x, y), 0.3, 1e-12);
  const Eigen::VectorXd linear_at_last = vector_of({5, 5, 5, 500});
  EXPECT_NEAR(last_exponent(x, linear_at_last), 1, 1e-12);
}

TEST(PowerLaw, PseudoValuesOfALinearFunctionAreItsValues) {
  Eigen::MatrixXd values(4, 2);
  values << 1, 2, 3, 5, 8, 13, 21, 34;
  const auto own = pseudo_values(values, [](const Eigen::VectorXd& means) { return 2 * means[0] - means[1]; });
  for (Eigen::Index n = 0; n < 4; ++n)
    EXPECT_NEAR(own[static_cast<std::size_t>(n)], 2 * values(n, 0) - values(n, 1), 1e-12);
  // The variance with divisor n, as a function of the first two moments: the jackknife turns the divisor into n - 1.
  Eigen::MatrixXd moments(4, 2);
  moments << 1, 1, 3, 9, 8, 64, 21, 441;
  const auto variance =
      pseudo_values(moments, [](const Eigen::VectorXd& means) { return means[1] - means[0] * means[0]; });
  double mean = 0;
  for (const double value : variance) mean += value / 4;
  EXPECT_NEAR(mean, (1 + 9 + 64 + 441 - 33.0 * 33 / 4) / 3, 1e-10);
}

TEST(PowerLaw, FitsWhatIsThere) {
  const Eigen::VectorXd x = vector_of({10, 100, 1'000, 10'000});
  const PowerLaw law = fit_power_law(x, around({1, 10, 100, 1'000}), 999);
  EXPECT_EQ(law.first, 0);
  EXPECT_EQ(law.sign, 1);
  EXPECT_NEAR(law.exponent->mean(), 1, 1e-3);
  EXPECT_NEAR(law.last->mean(), 1, 1e-3);
  EXPECT_NEAR(law.bend->mean(), 0, 1e-3);
  // log10 y = 0, 1, 3, 6 has curvature 1 per factor 10: exponents 1, 2, 3.
  EXPECT_NEAR(fit_power_law(x, around({1, 10, 1e3, 1e6}), 999).bend->mean(), 1, 1e-3);
}

TEST(PowerLaw, UsesTheLargestPointsOfOneSureSign) {
  const Eigen::VectorXd x = vector_of({1, 2, 3, 4, 5});
  Eigen::MatrixXd values = around({3, -1, 1, 2, 3});
  EXPECT_EQ(fit_power_law(x, values, 99).first, 2) << "the sign changes";
  values.col(3) << -1, 2, 5;
  const PowerLaw one = fit_power_law(x, values, 99);
  EXPECT_EQ(one.first, 4) << "2 +- sqrt(3) is within noise of 0";
  EXPECT_FALSE(one.exponent);
  values.col(4) << -1, 0, 1;
  EXPECT_EQ(fit_power_law(x, values, 99).first, 5);
  const PowerLaw negative = fit_power_law(x, around({-1, -2, -3, -4, -5}), 99);
  EXPECT_EQ(negative.sign, -1);
  EXPECT_NEAR(negative.exponent->mean(), 1, 0.01);
  EXPECT_FALSE(fit_power_law(x, Eigen::MatrixXd::Ones(1, 5), 99).exponent) << "one trial";
  EXPECT_FALSE(fit_power_law(x.tail(2), around({1, 2}), 99).bend) << "two points";
}

}  // namespace
}  // namespace regretta
