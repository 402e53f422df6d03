#include "regretta/engine/real/functions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "regretta/engine/real/draws.hpp"

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

TEST(Exp, Edges) {
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

TEST(SinTurns, Accurate) {
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

// Known-answer vectors of Random123 (kat_vectors, philox4x32 10).
TEST(Philox, KnownAnswers) {
  const auto check = [](std::array<std::uint32_t, 4> c, std::array<std::uint32_t, 2> k,
                        std::array<std::uint32_t, 4> want) {
    const auto got = philox4x32<double>({c[0], c[1], c[2], c[3]}, k[0] | static_cast<std::uint64_t>(k[1]) << 32);
    for (std::size_t w = 0; w < 4; ++w) EXPECT_EQ(static_cast<std::uint32_t>(got[w]), want[w]);
  };
  check({0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  check({~0U, ~0U, ~0U, ~0U}, {~0U, ~0U}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  check({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0},
        {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST(Draws, BlockIsPhiloxOfTheAddress) {
  std::mt19937_64 random(5);
  for (int n = 0; n < 2000; ++n) {
    const std::uint64_t seed = random();
    const auto trial = static_cast<std::uint32_t>(random());
    const auto round = static_cast<std::uint32_t>(random());
    const std::uint64_t group = random() % 256;
    const int constraint = static_cast<int>(random() % 9);
    const auto plain =
        philox4x32<double>({group, 1U | static_cast<std::uint32_t>(constraint) << 8U, round, trial}, seed);
    const auto block = Draws<double>(seed, trial).block(Stream::values, round, group, constraint);
    for (std::size_t w = 0; w < 4; ++w)
      EXPECT_EQ(static_cast<std::uint32_t>(block[w]), static_cast<std::uint32_t>(plain[w]));
  }
}

TEST(Draws, LanesAreConsecutiveTrials) {
  const Draws<Pack<8>> pack(99, 40);
  const auto words = pack.block(Stream::values, 12345, 3, 2);
  for (int k = 0; k < 8; ++k) {
    const auto alone = Draws<double>(99, 40 + static_cast<std::uint32_t>(k)).block(Stream::values, 12345, 3, 2);
    for (std::size_t w = 0; w < 4; ++w)
      EXPECT_EQ(lane(Draws<Pack<8>>::uniform(words[w]), k), Draws<double>::uniform(alone[w]));
  }
}

TEST(Draws, RevealedDrawEqualsTheOneInTheBlock) {
  const Draws<double> draws(7, 3);
  for (int arm = 0; arm < 23; ++arm) {
    const auto block = draws.values(17, static_cast<std::uint64_t>(arm / 2), 1);
    const auto own = draws.values_of(17, {arm}, 1);
    EXPECT_EQ(own[0], Draws<double>::uniform(block[static_cast<std::size_t>(arm % 2 * 2)]));
    EXPECT_EQ(own[1], Draws<double>::uniform(block[static_cast<std::size_t>(arm % 2 * 2 + 1)]));
  }
}

TEST(Draws, UniformsStayInsideTheirInterval) {
  EXPECT_EQ(Draws<double>::uniform(0), 0x1p-33);
  EXPECT_EQ(Draws<double>::uniform(0xffffffffU), 1 - 0x1p-33);
  EXPECT_EQ(Draws<double>::uniform52(0, 0), 0.0);
  EXPECT_EQ(Draws<double>::uniform52(0xffffffffU, 0xffffffffU), 1 - 0x1p-52);
}

}  // namespace
}  // namespace regretta
