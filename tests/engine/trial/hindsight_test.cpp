// The linear programs of hindsight, checked by certificates in long double. The ranges of a trial's quantities, in
// cases with a closed form.

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include "uniform_draw.hpp"

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/hindsight/value_range.hpp"

namespace regretta {
namespace {

/// A linear program over strategies x: minimise c'x subject to A x <= 0. A: m x K, row by row.
struct Instance {
  std::size_t K = 1;
  std::size_t m = 1;
  std::vector<double> c;
  std::vector<double> A;
};

std::size_t random_size(std::mt19937_64& random, std::size_t max_size) { return 1 + random() % max_size; }

enum Shape { plain, integer, repeated, free_of_loss, constant, nearly_tied, num_shapes };

Instance random_instance(std::mt19937_64& random, int shape, std::size_t max_arms, std::size_t max_constraints) {
  Instance p;
  p.K = random_size(random, max_arms);
  p.m = random_size(random, max_constraints);
  const double bias = 1.2 * uniform_draw(random) - 0.6;  // shifts the program towards feasibility or infeasibility
  for (std::size_t a = 0; a < p.K; ++a) p.c.push_back(uniform_draw(random));
  for (std::size_t e = 0; e < p.m * p.K; ++e) p.A.push_back(std::clamp(2 * uniform_draw(random) - 1 + bias, -1.0, 1.0));
  const auto ternary = [&] { return static_cast<double>(random() % 3) - 1; };
  switch (shape) {
    case integer:
      for (double& x : p.c) x = (ternary() + 1) / 2;
      for (double& x : p.A) x = ternary();
      break;
    case repeated:  // every arm and every constraint occurs about twice
      for (std::size_t a = 0; a < p.K; ++a) {
        const std::size_t source = random() % p.K;
        p.c[a] = p.c[source];
        for (std::size_t i = 0; i < p.m; ++i) p.A[i * p.K + a] = p.A[i * p.K + source];
      }
      for (std::size_t i = 0; i < p.m; ++i) {
        const std::size_t source = random() % p.m;
        for (std::size_t a = 0; a < p.K; ++a) p.A[i * p.K + a] = p.A[source * p.K + a];
      }
      break;
    case free_of_loss:
      std::fill(p.c.begin(), p.c.end(), 0.0);
      break;
    case constant:
      std::fill(p.c.begin(), p.c.end(), p.c[0]);
      std::fill(p.A.begin(), p.A.end(), ternary());
      break;
    case nearly_tied:  // on a grid, up to rounding
      for (double& x : p.A) x = 0.1 * ternary() + 1e-17 * (uniform_draw(random) - 0.5);
      break;
    default:
      break;
  }
  return p;
}

long double dot(const double* row, const std::vector<double>& x) {
  long double sum = 0;
  for (std::size_t a = 0; a < x.size(); ++a) sum += static_cast<long double>(row[a]) * x[a];
  return sum;
}

void expect_strategy(const std::vector<double>& x) {
  long double mass = 0;
  for (const double p : x) {
    EXPECT_GE(p, 0.0);
    mass += p;
  }
  EXPECT_NEAR(static_cast<double>(mass), 1.0, 1e-14);
}

/// Expects that the strategies of both players are feasible and guarantee the value to 1e-13.
void expect_minimax(const std::vector<double>& A, std::size_t K, const Minimax& game) {
  expect_strategy(game.strategy);
  expect_strategy(game.weights);
  ASSERT_EQ(game.strategy.size(), K);
  ASSERT_EQ(game.weights.size(), game.rows.size());
  for (std::size_t r = 0; r * K < A.size(); ++r)
    EXPECT_LE(static_cast<double>(dot(&A[r * K], game.strategy)), game.value + 1e-13);
  for (std::size_t a = 0; a < K; ++a) {
    long double mixed = 0;
    for (std::size_t k = 0; k < game.rows.size(); ++k)
      mixed += static_cast<long double>(game.weights[k]) * A.at(static_cast<std::size_t>(game.rows[k]) * K + a);
    EXPECT_GE(static_cast<double>(mixed), game.value - 1e-13);
  }
}

/// Expects primal and dual feasible solutions with a gap of at most 1e-12, or a proof of infeasibility. `tolerance` is
/// the largest value allowed for A x.
void expect_optimum(const Instance& p, const Optimum& found, double tolerance) {
  if (!found.feasible) {
    EXPECT_TRUE(std::isnan(found.value));
    EXPECT_TRUE(found.strategy.empty() && found.multipliers.empty());
    const Minimax game = solve_minimax(p.A, static_cast<int>(p.K));
    expect_minimax(p.A, p.K, game);
    EXPECT_GT(game.value, feasibility_tolerance);
    return;
  }
  ASSERT_EQ(found.strategy.size(), p.K);
  ASSERT_EQ(found.multipliers.size(), p.m);
  expect_strategy(found.strategy);
  const auto support = std::count_if(found.strategy.begin(), found.strategy.end(), [](double x) { return x > 0; });
  EXPECT_LE(static_cast<std::size_t>(support), p.m + 1);
  double scale = 1;
  for (std::size_t i = 0; i < p.m; ++i) {
    EXPECT_LE(static_cast<double>(dot(&p.A[i * p.K], found.strategy)), tolerance);
    EXPECT_GE(found.multipliers[i], 0.0);
    scale += found.multipliers[i];
  }
  for (std::size_t a = 0; a < p.K; ++a) {
    long double cost = p.c[a];
    for (std::size_t i = 0; i < p.m; ++i) cost += static_cast<long double>(found.multipliers[i]) * p.A[i * p.K + a];
    EXPECT_GE(static_cast<double>(cost), found.value - 1e-12 * scale);
  }
  EXPECT_NEAR(static_cast<double>(dot(p.c.data(), found.strategy)), found.value, 1e-12);
}

TEST(Optimum, HasACertificate) {
  std::mt19937_64 random(1);
  int feasible = 0;
  for (int n = 0; n < 12000; ++n) {
    const int shape = n % num_shapes;
    const Instance p = random_instance(random, shape, n % 5 == 0 ? 1 : 12, 8);
    const Optimum found = solve_optimum(p.c, p.A);
    feasible += found.feasible;
    expect_optimum(p, found, shape == nearly_tied ? feasibility_tolerance : 1e-14);
    ASSERT_FALSE(HasFailure()) << "instance " << n << ", K = " << p.K << ", m = " << p.m;
  }
  EXPECT_GT(feasible, 3000);
  EXPECT_LT(feasible, 9000);
}

TEST(Optimum, HasACertificateForManyArms) {
  std::mt19937_64 random(2);
  for (int n = 0; n < 5 * num_shapes; ++n) {
    const Instance p = random_instance(random, n % num_shapes, 1000, 8);
    expect_optimum(p, solve_optimum(p.c, p.A), n % num_shapes == nearly_tied ? feasibility_tolerance : 1e-14);
  }
}

TEST(Minimax, HasACertificate) {
  std::mt19937_64 random(3);
  for (int n = 0; n < 6000; ++n) {
    const Instance p = random_instance(random, n % num_shapes, 12, n % 10 == 0 ? 300 : 12);
    expect_minimax(p.A, p.K, solve_minimax(p.A, static_cast<int>(p.K)));
    ASSERT_FALSE(HasFailure()) << "instance " << n << ", K = " << p.K << ", rows = " << p.m;
  }
}

TEST(Minimax, HasACertificateForManyRowsOrArms) {
  std::mt19937_64 random(4);
  for (int n = 0; n < 2 * num_shapes; ++n) {
    const Instance tall = random_instance(random, n % num_shapes, 10, 6000);
    expect_minimax(tall.A, tall.K, solve_minimax(tall.A, static_cast<int>(tall.K)));
    const Instance wide = random_instance(random, n % num_shapes, 1000, 8);
    expect_minimax(wide.A, wide.K, solve_minimax(wide.A, static_cast<int>(wide.K)));
  }
}

// Both arms have the average violation a; arm 1 has loss 0, arm 2 has loss 1/2. Averages up to 1e-9 are feasible.
TEST(Optimum, ToleratesAveragesThatAreTight) {
  const std::vector<double> c{0.0, 0.5};
  for (const double a : {0.0, 1e-17, 1e-13}) {
    const Optimum found = solve_optimum(c, std::vector<double>{a, a});
    ASSERT_TRUE(found.feasible);
    EXPECT_NEAR(found.value, 0.0, 1e-12);
  }
  EXPECT_TRUE(solve_optimum(c, std::vector<double>{9e-10, 9e-10}).feasible);
  EXPECT_FALSE(solve_optimum(c, std::vector<double>{1.1e-9, 1.1e-9}).feasible);
  // Rounding of averages that cancel exactly on paper must not decide between arms, in either direction.
  EXPECT_NEAR(solve_optimum(c, std::vector<double>{1e-17, -1e-17}).value, 0.0, 1e-4);
  EXPECT_NEAR(solve_optimum(c, std::vector<double>{1e-13, -1e-16}).value, 0.0, 1e-1);
  // The tolerance for rounding errors does not apply to an average of exactly 0.
  EXPECT_EQ(solve_optimum(std::vector<double>{1.0, 0.0}, std::vector<double>{0.0, 1.0}).value, 1.0);
}

/// Means with the first row in rounds 1 to 6, and the second row afterwards.
struct TwoRows {
  std::vector<double> first, second;
  std::int64_t num_rows() const { return 2; }
  std::int64_t row_at(std::int64_t t) const { return t <= 6 ? 0 : 1; }
  std::int64_t same_until(std::int64_t t) const { return t <= 6 ? 6 : 1'000'000; }
  void read(std::int64_t row, std::span<double> out) const {
    const std::vector<double>& values = row == 0 ? first : second;
    std::copy(values.begin(), values.end(), out.begin());
  }
};

Adversary two_rows() {
  Adversary adversary;
  adversary.num_arms = 2;
  adversary.num_constraints = 2;
  adversary.horizon = 10;
  adversary.losses = TwoRows{{0.25, 1}, {0.5, 0}};
  // On average arm 2 alone satisfies constraint 1, and both arms satisfy constraint 2.
  adversary.violations = TwoRows{{0.5, -0.25, -0.125, -0.5}, {0.25, -1, 0.125, -0.5}};
  return adversary;
}

void expect_range(const ValueRange& range, double least, double most) {
  EXPECT_DOUBLE_EQ(range.least, least);
  EXPECT_DOUBLE_EQ(range.most, most);
}

TEST(ValueRange, SumsTheWorstAndTheBestArmOfEveryRound) {
  const Adversary adversary = two_rows();
  const CellFacts facts = compute_facts(adversary, {4, 10});
  const CellRanges range = compute_ranges(adversary, facts);
  const auto bound = [&](Quantity quantity) { return range.whole[index_of(quantity)]; };
  expect_range(bound(Quantity::violation), 0, 6 * 0.5 + 4 * 0.25);
  expect_range(bound(quantity_named("mixture_violation")), 0, 4);
  expect_range(bound(Quantity::signed_violation), -5, 4);  // arm 2 in all rounds: sums of -5.5 and -5
  const double opt = facts.optimum.value * 10;
  expect_range(bound(Quantity::expected_regret), 6 * 0.25 - opt, 6 * 1.0 + 4 * 0.5 - opt);
  expect_range(bound(Quantity::regret), -opt, 10 - opt);
  expect_range(bound(Quantity::realised_violation), -10, 10);
  const auto on_curve = [&](std::size_t k, Quantity quantity) {
    return range.curve.at(k).begin()[std::ranges::find(curve_quantities, quantity) - curve_quantities.begin()];
  };
  expect_range(on_curve(0, Quantity::violation), 0, 4 * 0.5);
  expect_range(on_curve(0, Quantity::regret), -facts.opt[0], 4 - facts.opt[0]);
  expect_range(on_curve(1, Quantity::violation), 0, 4);
}

TEST(ValueRange, IsWidestWithoutOptOrFixedMeans) {
  Adversary adversary = two_rows();
  adversary.violations = TwoRows{{0.5, 0.5, 0.5, 0.25}, {0.5, 0.5, 0.5, 0.25}};
  const CellRanges infeasible = compute_ranges(adversary, compute_facts(adversary, {10}));
  expect_range(infeasible.whole[index_of(Quantity::regret)], -10, 10);
  expect_range(infeasible.whole[index_of(Quantity::violation)], 5, 5);

  adversary.adaptive.emplace_back();
  const CellRanges adaptive = compute_ranges(adversary, compute_facts(adversary, {10}));
  expect_range(adaptive.whole[index_of(Quantity::violation)], 0, 10);
  expect_range(adaptive.whole[index_of(Quantity::expected_regret)], -10, 10);
  EXPECT_EQ(adaptive.whole[index_of(Quantity::corruption)].most, infinity);
}

}  // namespace
}  // namespace regretta
