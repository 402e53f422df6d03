// Error rates of intervals and tests: exact where the probability can be summed, otherwise by simulation with known
// means and a fixed seed. REGRETTA_REPETITIONS sets the number of studies, and also prints the tables of
// ERROR_RATES.md:
//   REGRETTA_REPETITIONS=10000 build/release/tests/test_engine --gtest_filter='*Coverage.*'
// and how often the interval of evidence.hpp misses the mean:
//   REGRETTA_REPETITIONS=40000 build/release/tests/test_engine --gtest_filter='SeenCoverage.*'
// InstancesCoverage tests clustered intervals: trials of a few instances whose effects are log-normal.

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include "simulated_studies.hpp"

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/facts.hpp"

namespace regretta {
namespace {

double mass(int k, int n, double p) { return binomial_tail(k, n, p) - (k < n ? binomial_tail(k + 1, n, p) : 0); }

TEST(Coverage, ClopperPearsonAndTheExactTestKeepTheirLevel) {
  constexpr double slack = 1e-9;
  for (const int n : {1, 10, 64, 200})
    for (const double level : {0.9, 0.95, 0.999}) {
      std::vector<Interval> intervals;
      for (int k = 0; k <= n; ++k) intervals.push_back(clopper_pearson(k, n, level));
      for (int j = 1; j < 100; ++j) {
        const double p = j / 100.0 + 1e-4;
        double below = 0, above = 0, rejected = 0;
        for (int k = 0; k <= n; ++k) {
          const double weight = mass(k, n, p);
          below += p < intervals[static_cast<std::size_t>(k)].low ? weight : 0;
          above += p > intervals[static_cast<std::size_t>(k)].high ? weight : 0;
          rejected += binomial_tail(k, n, p) <= 1 - level ? weight : 0;
        }
        EXPECT_LE(below, (1 - level) / 2 + slack) << n << " " << p;
        EXPECT_LE(above, (1 - level) / 2 + slack) << n << " " << p;
        EXPECT_LE(rejected, 1 - level + slack) << n << " " << p;
      }
    }
}

using ValueOf = std::function<double(int study, int k)>;

struct SkewedValues {
  std::string name;
  double mean;
  ValueOf value;
  bool is_mild = true;  ///< whether the skewness is at most 2
};

double poisson_value(int study, int k) {
  double u = uniform(study, 0, k), chance = std::exp(-1.0);
  int count = 0;
  for (; u > chance && count < 50; chance /= ++count) u -= chance;
  return count;
}

std::vector<SkewedValues> skewed_values() {
  return {{"normal", 0, [](int s, int k) { return normal(s, 0, k); }},
          {"exponential (2)", 1, [](int s, int k) { return -std::log(uniform(s, 0, k)); }},
          {"log-normal 0.5 (1.8)", std::exp(0.125), [](int s, int k) { return std::exp(0.5 * normal(s, 0, k)); }},
          {"Poisson 1 (1)", 1, poisson_value},
          {"Bernoulli 0.3 (0.9)", 0.3, [](int s, int k) { return uniform(s, 0, k) < 0.3 ? 1.0 : 0.0; }},
          {"log-normal 1 (6.2)", std::exp(0.5), [](int s, int k) { return log_normal(s, 0, k); }, false}};
}

std::vector<double> drawn(const ValueOf& value, int study, int n) {
  std::vector<double> values;
  for (int k = 0; k < n; ++k) values.push_back(value(study, k));
  return values;
}

constexpr std::array alphas = {0.05, 0.01, 0.001};

/// Shares of misses at each level, of intervals corrected for skewness (evidence.hpp) and of Student's.
struct BothMisses {
  std::array<Misses, alphas.size()> corrected, student;
  void add(double truth, const MeanMoments& moments, int studies) {
    const MeanInference mean(moments);
    for (std::size_t j = 0; j < alphas.size(); ++j) {
      corrected[j].add(truth, mean.interval(alphas[j]), studies);
      const double half = student_beyond(alphas[j] / 2, moments.degrees) * mean.se();
      student[j].add(truth, {moments.mean - half, moments.mean + half}, studies);
    }
  }
  void print(const std::string& what) const {
    fmt::print("| {}", what);
    for (const auto* misses : {&corrected, &student})
      for (const Misses& rate : *misses) fmt::print(" | {}", rate.percent());
    fmt::print(" |\n");
  }
};

// Claim: with 64 values or more and a skewness of at most 2, each end of a 95% interval misses in at most 3.1%, and of
// a 99% interval in at most 1.6 times 0.5%. For fewer values and for 99.9% nothing is claimed; they are printed.
TEST(SeenCoverage, IntervalsCoverMeansOfSkewedValues) {
  const int studies = repetitions(2000);
  if (full_run)
    fmt::print(
        "| values (skewness) | n | seen: 5% | 1% | 0.1% | Student: 5% | 1% | 0.1% "
        "|\n|---|---|---|---|---|---|---|---|\n");
  for (const SkewedValues& population : skewed_values())
    for (const int n : full_run ? std::vector<int>{16, 64, 256} : std::vector<int>{64}) {
      BothMisses misses;
      for (int study = 0; study < studies; ++study)
        misses.add(population.mean, moments_of(drawn(population.value, study, n)), studies);
      if (full_run) misses.print(fmt::format("{} | {}", population.name, n));
      if (n < 64 || !population.is_mild) continue;
      for (const auto& [j, allowed] : {std::pair(0, 0.031), std::pair(1, 1.6 * 0.005)}) {
        const Misses& corrected = misses.corrected[static_cast<std::size_t>(j)];
        EXPECT_LE(corrected.below, allowed + simulation_error(allowed, studies)) << population.name << ", n = " << n;
        EXPECT_LE(corrected.above, allowed + simulation_error(allowed, studies)) << population.name << ", n = " << n;
      }
    }
}

// Differences of two independent samples, whose skewness may cancel. Claim: each end of a 95% interval misses in at
// most 3.1%, or 3.6% if one drawn has twice the scale of the other. With fewer than 64 values in a drawn, nothing is
// claimed.
TEST(SeenCoverage, IntervalsCoverDifferencesOfTwoSamples) {
  struct Pair {
    std::string name;
    ValueOf a, b;
    double difference;
    double allowed;  ///< allowed share of misses of each end of a 95% interval
  };
  const auto exponential = [](int purpose, double scale) {
    return [=](int s, int k) { return -scale * std::log(uniform(s, purpose, k)); };
  };
  const auto log_normal_values = [](int purpose) { return [=](int s, int k) { return log_normal(s, purpose, k); }; };
  const std::vector<Pair> cases = {{"exponential, twice itself", exponential(0, 1), exponential(1, 2), -1, 0.036},
                                   {"exponential, mirrored", exponential(0, 1), exponential(1, -1), 2, 0.031},
                                   {"normal, normal", [](int s, int k) { return normal(s, 0, k); },
                                    [](int s, int k) { return normal(s, 1, k); }, 0, 0.031},
                                   {"log-normal 1, itself", log_normal_values(0), log_normal_values(1), 0, 0.031}};
  const int studies = repetitions(1000);
  for (const Pair& pair : cases)
    for (const auto& [n, n_b] : full_run ? std::vector<std::pair<int, int>>{{64, 64}, {256, 256}, {64, 16}, {256, 16}}
                                         : std::vector<std::pair<int, int>>{{64, 64}}) {
      BothMisses misses;
      for (int study = 0; study < studies; ++study)
        misses.add(pair.difference,
                   difference_of(moments_of(drawn(pair.a, study, n)), moments_of(drawn(pair.b, study, n_b))), studies);
      if (full_run) misses.print(fmt::format("{} | {}, {}", pair.name, n, n_b));
      if (n_b < 64) continue;  // printed only: tables mark such intervals "few trials"
      const double allowed = pair.allowed + simulation_error(pair.allowed, studies);
      EXPECT_LE(misses.corrected[0].below, allowed) << pair.name;
      EXPECT_LE(misses.corrected[0].above, allowed) << pair.name;
    }
}

// A rare mode 20 standard deviations away, with probability 3/n to 10/n. Claim: a 95% interval misses in at most 5%,
// plus the probability that no trial shows the mode, plus half a percentage point.
TEST(SeenCoverage, IntervalsMissRareModesAsOftenAsStated) {
  const int studies = repetitions(400);
  if (full_run)
    fmt::print(
        "| mode | n | unseen | 5% | 1% | 0.1% | Student: 5% | 1% | 0.1% |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const int n : full_run ? std::vector<int>{64, 256} : std::vector<int>{64})
    for (const double expected : {3.0, 5.0, 10.0}) {
      const double chance = expected / n, unseen = std::pow(1 - chance, n);
      const auto value = [=](int s, int k) { return normal(s, 0, k) + (uniform(s, 1, k) < chance ? 20 : 0); };
      BothMisses misses;
      for (int study = 0; study < studies; ++study)
        misses.add(20 * chance, moments_of(drawn(value, study, n)), studies);
      if (full_run) misses.print(fmt::format("{:g} / n | {} | {:.2f}", expected, n, 100 * unseen));
      const double allowed = 0.05 + unseen + 0.005;
      EXPECT_LE(misses.corrected[0].both(), allowed + simulation_error(allowed, studies)) << expected << " / " << n;
    }
}

// Learners that lock in. Claim: a 95% interval misses in at most 7.5%. The rare mode of bccf's violations has a
// probability of about 2% and is often unseen: there it misses in at most 5% + 33%.
TEST(SeenCoverage, IntervalsMissLearnersThatLockInAsOftenAsStated) {
  const int studies = repetitions(400);
  for (const LockIn& cell : lock_in_cells())
    for (const int n : full_run ? std::vector<int>{64, 256} : std::vector<int>{64}) {
      const auto value = [&](int s, int k) {
        return cell.values[static_cast<std::size_t>(uniform(s, 0, k) * static_cast<double>(cell.values.size()))];
      };
      BothMisses misses;
      for (int study = 0; study < studies; ++study) misses.add(cell.mean, moments_of(drawn(value, study, n)), studies);
      if (full_run) misses.print(fmt::format("{} | {}", cell.name, n));
      const double allowed = cell.name == "bccf, violation" && n == 64 ? 0.38 : 0.075;
      EXPECT_LE(misses.corrected[0].both(), allowed + simulation_error(allowed, studies)) << cell.name << ", n = " << n;
    }
}

struct ClusteringMisses {
  Misses clustered, as_if_independent;
};

/// Misses in studies whose trials are the effect of their instance plus noise with the same standard deviation.
ClusteringMisses clustering_misses(double sigma, int instances, int trials_each, int studies) {
  ClusteringMisses misses;
  const double truth = std::exp(sigma * sigma / 2), spread = truth * std::sqrt(std::exp(sigma * sigma) - 1);
  for (int study = 0; study < studies; ++study) {
    InstanceMeans means(instances);
    std::vector<double> values;
    for (int k = 0; k < instances; ++k) {
      const double effect = std::exp(sigma * normal(study, 0, k));
      for (int j = 0; j < trials_each; ++j) {
        values.push_back(effect + spread * normal(study, 1, k * trials_each + j));
        means.add(k * trials_in_a_row + j, values.back());
      }
    }
    misses.clustered.add(truth, MeanInference(moments_of(means.means())).interval(0.05), studies);
    misses.as_if_independent.add(truth, MeanInference(moments_of(values)).interval(0.05), studies);
  }
  return misses;
}

// Claim: with 20 instances of 10 trials each, the clustered 95% interval misses in 5% if effects are log-normal with a
// skewness of 0.8 (sigma = 0.25), and in 6% if it is 1.8 (sigma = 0.5): 20 values are few, and no other interval does
// better (ERROR_RATES.md). Intervals that take trials for independent miss in a third of the studies.
TEST(InstancesCoverage, ClusteredIntervalsCoverLogNormalEffects) {
  const int studies = repetitions(1500);
  if (full_run) fmt::print("\n| effects | instances x trials | clustered | as if independent |\n|---|---|---|---|\n");
  struct Case {
    double sigma;
    int instances;
    double allowed;  ///< allowed share of misses; 0: the case is printed only
  };
  std::vector<Case> cases = {{0.25, 20, 0.05}, {0.5, 20, 0.06}};
  if (full_run) cases.insert(cases.end(), {{0.1, 20, 0}, {1, 20, 0}, {0.25, 64, 0}, {0.5, 64, 0}, {1, 64, 0}});
  for (const auto& [sigma, instances, allowed] : cases) {
    const ClusteringMisses misses = clustering_misses(sigma, instances, 10, studies);
    if (full_run)
      fmt::print("| log-normal {} | {} x 10 | {} | {} |\n", sigma, instances, misses.clustered.percent(),
                 misses.as_if_independent.percent());
    if (allowed == 0) continue;
    EXPECT_LE(misses.clustered.both(), allowed + simulation_error(allowed, studies)) << sigma;
    EXPECT_GE(misses.clustered.both(), 0.05 - simulation_error(0.05, studies)) << sigma;
    EXPECT_GE(misses.as_if_independent.both(), 0.33) << sigma;
  }
}

}  // namespace
}  // namespace regretta
