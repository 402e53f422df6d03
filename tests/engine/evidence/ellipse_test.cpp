// The confidence ellipse of two means: closed forms and coverage.

#include "regretta/engine/evidence/statistics/ellipse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "regretta/engine/real/draws.hpp"

namespace regretta {
namespace {

TEST(Ellipse, ClosedForms) {
  // n = 3: the variance times 2 (n - 1) / (n - 2) F / n, with F_{2,1} = (0.05^-2 - 1) / 2 = 199.5, at variance 1
  const double reach = std::sqrt(4 * 199.5 / 3);
  const Ellipse flat = confidence_ellipse({-1, 0, 1}, {5, 5, 5});
  EXPECT_EQ(flat.pairs, 3);
  EXPECT_DOUBLE_EQ(flat.x, 0);
  EXPECT_DOUBLE_EQ(flat.y, 5);
  EXPECT_NEAR(flat.major, reach, 1e-12 * reach);
  EXPECT_EQ(flat.minor, 0);
  EXPECT_EQ(flat.angle, 0);
  const Ellipse upright = confidence_ellipse({5, 5, 5}, {-1, 0, 1});
  EXPECT_NEAR(upright.major, reach, 1e-12 * reach);
  EXPECT_DOUBLE_EQ(upright.angle, M_PI / 2);
  const Ellipse falling = confidence_ellipse({-1, 0, 1}, {1, 0, -1});
  EXPECT_NEAR(falling.major, std::sqrt(2) * reach, 1e-12 * reach);
  EXPECT_DOUBLE_EQ(falling.angle, -M_PI / 4);
  const Ellipse round = confidence_ellipse({1, -1, 0, 0}, {0, 0, 1, -1});  // variance 2/3; F_{2,2} = 1 / 0.05 - 1
  EXPECT_NEAR(round.major, std::sqrt(2 * 3.0 / 2 * 19 / 4 * 2 / 3), 1e-12);
  EXPECT_NEAR(round.minor, round.major, 1e-12);
}

TEST(Ellipse, LeavesOutTrialsWithoutAPair) {
  const Ellipse whole = confidence_ellipse({1, 2, 4, 8}, {3, 1, 4, 1});
  const Ellipse gaps = confidence_ellipse({1, Statistic::nan, 2, 4, 7, 8}, {3, 2, 1, 4, Statistic::nan, 1});
  EXPECT_EQ(gaps.pairs, 4);
  EXPECT_EQ(gaps.x, whole.x);
  EXPECT_EQ(gaps.major, whole.major);
  EXPECT_EQ(gaps.angle, whole.angle);
  EXPECT_TRUE(std::isnan(confidence_ellipse({Statistic::nan}, {1}).x));
  const Ellipse two = confidence_ellipse({1, 3}, {2, 4});
  EXPECT_EQ(two.x, 2);
  EXPECT_TRUE(std::isnan(two.major)) << "two pairs say nothing of their spread in two directions";
  EXPECT_THROW(confidence_ellipse({1, 2}, {1}), std::invalid_argument);
}

bool holds(const Ellipse& ellipse, double x, double y) {
  const double u = (x - ellipse.x) * std::cos(ellipse.angle) + (y - ellipse.y) * std::sin(ellipse.angle);
  const double v = -(x - ellipse.x) * std::sin(ellipse.angle) + (y - ellipse.y) * std::cos(ellipse.angle);
  return std::hypot(u / ellipse.major, v / ellipse.minor) <= 1;
}

// Exact for normal pairs: of 20,000 studies with 8 correlated pairs each, the share that misses the truth is within 4
// standard deviations, 0.0062, of 0.05.
TEST(Ellipse, HoldsTheTruthAsOftenAsItSays) {
  constexpr int studies = 20'000;
  int missed = 0;
  for (int study = 0; study < studies; ++study) {
    const Draws<double> draws(21, static_cast<std::uint32_t>(study));
    std::vector<double> x, y;
    for (int k = 0; k < 8; ++k) {
      const double radius = std::sqrt(-2 * std::log(draws.uniform_at(Stream::instance, 0, 2 * k)));
      const double turn = 2 * M_PI * draws.uniform_at(Stream::instance, 0, 2 * k + 1);
      x.push_back(10 + 3 * radius * std::cos(turn));
      y.push_back(-2 * radius * std::cos(turn) + radius * std::sin(turn));
    }
    missed += !holds(confidence_ellipse(x, y), 10, 0);
  }
  EXPECT_NEAR(missed / double{studies}, 0.05, 4 * std::sqrt(0.05 * 0.95 / studies));
}

}  // namespace
}  // namespace regretta
