/// The adaptive stages, each compared with a naive implementation or with values by hand.

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/round/means.hpp"
#include "regretta/environments/corruption/adaptive_corruption.hpp"
#include "regretta/environments/processes/adaptive_losses.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

Means<double> initial_means(int K, int m) {
  Means<double> means;
  means.loss = Vector<double>::Constant(K, 0.5);
  means.violation = Matrix<double>::Constant(m, K, 0.0);
  return means;
}

/// A random strategy. In every third round its entries are proportional to 0, 1, 2 or 3, so that there are ties.
Vector<double> some_strategy(const Draws<double>& draws, std::int64_t t, int K) {
  Vector<double> x(K);
  for (int a = 0; a < K; ++a) {
    const double u = draws.uniform_at(Stream::instance, t, a);
    x(a) = t % 3 == 0 ? std::floor(u * 4) : u * u * u;
  }
  const double total = x.sum();
  return total == 0 ? Vector<double>::Constant(K, 1.0 / K) : Vector<double>(x / total);
}

// ---- anti-leader --------------------------------------------------------------------------------------------------

TEST(AntiLeader, PunishesTheFirstOfTheLeaders) {
  AntiLeader<double> stage({}, {.base = 0.25, .worst = 1});
  const std::vector<std::pair<std::vector<double>, Eigen::Index>> cases{{{0.2, 0.5, 0.3}, 1},
                                                                        {{0.4, 0.2, 0.4}, 0},
                                                                        {{0.2, 0.4, 0.4}, 1},
                                                                        {{1.0 / 3, 1.0 / 3, 1.0 / 3}, 0},
                                                                        {{0, 0, 1}, 2}};
  for (const auto& [x, leader] : cases) {
    Means<double> means = initial_means(3, 1);
    stage.move(1, Eigen::Map<const Vector<double>>(x.data(), 3), means);
    for (Eigen::Index a = 0; a < 3; ++a) EXPECT_EQ(means.loss(a), a == leader ? 1 : 0.5);
    EXPECT_TRUE((means.violation == 0).all());
  }
}

// ---- Mannor, Tsitsiklis, Yu ---------------------------------------------------------------------------------------

/// The column of every round of a trial in which these arms were drawn, by the loops of the description.
std::vector<int> naive_columns(const std::vector<int>& arms) {
  std::vector<int> columns;
  double plays_of_arm_1 = 0;
  const auto rounds = [&] { return columns.size(); };
  const auto play = [&](int column) {
    if (arms[rounds()] == 0) ++plays_of_arm_1;
    columns.push_back(column);
  };
  for (;;) {
    int k = 1;
    while (k == 1 || plays_of_arm_1 / static_cast<double>(rounds()) > 0.75) {
      if (rounds() == arms.size()) return columns;
      play(2);
      ++k;
    }
    for (int j = 0; j < k; ++j) {
      if (rounds() == arms.size()) return columns;
      play(1);
    }
  }
}

TEST(Mannor, FollowsItsDescription) {
  for (int history = 0; history < 6; ++history) {
    const Draws<double> draws(static_cast<std::uint64_t>(history), 0);
    std::vector<int> arms;
    for (std::int64_t t = 1; t <= 5000; ++t) {
      const double u = draws.uniform_at(Stream::arm, t, 0);
      const double share[] = {1, 0, 0.75, 0.9, 0.76, t / 900 % 2 == 0 ? 0.99 : 0.3};  // of arm 1
      arms.push_back(u < share[history] ? 0 : 1);
    }
    const std::vector<int> columns = naive_columns(arms);
    Mannor<double> stage({}, {});
    for (std::size_t r = 0; r < arms.size(); ++r) {
      Means<double> means = initial_means(2, 1);
      stage.move(static_cast<std::int64_t>(r) + 1, Vector<double>::Constant(2, 0.5), means);
      const bool column_2 = columns[r] == 2;
      ASSERT_EQ(means.loss(0), 0);
      ASSERT_EQ(means.loss(1), column_2 ? 1 : 0.5) << "history " << history << " round " << r + 1;
      ASSERT_EQ(means.violation(0, 0), column_2 ? 1 : -1);
      ASSERT_EQ(means.violation(0, 1), -1);
      stage.played({arms[r]});
    }
  }
}

TEST(Mannor, DoesNotMoveAReplacedPart) {
  Means<double> means = initial_means(2, 1);
  Mannor<double>({}, {.losses = false}).move(1, Vector<double>::Constant(2, 0.5), means);
  EXPECT_TRUE((means.loss == 0.5).all());
  EXPECT_EQ(means.violation(0, 0), 1);
}

// ---- open problem -------------------------------------------------------------------------------------------------

double value_of(const Adaptive<double>& stage, std::string_view name) {
  for (const auto& [reported, value] : stage.reported())
    if (reported == name) return value;
  return not_a_number;
}

TEST(OpenProblem, ReportsTheInjectedCorruptionAndStopsAtTheBudget) {
  const Draws<double> draws(8, 0);
  for (const double budget : {infinity, 100.0, 0.75}) {
    OpenProblem<double> stage({}, {.arm = 2, .constraint = 1, .scale = 1.5, .budget = budget, .moves_losses = true});
    double injected = 0, exposure = 0, perceived = 0;
    constexpr int T = 1000;
    for (int t = 1; t <= T; ++t) {
      const Vector<double> x = some_strategy(draws, t, 3);
      Means<double> means = initial_means(3, 2);
      means.violation(0, 1) = t % 2 == 0 ? -0.5 : 0.75;
      const Means<double> before = means;
      stage.move(t, x, means);
      const double pushed = means.violation(0, 1) - before.violation(0, 1);
      const double unlimited = std::min(1.5 * x(1), 1 - before.violation(0, 1));
      EXPECT_NEAR(pushed, std::max(0.0, std::min(unlimited, budget - injected)), 1e-12);
      EXPECT_LE(means.violation(0, 1), 1);
      EXPECT_NEAR(means.loss(1), std::min(1.0, 0.5 + pushed), 1e-15);
      means.violation(0, 1) = before.violation(0, 1);
      means.loss(1) = before.loss(1);
      EXPECT_TRUE((means.violation == before.violation).all() &&
                  (means.loss == before.loss).all());  // nothing else may change
      injected += pushed;
      exposure += x(1);
      perceived += pushed * x(1);
    }
    EXPECT_NEAR(value_of(stage, "injected_corruption"), injected, 1e-9);
    EXPECT_NEAR(value_of(stage, "perceived_corruption"), T * perceived / exposure, 1e-9);
    if (budget < infinity) {
      EXPECT_NEAR(injected, budget, 1e-10);
    }
    if (budget == infinity) {  // pushes grow with the weight, so that perceived exceeds injected corruption (Chebyshev)
      EXPECT_GT(T * perceived / exposure, injected);
    }
  }
}

}  // namespace
}  // namespace regretta::tests
