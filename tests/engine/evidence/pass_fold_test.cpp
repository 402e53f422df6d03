// Summaries in bounded memory have the same bits as those that keep every value.

#include "regretta/engine/evidence/statistics/pass_fold.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace regretta {
namespace {

/// A trial whose quantities are of all kinds: normal, rounded, heavy-tailed, constant, over all exponents, of two
/// modes, with NaN, with infinities, of both signs.
TrialResult odd_trial(std::int64_t number) {
  std::mt19937_64 random(static_cast<std::uint64_t>(number) * 7919 + 1);
  const auto uniform = [&] { return std::uniform_real_distribution<>(0, 1)(random); };
  TrialResult trial;
  trial.trial = number;
  std::ranges::fill(trial.quantities, std::normal_distribution<>(3, 2)(random));
  trial.quantities[0] = std::floor(10 * uniform());
  trial.quantities[1] = std::pow(uniform(), -3.0);
  trial.quantities[2] = 42;
  trial.quantities[3] = std::bit_cast<double>(random() >> 2);
  trial.quantities[4] = uniform() < 0.05 ? 1e6 + uniform() : uniform();
  trial.quantities[5] = uniform() < 0.9 ? std::nan("") : uniform();
  trial.quantities[6] = uniform() < 0.1 ? -HUGE_VAL : uniform();
  trial.quantities[7] = uniform() - 0.5;
  trial.quantities[8] = static_cast<double>(number);
  trial.quantities[9] = std::nan("");
  trial.quantities[10] = number == 17 ? 5e-324 : 0;
  CurvePoint point;
  point.fill(uniform());
  trial.curve.push_back(point);
  if (number % 1000 == 999) trial.failure = Failure{3, "lost"};
  return trial;
}

void expect_same_bits(const Statistic& a, const Statistic& b, std::size_t which) {
  EXPECT_EQ(a.count, b.count) << which;
  const auto bits = [](double x) { return std::isnan(x) ? 0 : std::bit_cast<std::uint64_t>(x); };
  for (const auto part : {&Statistic::mean, &Statistic::se, &Statistic::q05, &Statistic::q50, &Statistic::q95})
    EXPECT_EQ(bits(a.*part), bits(b.*part)) << which << ": " << a.*part << " and " << b.*part;
}

int expect_same_summary(std::int64_t trials) {
  CellFold kept({.checkpoints = 1});
  for (std::int64_t k = 0; k < trials; ++k) kept.add(odd_trial(k));
  PassFold passing({.checkpoints = 1});
  int passes = 0;
  for (; !passing.done(); ++passes) {
    for (std::int64_t k = 0; k < trials; ++k) passing.add(odd_trial(k));
    passing.end_pass();
  }
  const CellSummary a = kept.finish(), b = passing.finish();
  EXPECT_EQ(a.trials, b.trials);
  EXPECT_EQ(a.failed, b.failed);
  EXPECT_EQ(a.infeasible, b.infeasible);
  for (std::size_t q = 0; q < num_quantities; ++q) expect_same_bits(a.quantities[q], b.quantities[q], q);
  for (std::size_t q = 0; q < num_curve_quantities; ++q) expect_same_bits(a.curve[0][q], b.curve[0][q], 100 + q);
  return passes;
}

TEST(PassFold, TheBitsAreThoseOfKeepingEverything) {
  for (const std::int64_t trials : {0, 1, 2, 3, 20, 21, 1000}) {
    SCOPED_TRACE(trials);
    EXPECT_LE(expect_same_summary(trials), 3);
  }
  EXPECT_LE(expect_same_summary(120'000), 6) << "more values than are kept: ten bits of the result in every pass";
}

/// With so many checkpoints that a pass can settle few bits.
TEST(PassFold, ManyCheckpoints) {
  constexpr std::size_t points = 1000;
  const auto trial = [](std::int64_t number) {
    TrialResult result = odd_trial(number);
    result.failure.reset();
    result.curve.assign(points, 0);
    for (std::size_t k = 0; k < points; ++k) {
      const auto x = static_cast<double>((number * 7919 + static_cast<std::int64_t>(k) * 104729) % 1009);
      std::ranges::fill(result.curve[k], x - 500);
    }
    return result;
  };
  CellFold kept({.checkpoints = points});
  PassFold passing({.checkpoints = points});
  for (std::int64_t k = 0; k < 1500; ++k) kept.add(trial(k));
  while (!passing.done()) {
    for (std::int64_t k = 0; k < 1500; ++k) passing.add(trial(k));
    passing.end_pass();
  }
  const CellSummary a = kept.finish(), b = passing.finish();
  for (std::size_t k = 0; k < points; k += 37) expect_same_bits(a.curve[k][1], b.curve[k][1], k);
  for (std::size_t q = 0; q < num_quantities; ++q) expect_same_bits(a.quantities[q], b.quantities[q], q);
}

}  // namespace
}  // namespace regretta
