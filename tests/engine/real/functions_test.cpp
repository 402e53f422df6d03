#include "regretta/engine/real/functions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace regretta {
namespace {

/// Distance in units in the last place of `exact`.
double ulps(double value, long double exact) {
  const double rounded = static_cast<double>(exact);
  const double ulp = std::nextafter(std::fabs(rounded), infinity) - std::fabs(rounded);
  return static_cast<double>(std::fabs(static_cast<long double>(value) - exact) / ulp);
}

TEST(Exp, WithinOneUlp) {
  std::mt19937_64 random(1);
  double worst = 0;
  for (int n = 0; n < 400000; ++n) {
    const double x = -708.0 + 1417.0 * static_cast<double>(random() >> 11) * 0x1p-53;
    worst = std::max(worst, ulps(exp(x), std::exp(static_cast<long double>(x))));
    worst = std::max(worst, ulps(exp(x / 700), std::exp(static_cast<long double>(x / 700))));
  }
  EXPECT_LT(worst, 1.0);
}

TEST(Exp, SmallExponentsWithinOneUlp) {
  std::mt19937_64 random(2);
  double worst = 0;
  for (int n = 0; n < 400000; ++n) {
    const double x = small_exponent_limit * (2 * static_cast<double>(random() >> 11) * 0x1p-53 - 1);
    worst = std::max(worst, ulps(exp_small(x), std::exp(static_cast<long double>(x))));
  }
  EXPECT_LT(worst, 1.0);
}

TEST(Exp, SpecialValues) {
  EXPECT_EQ(exp(0.0), 1.0);
  EXPECT_EQ(exp(-infinity), 0.0);
  EXPECT_EQ(exp(-709.0), 0.0);
  EXPECT_EQ(exp(710.0), infinity);
  EXPECT_TRUE(std::isfinite(exp(709.78)));
  EXPECT_TRUE(std::isnan(exp(not_a_number)));
}

TEST(Log, WithinOneUlp) {
  std::mt19937_64 random(3);
  double worst = 0;
  for (int n = 0; n < 400000; ++n) {
    const double u = static_cast<double>(random() >> 11) * 0x1p-53;
    for (const double x : {0.5 + u, std::exp2(2040 * u - 1020), 1 + (u - 0.5) * 1e-6})
      worst = std::max(worst, ulps(log(x), std::log(static_cast<long double>(x))));
  }
  EXPECT_LT(worst, 1.0);
  EXPECT_EQ(log(1.0), 0.0);
  EXPECT_EQ(log(0.0), -infinity);
  EXPECT_EQ(log(infinity), infinity);
  EXPECT_TRUE(std::isnan(log(-1.0)));
}

TEST(SinTurns, AgreesWithTheCLibrary) {
  for (int n = -5000; n <= 5000; ++n) {
    const double u = n / 777.0;
    EXPECT_NEAR(sin_turns(u), std::sin(2 * M_PI * std::fmod(u, 1.0)), 2e-15) << u;
  }
}

template <class P>
void expect_lanes_equal_double() {
  constexpr int W = lanes<P>;
  std::mt19937_64 random(4);
  const double special[] = {0.0,
                            -0.0,
                            infinity,
                            -infinity,
                            not_a_number,
                            1e-310,
                            709.9,
                            -708,
                            708.5,
                            0.06,
                            -0.0625,
                            1.0,
                            std::numeric_limits<double>::min()};
  for (int n = 0; n < 20000; ++n) {
    double x[W];
    for (double& value : x) {
      value = random() % 8 == 0
                  ? special[random() % std::size(special)]
                  : (static_cast<double>(random() >> 11) * 0x1p-53 - 0.5) * (random() % 2 == 0 ? 1600 : 2);
    }
    const P pack = P::load(x);
    for (int k = 0; k < W; ++k) {
      EXPECT_EQ(as_word(lane(exp(pack), k)), as_word(exp(x[k]))) << x[k];
      EXPECT_EQ(as_word(lane(log(pack), k)), as_word(log(x[k]))) << x[k];
      EXPECT_EQ(as_word(lane(exp_small(pack), k)), as_word(exp_small(x[k]))) << x[k];
      EXPECT_EQ(as_word(lane(min(pack, P(0.5)), k)), as_word(min(x[k], 0.5))) << x[k];
      EXPECT_EQ(as_word(lane(max(pack, P(0.5)), k)), as_word(max(x[k], 0.5))) << x[k];
      EXPECT_EQ(as_word(lane(-pack, k)), as_word(-x[k])) << x[k];
      EXPECT_EQ(mask_lane(pack < P(0.25), k), x[k] < 0.25);
      EXPECT_EQ(lane(select(pack >= P(0.25), P(1.0), P(2.0)), k), x[k] >= 0.25 ? 1.0 : 2.0);
    }
  }
}

TEST(Lanes, FunctionsEqualDoubleBitForBit) {
  expect_lanes_equal_double<Pack<4>>();
  expect_lanes_equal_double<Pack<8>>();
  expect_lanes_equal_double<Pack<16>>();
}

}  // namespace
}  // namespace regretta
