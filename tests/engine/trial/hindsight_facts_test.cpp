// The facts of a cell, compared with naive sums over rounds, closed forms, and independent values for traces.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "uniform_draw.hpp"

namespace regretta {
namespace {

/// Rows in any order. same_until(t) is the last round with the row of t or, unless `merges_rounds`, t itself.
struct Table {
  std::size_t width = 1;
  std::vector<double> values;
  std::vector<std::int64_t> order;  ///< order[t - 1]: row of round t
  bool merges_rounds = true;

  std::int64_t num_rows() const { return static_cast<std::int64_t>(values.size() / width); }
  std::int64_t row_at(std::int64_t t) const { return order[static_cast<std::size_t>(t - 1)]; }
  std::int64_t same_until(std::int64_t t) const {
    const auto horizon = static_cast<std::int64_t>(order.size());
    std::int64_t u = t;
    while (merges_rounds && u < horizon && row_at(u + 1) == row_at(t)) ++u;
    return u == horizon ? u + 100 : u;  // the result may exceed T
  }
  void read(std::int64_t row, std::span<double> out) const {
    std::copy_n(values.begin() + row * static_cast<std::int64_t>(width), width, out.begin());
  }
};

Adversary adversary_of(int num_arms, int num_constraints, Table losses, Table violations) {
  Adversary adversary;
  adversary.num_arms = num_arms;
  adversary.num_constraints = num_constraints;
  adversary.horizon = static_cast<std::int64_t>(losses.order.size());
  adversary.losses = std::move(losses);
  adversary.violations = std::move(violations);
  return adversary;
}

/// A trace file with one row per round. A minimal reader for trusted files.
Adversary read_trace(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::string line;
  std::string field;
  std::getline(file, line);
  std::vector<std::string> names;
  for (std::istringstream fields(line); std::getline(fields, field, ',');) names.push_back(field);
  Table losses;
  Table violations;
  const auto begins = [](const std::string& name, char first) { return !name.empty() && name[0] == first; };
  losses.width =
      static_cast<std::size_t>(std::count_if(names.begin(), names.end(), [&](auto& n) { return begins(n, 'l'); }));
  violations.width =
      static_cast<std::size_t>(std::count_if(names.begin(), names.end(), [&](auto& n) { return begins(n, 'g'); }));
  for (std::int64_t row = 0; std::getline(file, line); ++row) {
    std::istringstream fields(line);
    for (const std::string& name : names) {
      std::getline(fields, field, ',');
      if (begins(name, 'l')) losses.values.push_back(std::stod(field));
      if (begins(name, 'g')) violations.values.push_back(std::stod(field));
    }
    losses.order.push_back(row);
    violations.order.push_back(row);
  }
  const int num_arms = static_cast<int>(losses.width);
  const int num_constraints = static_cast<int>(violations.width / losses.width);
  return adversary_of(num_arms, num_constraints, std::move(losses), std::move(violations));
}

Table random_table(std::mt19937_64& random, std::size_t width, std::size_t rows, std::size_t horizon, double low) {
  Table table{width, {}, {}, true};
  for (std::size_t e = 0; e < width * rows; ++e) table.values.push_back(low + (1 - low) * uniform_draw(random));
  while (table.order.size() < horizon) {
    const auto row = static_cast<std::int64_t>(random() % rows);
    for (std::size_t n = 1 + random() % 4; n > 0 && table.order.size() < horizon; --n) table.order.push_back(row);
  }
  return table;
}

TEST(CellFacts, AgreeWithSumsOverRounds) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 300; ++n) {
    const std::size_t K = 1 + random() % 5;
    const std::size_t m = 1 + random() % 3;
    const std::size_t T = 1 + random() % 40;
    const Table losses = random_table(random, K, 1 + random() % 6, T, 0.0);
    const Table violations = random_table(random, m * K, 1 + random() % 60, T, -1.0);  // some rows are never visited
    std::vector<std::int64_t> checkpoints;
    for (std::size_t t = 1; t <= T; t += 1 + random() % 9) checkpoints.push_back(static_cast<std::int64_t>(t));
    const CellFacts facts =
        compute_facts(adversary_of(static_cast<int>(K), static_cast<int>(m), losses, violations), checkpoints);

    std::vector<double> mean_loss(K);
    std::vector<double> mean_violation(m * K);
    std::vector<std::vector<double>> paths(m * K);
    std::vector<double> rows;
    std::size_t next = 0;
    for (std::size_t t = 1; t <= T; ++t) {
      const double* l = &losses.values[static_cast<std::size_t>(losses.order[t - 1]) * K];
      const double* g = &violations.values[static_cast<std::size_t>(violations.order[t - 1]) * m * K];
      const auto fold = [&](double& mean, double value) { mean += (value - mean) / static_cast<double>(t); };
      for (std::size_t a = 0; a < K; ++a) fold(mean_loss[a], l[a]);
      for (std::size_t e = 0; e < m * K; ++e) fold(mean_violation[e], g[e]);
      for (std::size_t e = 0; e < m * K; ++e) paths[e].push_back(g[e]);
      rows.insert(rows.end(), g, g + m * K);
      if (next < checkpoints.size() && checkpoints[next] == static_cast<std::int64_t>(t)) {
        const Optimum optimum = solve_optimum(mean_loss, mean_violation);
        ASSERT_EQ(std::isnan(facts.opt[next]), !optimum.feasible);
        if (optimum.feasible) {
          EXPECT_NEAR(facts.opt[next], optimum.value * static_cast<double>(t), 1e-9);
        }
        ++next;
      }
    }
    EXPECT_EQ(facts.opt.size(), checkpoints.size());
    for (std::size_t a = 0; a < K; ++a) EXPECT_NEAR(facts.mean_loss[a], mean_loss[a], 1e-14);
    for (std::size_t e = 0; e < m * K; ++e) EXPECT_NEAR(facts.mean_violation[e], mean_violation[e], 1e-14);

    double corruption = 0;
    std::vector<double> worst(K, -1.0);
    for (std::size_t i = 0; i < m; ++i) {
      double sum = 0;
      for (std::size_t a = 0; a < K; ++a) {
        std::vector<double> path = paths[i * K + a];
        std::sort(path.begin(), path.end());
        EXPECT_EQ(facts.median_violation[i * K + a], path[(T - 1) / 2]);
        for (const double g : path) sum += std::fabs(g - path[(T - 1) / 2]);
        worst[a] = std::max(worst[a], path.back());
      }
      EXPECT_NEAR(facts.corruption_per_constraint[i], sum, 1e-12);
      corruption = std::max(corruption, sum);
    }
    EXPECT_NEAR(facts.corruption, corruption, 1e-12);
    const auto safe = std::min_element(worst.begin(), worst.end());
    EXPECT_EQ(facts.rho_pure, -*safe);
    EXPECT_EQ(facts.safe_arm, safe - worst.begin());
    EXPECT_NEAR(facts.rho, -solve_minimax(rows, static_cast<int>(K)).value, 1e-13);
    EXPECT_GE(facts.rho, facts.rho_pure);
    ASSERT_FALSE(HasFailure()) << "instance " << n;
  }
}

TEST(CellFacts, DoNotDependOnHowRoundsAreGrouped) {
  std::mt19937_64 random(2);
  Table losses = random_table(random, 4, 3, 20000, 0.0);
  Table violations = random_table(random, 8, 9000, 20000, -1.0);
  for (double& g : violations.values) g = 0.5 * g - 0.1;
  const CellFacts merged = compute_facts(adversary_of(4, 2, losses, violations), {100, 20000});
  losses.merges_rounds = violations.merges_rounds = false;
  const CellFacts single = compute_facts(adversary_of(4, 2, losses, violations), {100, 20000});
  EXPECT_EQ(merged.mean_loss, single.mean_loss);
  EXPECT_EQ(merged.mean_violation, single.mean_violation);
  EXPECT_EQ(merged.corruption_per_constraint, single.corruption_per_constraint);
  EXPECT_EQ(merged.rho, single.rho);
  EXPECT_TRUE(merged.optimum.feasible);
  EXPECT_EQ(merged.opt, single.opt);
  // Checkpoints change the order of summation; sums in double-double agree to the last bits of a double.
  const CellFacts bare = compute_facts(adversary_of(4, 2, losses, violations), {});
  EXPECT_TRUE(bare.opt.empty());
  EXPECT_NEAR(bare.optimum.value, merged.optimum.value, 1e-14);
}

// 600,000 rows of 8 numbers, each visited once: too many to keep, so that compute_facts reads them again.
TEST(CellFacts, AgreeWhenRowsAreReread) {
  std::mt19937_64 random(3);
  constexpr std::size_t T = 600000;
  Table violations{8, {}, {}, true};
  for (std::size_t t = 0; t < T; ++t) {
    violations.order.push_back(static_cast<std::int64_t>(t));
    for (int e = 0; e < 8; ++e) violations.values.push_back(2 * uniform_draw(random) - 1);
  }
  const Table losses{4, {0.1, 0.2, 0.3, 0.4}, std::vector<std::int64_t>(T), true};
  const CellFacts facts = compute_facts(adversary_of(4, 2, losses, violations), {static_cast<std::int64_t>(T)});
  EXPECT_NEAR(facts.rho, -solve_minimax(violations.values, 4).value, 1e-13);
  double corruption = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    double sum = 0;
    for (std::size_t a = 0; a < 4; ++a) {
      std::vector<double> path;
      for (std::size_t t = 0; t < T; ++t) path.push_back(violations.values[t * 8 + i * 4 + a]);
      std::sort(path.begin(), path.end());
      EXPECT_EQ(facts.median_violation[i * 4 + a], path[(T - 1) / 2]);
      for (const double g : path) sum += std::fabs(g - path[(T - 1) / 2]);
    }
    corruption = std::max(corruption, sum);
  }
  EXPECT_NEAR(facts.corruption, corruption, 1e-9 * corruption);
}

TEST(CellFacts, InfeasibleBeginnings) {
  Table losses{2, {0.25, 0.5}, std::vector<std::int64_t>(4, 0), true};
  Table violations{2, {0.5, 1.0, -1.0, -1.0}, {0, 0, 1, 1}, true};
  const CellFacts facts = compute_facts(adversary_of(2, 1, losses, violations), {1, 2, 3, 4});
  EXPECT_TRUE(std::isnan(facts.opt[0]));
  EXPECT_TRUE(std::isnan(facts.opt[1]));
  EXPECT_EQ(facts.opt[2], 0.75);  // the average violation is (0, 1/3)
  EXPECT_EQ(facts.opt[3], 1.0);
  EXPECT_EQ(facts.rho, -0.5);
  EXPECT_EQ(facts.corruption, 2 * 1.5 + 2 * 2.0);

  violations.order = {0, 0, 0, 1};
  const CellFacts infeasible = compute_facts(adversary_of(2, 1, losses, violations), {4});
  EXPECT_FALSE(infeasible.optimum.feasible);
  EXPECT_TRUE(std::isnan(infeasible.opt[0]));
  EXPECT_TRUE(infeasible.oracle().optimal_strategy.empty());
  EXPECT_THROW(compute_facts(adversary_of(2, 1, losses, violations), {2, 2}), std::invalid_argument);
  EXPECT_THROW(compute_facts(adversary_of(2, 1, losses, violations), {5}), std::invalid_argument);
}

// Mannor, Tsitsiklis and Yu (2009): column 2 for a fraction q of the rounds. Their rewards r in [-1, 1] are 1 - 2 l in
// losses, so their optimal reward 1/2 + 1/(2q) - q is 1 - 2 OPT / T, with mass 1/(2q) on arm 1. Tolerance: rounding.
TEST(CellFacts, AgreeWithTheClosedFormOfMannorsGame) {
  constexpr std::int64_t T = 1000;
  for (std::int64_t second = 0; second <= T; ++second) {
    Table losses{2, {0.0, 0.5, 0.0, 1.0}, std::vector<std::int64_t>(T), true};
    std::fill(losses.order.begin(), losses.order.begin() + second, 1);
    Table violations{2, {-1.0, -1.0, 1.0, -1.0}, losses.order, true};
    const CellFacts facts = compute_facts(adversary_of(2, 1, losses, violations), {T});
    const double q = static_cast<double>(second) / T;
    const double reward = q <= 0.5 ? 1.0 : 0.5 + 1 / (2 * q) - q;
    EXPECT_NEAR(1 - 2 * facts.opt[0] / T, reward, 1e-14) << "q = " << q;
    EXPECT_NEAR(facts.optimum.strategy[0], q <= 0.5 ? 1.0 : 1 / (2 * q), 1e-14) << "q = " << q;
  }
}

// The expected values were computed independently, to six digits (three for the strategy).
TEST(CellFacts, AgreeWithIndependentValuesForFlightDelays) {
  const Adversary trace = read_trace(REGRETTA_SOURCE_DIR "/tools/studies/flight_delays_2001.csv");
  ASSERT_EQ(trace.horizon, 2896);
  ASSERT_EQ(trace.num_arms, 10);
  ASSERT_EQ(trace.num_constraints, 2);
  const CellFacts facts = compute_facts(trace, {2896});
  ASSERT_TRUE(facts.optimum.feasible);
  EXPECT_NEAR(facts.optimum.value, 0.331023, 5e-7);
  EXPECT_NEAR(facts.optimum.strategy[4], 0.262, 5e-4);
  EXPECT_NEAR(facts.optimum.strategy[5], 0.738, 5e-4);
  EXPECT_NEAR(facts.rho, -0.438031, 5e-7);
  EXPECT_NEAR(facts.corruption / 2896, 1.387685, 5e-7);
  EXPECT_EQ(facts.corruption, facts.corruption_per_constraint[0]);
}

TEST(CellFacts, AgreeWithTheOracleOnReferenceTraces) {
  for (const std::string name : {"c01_tiny", "c03_three_constraints", "c12_empty_sets"}) {
    const std::string folder = REGRETTA_TEST_DATA "/oracle/" + name;
    std::ifstream file(folder + "/expected.json");
    const auto expected = nlohmann::json::parse(file);
    const Adversary trace = read_trace(folder + "/trace.csv");
    ASSERT_EQ(trace.horizon, expected.at("T").get<std::int64_t>());
    const CellFacts facts = compute_facts(trace, {trace.horizon});
    const Oracle oracle = facts.oracle();
    const double opt = expected.at("opt").get<double>();
    const double corruption = expected.at("corruption").get<double>();
    EXPECT_NEAR(facts.opt[0], opt, 1e-9 * opt) << name;
    EXPECT_NEAR(oracle.corruption, corruption, 1e-9 * std::max(1.0, corruption)) << name;
    EXPECT_NEAR(oracle.rho, expected.at("rho").get<double>(), 1e-9) << name;
    EXPECT_NEAR(oracle.rho_pure, expected.at("rho_pure").get<double>(), 1e-9) << name;
    const auto strategy = expected.at("optimal_strategy").get<std::vector<double>>();
    ASSERT_EQ(oracle.optimal_strategy.size(), strategy.size());
    for (std::size_t a = 0; a < strategy.size(); ++a)
      EXPECT_NEAR(oracle.optimal_strategy[a], strategy[a], 1e-9) << name << ", arm " << a;
  }
}

}  // namespace
}  // namespace regretta
