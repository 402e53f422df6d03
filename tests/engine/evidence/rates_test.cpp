// Power laws: closed forms and edge cases. Error rates of the procedures of `regretta rates`, by simulation with known
// exponents and fixed seeds. The full run, with the table of engine/evidence/statistics/ERROR_RATES.md:
//   REGRETTA_REPETITIONS=2000 build/release/tests/test_engine --gtest_filter='RatesCoverage.*'

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include "simulated_studies.hpp"

#include "regretta/engine/evidence/rates.hpp"
#include "regretta/engine/evidence/statistics/power_law.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

Eigen::VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values));
}

/// Means with independent noise of these half-widths.
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
      EXPECT_NEAR(law.exponent(-y), exponent, 1e-9) << "negative means have the exponent of their sizes";
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

TEST(PowerLaw, IntervalsEqualFiellers) {
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
  EXPECT_EQ(open.low, -infinity) << "the larger mean may be 0";
  EXPECT_TRUE(std::isfinite(open.high));
  const Interval none = PowerLaw(x, 0.5).exponent_interval(with_noise(y, vector_of({120, 30})));
  EXPECT_EQ(none.high, infinity);
  const Interval exact = PowerLaw(x, 0.5).exponent_interval(with_noise(y, vector_of({0, 0})));
  EXPECT_NEAR(exact.low, std::log10(2), 1e-9);
  EXPECT_NEAR(exact.high, std::log10(2), 1e-9);
}

TEST(PowerLaw, PointsWithinNoiseOfZeroCount) {
  const Eigen::VectorXd x = vector_of({10, 100, 1000});
  const Eigen::VectorXd y = vector_of({1, 30, 300}), noise = vector_of({8, 1, 1});
  EXPECT_GT(PowerLaw(x, 1).exponent(y), 1) << "the first mean must count although its noise is larger than itself";
  EXPECT_LT(PowerLaw(x, 1).exponent(y), 1.1) << "the first mean has a small weight";
  EXPECT_TRUE(std::isfinite(PowerLaw(x, 1).exponent_interval(with_noise(y, noise)).high));
}

/// A line over five horizons whose exponent has this value and interval; the paper allows only 0.5.
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

/// The line with its verdict in a table of `lines` lines. The other lines show nothing.
RateLine in_a_table_of(int lines, const RateLine& line) {
  std::vector<RateLine> table(static_cast<std::size_t>(lines - 1), line_of(0.5, {0.4, 0.6}, 1));
  table.push_back(line);
  conclude(table, 0.95);
  return table.back();
}

TEST(RateVerdicts, ConsistentNeedsAnIntervalThatOverlapsThePapers) {
  EXPECT_EQ(in_a_table_of(30, line_of(0.52, {0.45, 0.59}, 1)).verdict, RateVerdict::consistent);
  EXPECT_EQ(in_a_table_of(1, line_of(0.6, {0.55, 0.65}, 0.01)).verdict, RateVerdict::faster);
  const RateLine outside = in_a_table_of(30, line_of(0.6, {0.55, 0.65}, 0.01));
  EXPECT_EQ(outside.verdict, RateVerdict::cannot_say) << "0.5 is not rejected, but lies outside the interval";
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

TEST(RateVerdicts, CurvedControlsErrorsOverTheWholeTable) {
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

// Regret is about -300 + 3 C: only its increase with C has an exponent.
TEST(RateLines, IncreaseWithCorruptionHasAnExponentWhereTheMeanHasNone) {
  std::vector<CellLabel> labels(4);
  std::vector<RateCell> cells(4);
  RateTask task;
  task.growth = Growth::in_corruption;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    labels[k].horizon = 1'000;
    labels[k].cell = static_cast<std::int64_t>(k);
    cells[k].label = &labels[k];
    cells[k].corruption = 10.0 * static_cast<double>(k);
    cells[k].values.assign(1, {});
    for (int n = 0; n < 64; ++n)
      cells[k].values[0].push_back(-300 + 3 * cells[k].corruption * (1 + 0.01 * (n % 5)) + n % 7);
    task.cells.push_back(&cells[k]);
  }
  const auto no_theorem = [](const RateCell&, Quantity, double) { return std::optional<double>(); };
  const RateLine line = rate_line(task, 0.95, no_theorem);
  EXPECT_EQ(line.points, 3);
  EXPECT_EQ(line.sign, 1);
  EXPECT_NEAR(line.exponent.value, 1, 1e-6);
  EXPECT_NEAR(line.paper.low, 1, 1e-9);
  EXPECT_FALSE(line.far_cell);
  cells[3].values[0][5] += 1e5;
  std::vector<RateLine> lines = {rate_line(task, 0.95, no_theorem)};
  EXPECT_EQ(lines[0].far_cell, 3);
  conclude(lines, 0.95);
  EXPECT_EQ(lines[0].verdict, RateVerdict::cannot_say);
  EXPECT_EQ(lines[0].reason, "cell 3 has a rare mode: see `diagnose`");
}

const std::vector<std::int64_t> horizons = {100'000, 215'443, 464'159, 1'000'000, 2'154'435};

/// Noise with mean 1, independent between trials. Half of log-normal noise is common to all points of a trial.
struct Noise {
  const char* name;
  double allowed;  ///< allowed share of misses of a 95% interval: the share in 10,000 studies, rounded up
  std::function<double(int study, int point, int trial)> value;
};

double log_normal_factor(double sigma, int study, int point, int trial) {
  const double z = (normal(study, 0, trial) + normal(study, 1 + point, trial)) / std::sqrt(2);
  return std::exp(sigma * z - 0.5 * sigma * sigma);
}

const std::vector<Noise> noises = {
    {"normal, sd 0.2", 0.05, [](int s, int j, int n) { return 1 + 0.2 * normal(s, 1 + j, n); }},
    {"log-normal, sigma 0.5", 0.05, [](int s, int j, int n) { return log_normal_factor(0.5, s, j, n); }},
    {"log-normal, sigma 1", 0.06, [](int s, int j, int n) { return log_normal_factor(1, s, j, n); }},
    {"5 in 1 of 10, else 5/9", 0.05,
     [](int s, int j, int n) { return uniform(s, 1 + j, n) < 0.1 ? 5 : 5 / 9.0 + 0.01 * normal(s, 20 + j, n); }},
};

/// Simulated cells, one for each pair of T and C, of a learner to which no theorem applies.
struct Simulation {
  std::vector<CellLabel> labels;
  std::vector<RateCell> cells;
  RateTask task;

  Simulation(Growth growth, const std::vector<std::int64_t>& T, const std::vector<double>& C) {
    task.growth = growth;
    labels.reserve(T.size() * C.size());
    cells.reserve(T.size() * C.size());
    for (const std::int64_t horizon : T)
      for (const double corruption : C) {
        labels.emplace_back();
        labels.back().horizon = horizon;
        RateCell cell;
        cell.label = &labels.back();
        cell.corruption = corruption;
        cell.log_term = std::log(3.0 * static_cast<double>(horizon) / 0.05);
        cells.push_back(cell);
        task.cells.push_back(&cells.back());
      }
  }

  /// The line of cells whose trials are value(cell, trial) times the mean.
  RateLine line(int trials, const std::function<double(double T, double C)>& mean,
                const std::function<double(int cell, int trial)>& value, RateParts parts = RateParts::all) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const double truth = mean(static_cast<double>(labels[k].horizon), cells[k].corruption);
      cells[k].values.assign(1, {});
      for (int n = 0; n < trials; ++n) cells[k].values[0].push_back(truth * value(static_cast<int>(k), n));
    }
    std::vector<RateLine> lines = {rate_line(
        task, 0.95, [](const RateCell&, Quantity, double) { return std::nullopt; }, parts)};
    conclude(lines, 0.95);  // the family has one line
    return lines[0];
  }

  RateLine line(const Noise& noise, int study, int trials, const std::function<double(double T, double C)>& mean,
                RateParts parts = RateParts::all) {
    return line(
        trials, mean, [&](int cell, int trial) { return noise.value(study, cell, trial); }, parts);
  }
};

double sqrt_of_T(double T, double) { return std::sqrt(T); }

// Claim: with 64 trials or more, 95% intervals contain the exponent and the bend of a power law, for each noise above.
TEST(RatesCoverage, IntervalsCoverExponentsAndBends) {
  const int studies = repetitions(40);
  Simulation simulation(Growth::in_horizon, horizons, {0});
  if (full_run) fmt::print("| noise | n | exponent | last two | bend |\n|---|---|---|---|---|\n");
  for (const Noise& noise : noises)
    for (const int n : full_run ? std::vector<int>{16, 64} : std::vector<int>{64}) {
      Misses exponent, last, bend;
      for (int study = 0; study < studies; ++study) {
        const RateLine line = simulation.line(noise, study, n, sqrt_of_T);
        exponent.add(0.5, line.exponent.interval, studies);
        last.add(0.5, line.last.interval, studies);
        bend.add(0, line.bend.interval, studies);
      }
      if (full_run)
        fmt::print("| {} | {} | {} | {} | {} |\n", noise.name, n, exponent.percent(), last.percent(), bend.percent());
      if (n < least_trials) continue;  // printed only: nothing is claimed for so few trials
      const double allowed = noise.allowed + simulation_error(noise.allowed, studies);
      for (const Misses& misses : {exponent, last, bend})
        EXPECT_LE(misses.both(), allowed) << noise.name << ", n = " << n;
    }
}

/// A learner that locks in. `value` turns a uniform number into the value of a trial, in multiples of the mean.
struct LockingLearner {
  std::string name;
  std::function<double(double uniform)> value;
};

std::vector<LockingLearner> locking_learners() {
  std::vector<LockingLearner> learners;
  for (const double p : {0.02, 0.1})
    for (const double ratio : {10.0, 100.0}) {
      const double mean = 1 + p * (ratio - 1);
      learners.push_back(
          {fmt::format("1, but {:g} in {:g}%", ratio, 100 * p), [=](double u) { return (u < p ? ratio : 1) / mean; }});
    }
  for (const LockIn& cell : lock_in_cells()) {
    if (cell.name.ends_with("expected_regret")) continue;
    learners.push_back({cell.name, [cell](double u) {
                          return cell.values[static_cast<std::size_t>(u * static_cast<double>(cell.values.size()))] /
                                 cell.mean;
                        }});
  }
  return learners;
}

/// Shares of studies with a false claim.
struct WrongClaims {
  double slower = 0, faster = 0;
  void add(const RateLine& line, double p_value, int studies) {
    const Estimate& judged = line.bend_p_value <= 0.05 ? line.last : line.exponent;
    if (p_value <= 0.05) (judged.value < 1 ? slower : faster) += 1.0 / studies;
  }
  double both() const { return slower + faster; }
  std::string percent() const { return fmt::format("{:.2f} + {:.2f}", 100 * slower, 100 * faster); }
};

// Learners that lock in, independently at each C; the increase with C has exponent 1. Claim: at most 6% of studies
// report another exponent.
TEST(RatesCoverage, LearnersThatLockInRarelyGetAFalseVerdict) {
  const int studies = repetitions(40);
  Simulation simulation(Growth::in_corruption, {1'000'000}, {0, 400, 800, 1'600, 3'200});
  const auto in_C = [](double, double C) { return C; };
  if (full_run) fmt::print("\n| values | n | slower + faster | lines with a rare mode |\n|---|---|---|---|\n");
  for (const LockingLearner& learner : locking_learners())
    for (const int n : full_run ? std::vector<int>{64, 128, 256} : std::vector<int>{64}) {
      WrongClaims wrong;
      double far_lines = 0;
      for (int study = 0; study < studies; ++study) {
        const RateLine line = simulation.line(
            n, in_C, [&](int cell, int trial) { return learner.value(uniform(study, cell, trial)); }, RateParts::claim);
        wrong.add(line, line.adjusted_p_value, studies);
        far_lines += line.far_cell.has_value() / static_cast<double>(studies);
      }
      if (full_run) fmt::print("| {} | {} | {} | {:.1f} |\n", learner.name, n, wrong.percent(), 100 * far_lines);
      EXPECT_LE(wrong.both(), 0.06 + simulation_error(0.06, studies)) << learner.name << ", n = " << n;
    }
}

// Claims, at n = 64: for a power law that the paper allows, "faster" or "slower" is reported in at most 5% of studies,
// at both ends of what it allows, sqrt(T) and sqrt(T ln(TKm / delta)); an exponent of 0.6 is found in 85% of studies
// (noise: log-normal, sigma 0.5). With normal noise, sd 0.2, an exponent that falls by 0.2 per factor of 10 is called
// curved in 90% of studies.
TEST(RatesCoverage, FalseVerdictsAreRareAndTrueOnesAreFound) {
  const int studies = repetitions(100);
  Simulation simulation(Growth::in_horizon, horizons, {0});
  const auto share = [&](const Noise& noise, const std::function<double(double, double)>& mean, RateVerdict verdict) {
    int count = 0;
    for (int study = 0; study < studies; ++study)
      count += simulation.line(noise, study, 64, mean, RateParts::claim).verdict == verdict;
    return count / static_cast<double>(studies);
  };
  const auto rooted_log = [](double T, double) { return std::sqrt(T * std::log(60 * T)); };
  const auto steeper = [](double T, double) { return std::pow(T, 0.6); };
  const auto bent = [](double T, double) { return std::exp((0.6 - 0.1 * std::log10(T / 5e5)) * std::log(T / 5e5)); };
  const double slower = share(noises[1], sqrt_of_T, RateVerdict::slower);
  const double faster = share(noises[1], rooted_log, RateVerdict::faster);
  const double found = share(noises[1], steeper, RateVerdict::faster);
  const double curved = share(noises[0], bent, RateVerdict::curved);
  if (full_run)
    fmt::print("\nslower than sqrt(T) {:.4f}, faster than sqrt(T L) {:.4f}; T^0.6 found {:.4f}, bend found {:.4f}\n",
               slower, faster, found, curved);
  EXPECT_LE(slower, 0.05 + simulation_error(0.05, studies));
  EXPECT_LE(faster, 0.05 + simulation_error(0.05, studies));
  EXPECT_GE(found, 0.85 - simulation_error(0.85, studies));
  EXPECT_GE(curved, 0.9 - simulation_error(0.9, studies));
}

// Claim: of tables with 20 lines whose mean is 0, at most 5% call a mean negative.
TEST(RatesCoverage, MeansOfZeroAreRarelyCalledNegativeInATable) {
  const int studies = repetitions(300);
  Simulation simulation(Growth::in_horizon, horizons, {0});
  int wrong = 0;
  for (int study = 0; study < studies; ++study) {
    std::vector<RateLine> table;
    for (int k = 0; k < 20; ++k)
      table.push_back(simulation.line(
          64, sqrt_of_T, [&](int cell, int trial) { return uniform(20 * study + k, cell, trial) - 0.5; },
          RateParts::claim));
    conclude(table, 0.95);
    wrong += std::ranges::count(table, RateVerdict::slower, &RateLine::verdict) > 0;
  }
  if (full_run) fmt::print("\n20 lines with mean 0: a wrong claim in {:.2f}% of tables\n", 100.0 * wrong / studies);
  EXPECT_LE(wrong, studies * (0.05 + simulation_error(0.05, studies)));
}

// Claim: 95% intervals contain the exponent in C.
TEST(RatesCoverage, IntervalsCoverTheExponentInCorruption) {
  const int studies = repetitions(60);
  Simulation simulation(Growth::in_corruption, {1'000'000}, {0, 400, 800, 1'600, 3'200});
  Misses growth;
  for (int study = 0; study < studies; ++study) {
    const auto added = [](double T, double C) { return std::sqrt(T) + C; };
    growth.add(1, simulation.line(noises[1], study, 64, added).exponent.interval, studies);
  }
  if (full_run) fmt::print("\ngrowth in C: {}\n", growth.percent());
  EXPECT_LE(growth.both(), 0.05 + simulation_error(0.05, studies));
}

}  // namespace
}  // namespace regretta
