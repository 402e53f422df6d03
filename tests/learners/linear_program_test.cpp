// The linear program is compared with solve_optimum, whose multipliers prove a lower bound, and its lanes with double.
// The value of a small game is compared with a textbook method.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/learners/math/linear_program.hpp"
#include "regretta/learners/math/thin_sets.hpp"
#include "regretta/tests/learners/kl_instances.hpp"

namespace regretta {
namespace {

struct Program {
  std::vector<double> c;
  std::vector<double> A;  // m x K, row-major
  int K = 1, m = 1;
  std::vector<double> tie_order{};  // K; empty: all entries are equal
};

Program random_program(KlInstances& random, int n, int K, int m) {
  Program p{.c = {}, .A = {}, .K = K, .m = m};
  const bool has_equal_arms = n % 7 == 3, has_integer_costs = n % 5 == 2;
  for (int a = 0; a < K; ++a) p.c.push_back(has_integer_costs ? random.integer(0, 2) - 1 : 2 * random.uniform() - 1);
  for (const auto& row : random.next(static_cast<RowKind>(n % num_row_kinds), 1, K, m).A)
    p.A.insert(p.A.end(), row.begin(), row.end());
  if (has_equal_arms)  // groups of three equal arms
    for (std::size_t a = 0, arms = static_cast<std::size_t>(K); a < arms; ++a) {
      p.c[a] = p.c[a - a % 3];
      for (std::size_t i = 0; i < static_cast<std::size_t>(m); ++i) p.A[i * arms + a] = p.A[i * arms + a - a % 3];
    }
  return p;
}

/// The level to which the constraints are relaxed (learners/ALGORITHMS.md), and whether the set is empty.
std::pair<double, bool> level_of(const Program& p) {
  const double v = solve_minimax(p.A, p.K).value;
  return {v >= -1e-9 ? v + 1e-9 : 0, v > 1e-9};
}

void expect_optimal(const Program& p, const Vector<double>& x, double level, double& worst, int n) {
  std::vector<double> c = p.c, A = p.A;
  const double least = *std::min_element(c.begin(), c.end());
  for (double& cost : c) cost -= least;
  for (double& entry : A) entry -= level;
  const auto K = static_cast<std::size_t>(p.K), m = static_cast<std::size_t>(p.m);
  double sum = 0, value = 0;
  int support = 0;
  for (std::size_t a = 0; a < K; ++a) {
    const double weight = x[static_cast<Eigen::Index>(a)];
    ASSERT_GE(weight, 0);
    sum += weight;
    value += weight * c[a];
    support += weight > 0;
  }
  ASSERT_NEAR(sum, 1, 1e-14) << n;
  ASSERT_LE(support, p.m + 1) << n;
  for (std::size_t i = 0; i < m; ++i) {
    double average = 0;
    for (std::size_t a = 0; a < K; ++a) average += A[i * K + a] * x[static_cast<Eigen::Index>(a)];
    ASSERT_LE(average, 1e-13) << n << ", K = " << K << ", m = " << m;
  }
  const Optimum reference = solve_optimum(c, A);
  ASSERT_TRUE(reference.feasible);
  double bound = infinity, scale = 1;
  for (const double multiplier : reference.multipliers) scale += multiplier;
  for (std::size_t a = 0; a < K; ++a) {
    double priced_cost = c[a];
    for (std::size_t i = 0; i < m; ++i) priced_cost += reference.multipliers[i] * A[i * K + a];
    bound = std::min(bound, priced_cost);
  }
  worst = std::max(worst, std::abs(value - bound) / scale);
  ASSERT_NEAR(value, bound, 1e-9 * scale) << n << ", K = " << K << ", m = " << m;
}

template <class Real>
struct Solved {
  Vector<Real> x;
  LpOutcome<Real> outcome;
};
template <class Real>
Solved<Real> solve(const std::vector<Program>& programs, LinearProgram<Real>& solver) {
  const int K = programs[0].K, m = programs[0].m;
  Vector<Real> c(K), tie_order(K), x(K);
  Matrix<Real> A(m, K);
  for (int k = 0; k < lanes<Real>; ++k)
    for (int a = 0; a < K; ++a) {
      const Program& p = programs[static_cast<std::size_t>(k)];
      set_lane(c[a], k, p.c[static_cast<std::size_t>(a)]);
      set_lane(tie_order[a], k, p.tie_order.empty() ? 0.5 : p.tie_order[static_cast<std::size_t>(a)]);
      for (int i = 0; i < m; ++i) set_lane(A(i, a), k, p.A[static_cast<std::size_t>(i * K + a)]);
    }
  const LpOutcome<Real> outcome = solver.solve(c, A, tie_order, x);
  return {x, outcome};
}

TEST(LinearProgram, IsProvenOptimalInEveryLane) {
  KlInstances random(71);
  double worst = 0;
  for (int n = 0; n < 300; ++n) {
    const int m = n % 3 == 0 ? 1 : random.integer(1, 8),
              K = n % 150 == 0 ? 1000 : random.integer(1, n % 4 == 0 ? 60 : 12);
    std::vector<Program> programs;
    for (int k = 0; k < 8; ++k) programs.push_back(random_program(random, n + k, K, m));
    LinearProgram<Pack<8>> pack_solver(K, m);
    const auto [x, outcome] = solve(programs, pack_solver);
    LinearProgram<double> reused(K, m);  // its state after one lane must not affect the next
    for (int k = 0; k < 8; ++k) {
      const Program& p = programs[static_cast<std::size_t>(k)];
      LinearProgram<double> fresh(K, m);
      const auto [alone, found] = solve<double>({p}, fresh);
      const auto again = solve<double>({p}, reused).x;
      for (int a = 0; a < K; ++a) {
        ASSERT_EQ(alone[a], lane(x[a], k)) << n << ", lane " << k;
        ASSERT_EQ(alone[a], again[a]) << n << ", lane " << k;
      }
      const auto [level, empty] = level_of(p);
      ASSERT_EQ(found.empty, empty);
      ASSERT_EQ(mask_lane(outcome.empty, k), empty);
      expect_optimal(p, alone, level, worst, n);
      if (HasFatalFailure()) return;
    }
  }
  RecordProperty("worst", std::to_string(worst));
}

// A sequence of programs that differ little, as in successive rounds, some only in the last bits: a solver that begins
// with the last solution finds the same solution as a new solver.
TEST(LinearProgram, DoesNotDependOnTheProgramBefore) {
  KlInstances random(72);
  for (int n = 0; n < 300; ++n) {
    const int K = n % 50 == 0 ? 200 : random.integer(6, 14);
    std::vector<Program> programs;
    for (int k = 0; k < 8; ++k) programs.push_back(random_program(random, n + k, K, 1));
    for (Program& p : programs)
      for (int a = 0; a < K; ++a) p.tie_order.push_back(random.uniform());
    LinearProgram<Pack<8>> kept(K, 1);
    LinearProgram<double> kept_alone(K, 1);
    for (int step = 0; step < 60; ++step) {
      LinearProgram<Pack<8>> fresh(K, 1);
      LinearProgram<double> fresh_alone(K, 1);
      const auto [expected, outcome] = solve(programs, fresh);
      const auto [found, found_outcome] = solve(programs, kept);
      const auto alone = solve<double>({programs[0]}, fresh_alone).x,
                 kept_x = solve<double>({programs[0]}, kept_alone).x;
      for (int k = 0; k < 8; ++k) {
        ASSERT_EQ(mask_lane(outcome.moved, k), mask_lane(found_outcome.moved, k)) << n << ", step " << step;
        ASSERT_EQ(mask_lane(outcome.empty, k), mask_lane(found_outcome.empty, k)) << n << ", step " << step;
        for (int a = 0; a < K; ++a)
          ASSERT_EQ(lane(expected[a], k), lane(found[a], k)) << n << ", step " << step << ", lane " << k;
      }
      for (int a = 0; a < K; ++a) ASSERT_EQ(alone[a], kept_x[a]) << n << ", step " << step;
      for (Program& p : programs) {
        const auto arm = static_cast<std::size_t>(random.integer(0, K - 1)),
                   second = static_cast<std::size_t>(random.integer(0, K - 1));
        const double change = std::pow(10.0, -random.integer(0, 17)) * (2 * random.uniform() - 1);
        switch (random.integer(0, 5)) {
          case 0:
            p.c[arm] += change;
            break;
          case 1:
            p.A[arm] = std::clamp(p.A[arm] + change, -1.0, 1.0);
            break;
          case 2:
            p.c[arm] = p.c[second], p.A[arm] = p.A[second];
            break;  // ties, which the tie order decides
          case 3:
            p.A[arm] = std::abs(change) < 0.01 ? std::abs(change) - change : change;
            break;  // entries that are 0 or close to it
          case 4:
            p.c[arm] = p.c[second] + change;
            break;
          default:
            for (double& cost : p.c) cost += change;
        }
      }
    }
  }
}

TEST(LinearProgram, TiesFollowTheTieOrder) {
  const std::vector<double> tie_order{0.4, 0.7, 0.1, 0.9, 0.2};
  for (const int m : {1, 2, 8}) {
    LinearProgram<double> solver(5, m);
    const auto [x, outcome] = solve<double>({{.c = std::vector<double>(5, -2.5),
                                              .A = std::vector<double>(5U * static_cast<unsigned>(m), -1),
                                              .K = 5,
                                              .m = m,
                                              .tie_order = tie_order}},
                                            solver);
    EXPECT_EQ(x[2], 1) << m;
    EXPECT_FALSE(outcome.moved);
  }
}

TEST(LinearProgram, SurvivesNumbersOfAnySize) {
  KlInstances random(72);
  for (const double size : {1e-200, 1e-9, 1e9, 1e18, 1e150})
    for (int n = 0; n < 100; ++n) {
      const int m = random.integer(1, 8), K = random.integer(1, 30);
      Program p = random_program(random, n, K, m);
      for (std::size_t e = 0; e < p.A.size(); e += 1 + static_cast<std::size_t>(n) % 3) p.A[e] *= size;
      for (double& cost : p.c) cost *= n % 2 == 0 ? size : 1;
      LinearProgram<double> solver(K, m);
      const auto x = solve<double>({p}, solver).x;
      double sum = 0;
      for (const double weight : x) {
        ASSERT_GE(weight, 0) << size << ", " << n;
        sum += weight;
      }
      ASSERT_NEAR(sum, 1, 1e-12) << size << ", " << n;
    }
}

TEST(MinimaxSolver, AgreesWithTheProvenValue) {
  KlInstances instances(5);
  double worst = 0;
  for (int n = 0; n < 2000; ++n) {
    const int m = instances.integer(1, 8);
    const int K = instances.integer(m, n % 4 == 0 ? 100 : 12);
    const KlInstance instance = instances.next(static_cast<RowKind>(n % num_row_kinds), 1, K, m);
    std::vector<double> A;
    naive::Table table;
    double size = 0;
    for (const auto& row : instance.A) {
      A.insert(A.end(), row.begin(), row.end());
      table.emplace_back(row.begin(), row.end());
      for (const double entry : row) size = std::max(size, std::abs(entry));
    }
    MinimaxSolver minimax(K, m);
    const double value = minimax.solve(A.data());
    worst = std::max(worst, std::abs(value - static_cast<double>(naive::minimax(table))) / size);
    double sum = 0;
    for (const double x : minimax.strategy()) {
      EXPECT_GE(x, 0);
      sum += x;
    }
    EXPECT_NEAR(sum, 1, 1e-14);
  }
  EXPECT_LT(worst, 1e-14);
}

}  // namespace

}  // namespace regretta
