// Crossings of curves and largest means: closed cases, and how often their intervals miss.
//   REGRETTA_REPETITIONS=2000 build/release/tests/test_engine --gtest_filter='CrossingCoverage*:WorstCaseCoverage*'

#include "regretta/engine/evidence/statistics/crossing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "lock_in.hpp"
#include "regretta/engine/evidence/comparison/worst_case.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/real/functions.hpp"
#include "simulated_studies.hpp"

namespace regretta {
namespace {

std::vector<Interval> around(const std::vector<double>& means, double half) {
  std::vector<Interval> intervals;
  for (const double mean : means) intervals.push_back({mean - half, mean + half});
  return intervals;
}

TEST(Crossing, InterpolatesMeansAndEnds) {
  const std::vector<double> x = {1, 2, 3, 4}, means = {-2, -1, 1, 2};
  for (const double sign : {1.0, -1.0}) {
    std::vector<double> turned;
    for (const double mean : means) turned.push_back(sign * mean);
    const Crossing crossing = find_crossing(x, turned, around(turned, 0.5));
    EXPECT_EQ(crossing.before, -sign);
    EXPECT_DOUBLE_EQ(crossing.at, 2.5);
    EXPECT_DOUBLE_EQ(crossing.interval.low, 2.25);
    EXPECT_DOUBLE_EQ(crossing.interval.high, 2.75);
  }
}

TEST(Crossing, OpenEnds) {
  const std::vector<double> x = {1, 2, 3};
  const Crossing late = find_crossing(x, {-2, -1, 0.5}, around({-2, -1, 0.5}, 0.9));
  EXPECT_EQ(late.interval.high, infinity) << "the other order is nowhere shown";
  EXPECT_GT(late.interval.low, 2);
  const Crossing early = find_crossing(x, {-0.5, 1, 2}, around({-0.5, 1, 2}, 0.9));
  EXPECT_EQ(early.interval.low, -infinity) << "nor is the first one";
  EXPECT_LT(early.interval.high, 2);
  const Crossing never = find_crossing(x, {3, 2, 1}, around({3, 2, 1}, 0.1));
  EXPECT_TRUE(std::isnan(never.at));
  EXPECT_EQ(never.interval.low, infinity) << "beyond the last point";
  const Crossing unknown = find_crossing(x, {-1, 0, 1}, std::vector<Interval>(3, {-infinity, infinity}));
  EXPECT_EQ(unknown.at, 2);
  EXPECT_EQ(unknown.interval.low, -infinity);
  EXPECT_EQ(unknown.interval.high, infinity);
  EXPECT_TRUE(std::isnan(find_crossing({}, {}, {}).at));
}

/// A learner whose noise has mean 0: that of trial k at point j.
struct NoiseAroundNothing {
  std::string name;
  std::function<double(int study, int j, int k)> value;
  double reach;
  bool rare;  ///< what was seen is not enough
};

std::vector<NoiseAroundNothing> noises_around_nothing() {
  std::vector<NoiseAroundNothing> all = {
      {"normal", [](int s, int j, int k) { return normal(s, 0, k) + normal(s, 1 + j, k); }, 20, false},
      {"log-normal", [](int s, int j, int k) { return log_normal(s, 1 + j, k) - std::exp(0.5); }, 100, false}};
  for (const double p : {0.02, 0.1})
    all.push_back({fmt::format("locks in, {:g}%", 100 * p),
                   [p](int s, int j, int k) { return (uniform(s, 1 + j, k) < p ? 20 : 0) - 20 * p; }, 40, true});
  return all;
}

// Differences from -1 to 1 that cross 0 at 2.3, between two of five points. Claim: 95% intervals miss it in at most 5%,
// from what was seen where there is no rare mode, outright always.
TEST(CrossingCoverage, IntervalsHoldTheCrossing) {
  const int studies = repetitions(40);
  const std::vector<double> x = {0, 1, 2, 3, 4};
  if (whole) fmt::print("| noise | n | seen | finite | outright | finite |\n|---|---|---|---|---|---|\n");
  for (const NoiseAroundNothing& noise : noises_around_nothing())
    for (const int n : whole ? std::vector<int>{24, 64, 256} : std::vector<int>{64}) {
      Misses seen, outright;
      double closed = 0, closed_outright = 0;
      for (int study = 0; study < studies; ++study) {
        std::vector<double> means;
        std::vector<Interval> by_seen, by_reach;
        for (std::size_t j = 0; j < x.size(); ++j) {
          std::vector<double> values;
          for (int k = 0; k < n; ++k) values.push_back((x[j] - 2.3) / 2 + noise.value(study, static_cast<int>(j), k));
          const Evidence mean = evidence_of(values, {-noise.reach, noise.reach});
          means.push_back(mean.mean);
          by_seen.push_back(mean.seen);
          by_reach.push_back(mean.sure);
        }
        const Interval one = find_crossing(x, means, by_seen).interval,
                       two = find_crossing(x, means, by_reach).interval;
        // Where noise turns the first mean, the order before is mistaken and nothing is claimed of this crossing.
        if (means.front() >= 0) continue;
        seen.add(2.3, one, studies);
        outright.add(2.3, two, studies);
        closed += (std::isfinite(one.low) && std::isfinite(one.high)) / static_cast<double>(studies);
        closed_outright += (std::isfinite(two.low) && std::isfinite(two.high)) / static_cast<double>(studies);
      }
      if (whole)
        fmt::print("| {} | {} | {} | {:.0f}% | {} | {:.0f}% |\n", noise.name, n, seen.percent(), 100 * closed,
                   outright.percent(), 100 * closed_outright);
      const double allowed = 0.05 + simulation_error(0.05, studies);
      if (!noise.rare) {
        // Of skewness 6, an interval from what was seen misses in 7% (ERROR_RATES.md).
        EXPECT_LE(seen.both(), allowed + (noise.name == "log-normal" ? 0.03 : 0)) << noise.name << ", n = " << n;
      }
      EXPECT_LE(outright.both(), allowed) << noise.name << ", n = " << n;
    }
}

TEST(WorstCase, TheLargestAndWhatMayBeIt) {
  const std::vector<double> low(64, 1.0), high(64, 5.0), unclear = {0, 10, 0, 10, 0, 10, 0, 10};
  const std::vector<Interval> reaches(3, {0, 10});
  const LargestMean largest = largest_mean({low, high, unclear}, reaches, 0.05);
  EXPECT_EQ(largest.at, 1U);
  EXPECT_DOUBLE_EQ(largest.mean, 5);
  EXPECT_EQ(largest.candidates, (std::vector<std::size_t>{1, 2})) << "5 of 10 may be more";
  EXPECT_LT(largest.sure.low, 5);
  EXPECT_GT(largest.sure.high, 5);
  EXPECT_LE(largest.seen.low, 5);
  EXPECT_GE(largest.seen.high, 5);
  const LargestMean blind = largest_mean({low, high}, {{0, 10}, {-infinity, infinity}}, 0.05);
  EXPECT_EQ(blind.sure.high, infinity);
  EXPECT_EQ(blind.seen.high, 5);
}

// Many environments with the same mean, one of them perhaps with more. Claims: the interval misses the largest mean in
// at most 5%, though the largest estimate is above it, if it allows for rare trials; and nearly so by what was seen,
// where there are none, as does the worst one's being among the candidates.
TEST(WorstCaseCoverage, TheLargestOfMany) {
  const int studies = repetitions(40);
  if (whole) fmt::print("\n| values | environments | n | interval | worst left out | bias of the largest estimate |\n");
  std::vector<std::pair<std::string, std::function<double(double)>>> shapes = {
      {"exponential", [](double u) { return -std::log(u); }},
      {"1, but 100 in 2%", [](double u) { return (u < 0.02 ? 100 : 1) / 2.98; }}};
  for (const LockIn& cell : lock_in_cells())
    if (cell.name.starts_with("bccf, v") || cell.name.starts_with("pd-ogd, v"))
      shapes.emplace_back(cell.name, [cell](double u) {
        return cell.values[static_cast<std::size_t>(u * static_cast<double>(cell.values.size()))] / cell.mean;
      });
  for (const auto& [name, value] : shapes)
    for (const int environments : {3, 20})
      for (const double ahead : {1.0, 1.5})
        for (const int n : whole ? std::vector<int>{24, 64, 256} : std::vector<int>{64}) {
          Misses misses, seen;
          double left_out = 0, bias = 0;
          for (int study = 0; study < studies; ++study) {
            std::vector<std::vector<double>> values(static_cast<std::size_t>(environments));
            for (int e = 0; e < environments; ++e)
              for (int k = 0; k < n; ++k)
                values[static_cast<std::size_t>(e)].push_back((e == 0 ? ahead : 1) * value(uniform(study, e, k)));
            const LargestMean largest =
                largest_mean(values, std::vector<Interval>(values.size(), {0, 1.5 * 100}), 0.05);
            misses.add(ahead, largest.sure, studies);
            seen.add(ahead, largest.seen, studies);
            left_out += !std::ranges::count(largest.candidates, 0U) / static_cast<double>(studies);
            bias += (largest.mean - ahead) / studies;
          }
          if (whole)
            fmt::print("| {}, one at {:g} | {} | {} | {} | {} | {:.2f} | {:+.2f} |\n", name, ahead, environments, n,
                       misses.percent(), seen.percent(), 100 * left_out, bias);
          const double allowed = 0.05 + simulation_error(0.05, studies);
          EXPECT_LE(misses.both(), allowed) << name << " " << environments << " " << n;
          if (name == "exponential") {
            EXPECT_LE(left_out, allowed) << name << " " << environments << " " << n;
            EXPECT_LE(seen.both(), 1.3 * allowed) << name << " " << environments << " " << n;
          }
        }
}

}  // namespace
}  // namespace regretta
