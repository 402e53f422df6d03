// Power laws: closed forms and edge cases. Error rates: rates_coverage_test.cpp.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "regretta/engine/evidence/rates/rate_line.hpp"
#include "regretta/engine/evidence/statistics/power_law.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

Eigen::VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values));
}

/// Each mean with independent noise of this half-width.
PointMeans with_noise(const Eigen::VectorXd& means, const Eigen::VectorXd& noise) {
  return {means, [means, noise](const Eigen::VectorXd& weights) {
            const double mean = weights.dot(means), half = weights.cwiseProduct(noise).norm();
            return Interval{mean - half, mean + half};
          }};
}

TEST(PowerLaw, ExponentsOfCurves) {
  const Eigen::VectorXd x = vector_of({10, 100, 1e3, 1e5});
  for (const double exponent : {-0.4, 0.0, 0.3, 1.0, 2.0}) {
    const Eigen::VectorXd y = 7 * x.array().pow(exponent);
    for (const PowerLaw& law : {PowerLaw(x, 0.5), PowerLaw::between_the_last_two(x, 0.5)}) {
      EXPECT_NEAR(law.exponent(y), exponent, 1e-9);
      EXPECT_NEAR(law.exponent(-y), exponent, 1e-9) << "of its size";
      EXPECT_NEAR(law.beyond(exponent).dot(y) / law.level().dot(y), 0, 1e-9);
      EXPECT_GT(law.beyond(exponent - 0.1).dot(y), 0);
      EXPECT_LT(law.beyond(exponent + 0.1).dot(y), 0);
    }
    EXPECT_NEAR(Bend(x, exponent).estimate(y), 0, 1e-6);
  }
  EXPECT_NEAR(PowerLaw::between_the_last_two(x, 0.5).exponent(vector_of({5, 5, 5, 500})), 1, 1e-9);
  EXPECT_TRUE(std::isnan(PowerLaw(x, 0.5).exponent(vector_of({-9, -9, -9, 1e6}))));
  // log10 y = 0.01 (log10 x)^2: the exponent rises by 0.02 per factor of 10.
  const Eigen::VectorXd log10_x = vector_of({1, 2, 3, 4}),
                        powers = log10_x.unaryExpr([](double z) { return std::pow(10, z); });
  const Eigen::VectorXd bent = (0.01 * std::log(10) * log10_x.array().square()).exp();
  EXPECT_NEAR(Bend(powers, PowerLaw(powers, 0).exponent(bent)).estimate(bent), 0.02, 0.001);
}

TEST(PowerLaw, IntervalsAreFiellers) {
  const Eigen::VectorXd x = vector_of({10, 100});
  const Eigen::VectorXd y = vector_of({100, 200}), noise = vector_of({10, 30});
  const Interval interval = PowerLaw(x, 0.5).exponent_interval(with_noise(y, noise));
  for (const double end : {interval.low, interval.high}) {  // (y2 - r y1)^2 = 30^2 + r^2 10^2
    const double r = std::pow(10, end);
    EXPECT_NEAR((200 - r * 100) * (200 - r * 100) / (900 + r * r * 100), 1, 0.01);
  }
  EXPECT_LT(interval.low, std::log10(2));
  EXPECT_GT(interval.high, std::log10(2));
  const Interval negative = PowerLaw(x, 0.5).exponent_interval(with_noise(-y, noise));
  EXPECT_NEAR(negative.low, interval.low, 1e-9);
  const Interval open = PowerLaw(x, 0.5).exponent_interval(with_noise(y, vector_of({10, 250})));
  EXPECT_EQ(open.low, -infinity) << "the larger mean is within noise of 0";
  EXPECT_TRUE(std::isfinite(open.high));
  const Interval none = PowerLaw(x, 0.5).exponent_interval(with_noise(y, vector_of({120, 30})));
  EXPECT_EQ(none.high, infinity);
  const Interval exact = PowerLaw(x, 0.5).exponent_interval(with_noise(y, vector_of({0, 0})));
  EXPECT_NEAR(exact.low, std::log10(2), 1e-9);
  EXPECT_NEAR(exact.high, std::log10(2), 1e-9);
}

TEST(PowerLaw, NoPointIsLeftOut) {
  const Eigen::VectorXd x = vector_of({10, 100, 1000});
  const Eigen::VectorXd y = vector_of({1, 30, 300}), noise = vector_of({8, 1, 1});
  EXPECT_GT(PowerLaw(x, 1).exponent(y), 1) << "the first mean, within its noise, counts";
  EXPECT_LT(PowerLaw(x, 1).exponent(y), 1.1) << "by what it weighs";
  EXPECT_TRUE(std::isfinite(PowerLaw(x, 1).exponent_interval(with_noise(y, noise)).high));
}

/// A line of five horizons whose exponent has this interval; the paper allows 0.5 only.
RateLine line_of(double value, const Interval& interval, double p_value) {
  RateLine line;
  line.trials = 100;
  line.points = 5;
  line.sign = 1;
  line.exponent = line.last = {value, interval};
  line.paper = {0.5, 0.5};
  line.p_value = p_value;
  return line;
}

/// The line's verdict in a table of as many lines, of which the others say nothing.
RateLine in_a_table_of(int lines, const RateLine& line) {
  std::vector<RateLine> table(static_cast<std::size_t>(lines - 1), line_of(0.5, {0.4, 0.6}, 1));
  table.push_back(line);
  conclude(table, 0.95);
  return table.back();
}

TEST(RateVerdicts, ConsistentTakesAnIntervalThatMeetsThePapers) {
  EXPECT_EQ(in_a_table_of(30, line_of(0.52, {0.45, 0.59}, 1)).verdict, RateVerdict::consistent);
  EXPECT_EQ(in_a_table_of(1, line_of(0.6, {0.55, 0.65}, 0.01)).verdict, RateVerdict::faster);
  const RateLine outside = in_a_table_of(30, line_of(0.6, {0.55, 0.65}, 0.01));
  EXPECT_EQ(outside.verdict, RateVerdict::cannot_say) << "not rejected, and yet the interval excludes the paper's";
  EXPECT_NE(outside.reason.find("may be chance"), std::string::npos) << outside.reason;
  for (const Interval& wide : {Interval{-0.1, 0.7}, Interval{0.4, infinity}})
    EXPECT_EQ(in_a_table_of(1, line_of(0.5, wide, 1)).verdict, RateVerdict::cannot_say);
  const RateLine none = in_a_table_of(1, line_of(not_a_number, {not_a_number, not_a_number}, 1));
  EXPECT_EQ(none.verdict, RateVerdict::cannot_say);
  EXPECT_NE(none.reason.find("no exponent"), std::string::npos) << none.reason;
  RateLine few = line_of(0.9, {0.85, 0.95}, 1e-9);
  few.trials = 24;
  EXPECT_EQ(in_a_table_of(1, few).verdict, RateVerdict::cannot_say);
}

TEST(RateVerdicts, CurvedIsSaidOverTheWholeTable) {
  RateLine line = line_of(0.52, {0.45, 0.59}, 1);
  line.bend = {0.1, {0.02, 0.18}};
  line.bend_p_value = 0.02;
  EXPECT_EQ(in_a_table_of(1, line).verdict, RateVerdict::curved);
  EXPECT_NE(in_a_table_of(1, line).reason.find("as the paper allows"), std::string::npos);
  EXPECT_EQ(in_a_table_of(30, line).verdict, RateVerdict::consistent);
  line.last = {0.6, {0.55, 0.65}};
  EXPECT_EQ(in_a_table_of(1, line).reason.find("as the paper allows"), std::string::npos);
  line.last = {0.6, {-infinity, infinity}};
  EXPECT_EQ(in_a_table_of(1, line).reason.find("as the paper allows"), std::string::npos);
}

// Regret is negative and C adds 3 C sqrt(T) to it: only the addition has an exponent.
TEST(RateLines, WhatCAddsHasAnExponentWhereTheMeanHasNone) {
  const std::vector<std::int64_t> lengths = {1'000, 10'000, 100'000};
  std::vector<CellLabel> labels(6);
  std::vector<RateCell> cells(6);
  RateTask added, plain;
  added.growth = Growth::added;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const auto T = static_cast<double>(labels[k].horizon = lengths[k / 2]);
    cells[k].label = &labels[k];
    cells[k].corruption = k % 2 == 0 ? 0 : 10;
    cells[k].log_term = 5;
    cells[k].values.assign(1, {});
    for (int n = 0; n < 64; ++n)
      cells[k].values[0].push_back(-0.3 * T + 3 * cells[k].corruption * std::sqrt(T) * (1 + 0.01 * (n % 5)) + n % 7);
    added.cells.push_back(&cells[k]);
    if (k % 2 == 1) plain.cells.push_back(&cells[k]);
  }
  const auto no_theorem = [](const RateCell&, Quantity, double) { return std::optional<double>(); };
  const RateLine line = rate_line(added, 0.95, no_theorem);
  EXPECT_EQ(line.points, 3);
  EXPECT_EQ(line.sign, 1);
  EXPECT_NEAR(line.exponent.value, 0.5, 1e-6);
  EXPECT_NEAR(line.paper.low, 0, 1e-9) << "C does not grow with T";
  EXPECT_NE(rate_line(plain, 0.95, no_theorem).sign, 1);
  EXPECT_FALSE(line.far_cell);
  labels[3].cell = 3;
  cells[3].values[0][5] += 1e5;
  std::vector<RateLine> lines = {rate_line(added, 0.95, no_theorem)};
  EXPECT_EQ(lines[0].far_cell, 3);
  conclude(lines, 0.95);
  EXPECT_EQ(lines[0].verdict, RateVerdict::cannot_say);
  EXPECT_EQ(lines[0].reason, "cell 3 has a rare mode: see `diagnose`");
}

}  // namespace
}  // namespace regretta
