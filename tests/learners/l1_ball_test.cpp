// Euclidean projections onto {v >= 0, sum v <= radius} and onto the simplex satisfy their optimality conditions.

#include <gtest/gtest.h>

#include <random>

#include "regretta/learners/math/euclidean_projection.hpp"

namespace regretta {
namespace {

Vector<double> projected(const std::vector<double>& entries, double radius) {
  Vector<double> v(static_cast<Eigen::Index>(entries.size()));
  std::copy(entries.begin(), entries.end(), v.begin());
  project_onto_l1_ball(v, radius);
  return v;
}

/// Expects that w is the nearest point to v: v minus some theta >= 0, clipped at 0, where theta > 0 only if w sums to
/// the radius.
void expect_nearest(const std::vector<double>& v, double radius, const Vector<double>& w) {
  double size = radius, sum = 0, positive = 0, theta = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double entry = w[static_cast<Eigen::Index>(i)];
    ASSERT_GE(entry, 0);
    size = std::max(size, std::abs(v[i]));
    sum += entry;
    positive += std::max(v[i], 0.0);
    if (entry > 0) theta = std::max(theta, v[i] - entry);
  }
  const double slack = 1e-14 * size;
  EXPECT_LE(sum, radius + slack);
  if (positive <= radius) {
    EXPECT_EQ(theta, 0);
  } else {
    EXPECT_NEAR(sum, radius, slack);
  }
  for (std::size_t i = 0; i < v.size(); ++i)
    EXPECT_NEAR(w[static_cast<Eigen::Index>(i)], std::max(v[i] - theta, 0.0), slack);
}

TEST(L1Ball, FindsTheNearestPoint) {
  std::mt19937_64 generator(3);
  for (int instance = 0; instance < 5000; ++instance) {
    const std::size_t m = 1 + static_cast<std::size_t>(instance) % 8;
    const double radius = std::pow(10, std::uniform_real_distribution<double>(-2, 4)(generator));
    std::normal_distribution<double> entry(0.2 * radius, (instance % 3 == 0 ? 0.1 : 1) * radius);
    std::vector<double> v(m);
    for (double& value : v) value = entry(generator);
    if (instance % 4 == 0) v[m - 1] = v[0];
    expect_nearest(v, radius, projected(v, radius));
  }
}

TEST(Simplex, FindsTheNearestPoint) {
  std::mt19937_64 generator(4);
  for (int instance = 0; instance < 500; ++instance) {
    std::normal_distribution<double> entry(instance % 2 == 0 ? -3 : 5, instance % 3 == 0 ? 0.1 : 2);
    Vector<double> v(1 + instance % 9);
    for (double& x : v) x = entry(generator);
    Vector<double> x = v;
    project_on_simplex(x);
    EXPECT_NEAR(x.sum(), 1, 1e-13);
    double theta = -infinity;  // the nearest point is v - theta, clipped at 0
    for (int a = 0; a < v.size(); ++a)
      if (x[a] > 0) theta = std::max(theta, v[a] - x[a]);
    for (int a = 0; a < v.size(); ++a) EXPECT_NEAR(x[a], std::max(v[a] - theta, 0.0), 1e-13);
  }
}

}  // namespace
}  // namespace regretta
