// The ticks of a figure's axes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "fake_catalogue.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/tools/figures/scale.hpp"

namespace regretta::fakes {
namespace {

TEST(Scale, TicksAscendInsideAndAreToldApart) {
  for (const ScaleKind kind : {ScaleKind::linear, ScaleKind::logarithmic, ScaleKind::asinh})
    for (int seed = 0; seed < 300; ++seed) {
      auto draw = [&, k = 0U]() mutable { return scrambled(static_cast<std::uint64_t>(seed), ++k); };
      std::vector<double> values;
      for (int k = 0; k < 3; ++k)
        values.push_back((kind == ScaleKind::logarithmic || draw() < 0.5 ? 1 : -1) *
                         std::pow(10, seed < 200 ? 12 * draw() - 3 : 3 * draw() - 2.9 * (seed - 200)));
      const Scale scale({.label = "", .scale = kind}, values);
      for (const double value : values) {
        const bool is_rounding = kind == ScaleKind::logarithmic && value < 1e-9 * std::ranges::max(values);
        EXPECT_EQ(scale.place(value) > 0, !is_rounding) << value;
        EXPECT_LT(scale.place(value), 1);
      }
      const std::vector<Tick> ticks = scale.ticks(5);
      std::set<std::string> texts;
      std::size_t named = 0;
      for (std::size_t k = 0; k < ticks.size(); ++k) {
        EXPECT_GE(scale.place(ticks[k].value), -1e-9);
        EXPECT_LE(scale.place(ticks[k].value), 1 + 1e-9);
        EXPECT_TRUE(k == 0 || ticks[k].value > ticks[k - 1].value) << ticks[k].value;
        if (ticks[k].text.empty()) continue;
        ++named;
        texts.insert(ticks[k].text.plain());
      }
      EXPECT_EQ(texts.size(), named) << seed;
      EXPECT_GE(named, 2U) << seed << " " << static_cast<int>(kind) << " " << values[0] << " " << values[1] << " "
                           << values[2];
      EXPECT_LE(named, 14U) << seed;
    }
}

TEST(Scale, NumbersThatOnlyRoundingTellsApartAreOne) {
  const double x = 81.63085726741501;
  for (const double next : {std::nextafter(x, 100), x + 4e-14, x + 1e-9})
    for (const ScaleKind kind : {ScaleKind::linear, ScaleKind::logarithmic, ScaleKind::asinh}) {
      const Scale scale({.label = "", .scale = kind}, {x, next});
      EXPECT_LE(scale.ticks(5).size(), 20U);
      EXPECT_NEAR(scale.place(x), 0.5, 1e-6);
    }
}

TEST(Scale, TextsMakeRoomWhereFewerAreWanted) {
  const Scale scale({.label = "", .scale = ScaleKind::logarithmic}, {500, 2000});
  const auto named = [&](int wanted) {
    return std::ranges::count_if(scale.ticks(wanted), [](const Tick& tick) { return !tick.text.empty(); });
  };
  EXPECT_GT(named(6), named(3));
  EXPECT_GE(named(2), 2);
}

TEST(Scale, OfOneNumberOrNone) {
  for (const std::vector<double>& values : {std::vector<double>{}, {Statistic::nan}, {7}, {0}, {-1e300}}) {
    const Scale scale({.label = ""}, values);
    EXPECT_GE(scale.ticks(5).size(), 2U);
    if (values.empty() || std::isnan(values[0])) continue;
    EXPECT_NEAR(scale.place(values[0]), 0.5, 1e-6);
  }
  EXPECT_NEAR(Scale({.label = "", .from_zero = true}, {0, 0}).place(0), 0.5, 1e-6) << "differences that are all 0";
}

TEST(Scale, BigNumbersLeaveOutAPower) {
  const Scale scale({.label = "", .from_zero = true}, {0, 3.2e6});
  EXPECT_EQ(scale.left_out(), 6);
  EXPECT_EQ(scale.place(0), 0);
  const std::vector<Tick> ticks = scale.ticks(5);
  EXPECT_EQ(ticks.front().text.plain(), "0.0");
  EXPECT_EQ(ticks[1].text.plain(), "0.5");
  EXPECT_DOUBLE_EQ(ticks[1].value, 5e5);
}

}  // namespace
}  // namespace regretta::fakes
