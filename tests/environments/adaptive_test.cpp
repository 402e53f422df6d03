/// The adaptive stages: each compared with a version written by hand, and the lane law.

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/round/means.hpp"
#include "regretta/environments/corruption/adaptive_corruption.hpp"
#include "regretta/environments/processes/adaptive_losses.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

Means<double> blank(int K, int m) {
  Means<double> means;
  means.loss = Vector<double>::Constant(K, 0.5);
  means.violation = Matrix<double>::Constant(m, K, 0.0);
  return means;
}

/// A random strategy whose entries are sometimes multiples of 1/8 (ties), sometimes arbitrary.
Vector<double> some_strategy(const Draws<double>& draws, std::int64_t t, int K) {
  Vector<double> x(K);
  for (int a = 0; a < K; ++a) {
    const double u = draws.uniform_at(Stream::instance, t, a);
    x(a) = t % 3 == 0 ? std::floor(u * 4) : u * u * u;
  }
  const double total = x.sum();
  return total == 0 ? Vector<double>::Constant(K, 1.0 / K) : Vector<double>(x / total);
}

// ---- lane law -----------------------------------------------------------------------------------------------------

/// Lane k of a pack behaves as trial k alone for 2,500 rounds, bit for bit.
template <class Real>
void check_lanes(const AdaptiveStage& stage, int K, int m) {
  constexpr int W = lanes<Real>;
  const std::unique_ptr<Adaptive<Real>> pack = make_state<Real>(stage);
  std::vector<std::unique_ptr<Adaptive<double>>> alone;
  for (int k = 0; k < W; ++k) alone.push_back(stage.one_trial());
  for (std::int64_t t = 1; t <= 2500; ++t) {
    Means<Real> together;
    together.loss.resize(K);
    together.violation.resize(m, K);
    Vector<Real> strategy(K);
    Index<Real> arm{};
    std::vector<Means<double>> single;
    for (int k = 0; k < W; ++k) {
      const Draws<double> draws(5, static_cast<std::uint32_t>(k));
      const Vector<double> x = some_strategy(draws, t, K);
      single.push_back(blank(K, m));
      for (int a = 0; a < K; ++a) {
        single.back().loss(a) = draws.uniform_at(Stream::schedule, t / 100, a, 1);
        for (int i = 0; i < m; ++i)
          single.back().violation(i, a) = 2 * draws.uniform_at(Stream::schedule, t / 100, a, 2 + i) - 1;
        set_lane(strategy(a), k, x(a));
        set_lane(together.loss(a), k, single.back().loss(a));
        for (int i = 0; i < m; ++i) set_lane(together.violation(i, a), k, single.back().violation(i, a));
      }
      // Long stretches of one arm, so that frequencies cross every threshold.
      const double u = draws.uniform_at(Stream::arm, t, 0);
      const bool mostly_first = (t / 700 + k) % 3 != 0;
      arm[static_cast<std::size_t>(k)] = mostly_first && u < 0.97 ? 0 : static_cast<int>(u * K);
      alone[static_cast<std::size_t>(k)]->move(t, x, single.back());
    }
    pack->move(t, strategy, together);
    for (int k = 0; k < W; ++k) {
      const auto& mine = single[static_cast<std::size_t>(k)];
      const auto& me = alone[static_cast<std::size_t>(k)];
      for (int a = 0; a < K; ++a) {
        ASSERT_EQ(as_word(lane(together.loss(a), k)), as_word(mine.loss(a))) << stage.kind << " t " << t;
        for (int i = 0; i < m; ++i)
          ASSERT_EQ(as_word(lane(together.violation(i, a), k)), as_word(mine.violation(i, a)))
              << stage.kind << " t " << t;
      }
      const Reported<double> mine_alone = me->reported();
      for (std::size_t q = 0; q < mine_alone.size(); ++q)
        ASSERT_EQ(as_word(lane(pack->reported().at(q).second, k)), as_word(mine_alone[q].second));
      me->played({arm[static_cast<std::size_t>(k)]});
    }
    pack->played(arm);
  }
}

template <template <class> class Stage, class Params>
void check_all_lanes(int K, int m, const Params& params) {
  Adversary sizes;
  sizes.num_arms = K, sizes.num_constraints = m, sizes.horizon = 10'000;
  const AdaptiveStage stage = adaptive_stage<Stage>("stage", sizes, params);
  check_lanes<Pack<8>>(stage, K, m);
}

TEST(LaneLaw, AntiLeader) { check_all_lanes<AntiLeader>(4, 1, AntiLeaderParams{0.1, 0.9}); }
TEST(LaneLaw, Mannor) { check_all_lanes<Mannor>(2, 1, MannorMoves{}); }
TEST(LaneLaw, OpenProblem) {
  check_all_lanes<OpenProblem>(3, 2, OpenProblemParams{.arm = 2, .constraint = 2, .losses = true});
  check_all_lanes<OpenProblem>(3, 2, OpenProblemParams{.scale = 0.7, .budget = 300});
}
TEST(LaneLaw, Reactive) {
  check_all_lanes<Reactive>(3, 2,
                            ReactiveParams{.budget_sqrt = 2,
                                           .arm = 2,
                                           .value = -0.3,
                                           .power = -0.7,
                                           .thrift = 1.5,
                                           .above = 0.1,
                                           .below = 0.9,
                                           .from = 0.1,
                                           .loss_share = 0.5});
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
    Means<double> means = blank(3, 1);
    stage.move(1, Eigen::Map<const Vector<double>>(x.data(), 3), means);
    for (Eigen::Index a = 0; a < 3; ++a) EXPECT_EQ(means.loss(a), a == leader ? 1 : 0.5);
    EXPECT_TRUE((means.violation == 0).all());
  }
}

// ---- Mannor, Tsitsiklis, Yu ---------------------------------------------------------------------------------------

/// The column of every round, directly from the description: nested loops, one trial.
std::vector<int> naive_columns(const std::vector<int>& arms) {
  std::vector<int> columns;
  double first = 0;
  const auto rounds = [&] { return columns.size(); };
  const auto play = [&](int column) {
    if (arms[rounds()] == 0) ++first;
    columns.push_back(column);
  };
  for (;;) {
    int k = 1;
    while (k == 1 || first / static_cast<double>(rounds()) > 0.75) {
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
      const double share[] = {1, 0, 0.75, 0.9, 0.76, t / 900 % 2 == 0 ? 0.99 : 0.3};
      arms.push_back(u < share[history] ? 0 : 1);
    }
    const std::vector<int> columns = naive_columns(arms);
    Mannor<double> stage({}, {});
    for (std::size_t r = 0; r < arms.size(); ++r) {
      Means<double> means = blank(2, 1);
      stage.move(static_cast<std::int64_t>(r) + 1, Vector<double>::Constant(2, 0.5), means);
      const bool second = columns[r] == 2;
      ASSERT_EQ(means.loss(0), 0);
      ASSERT_EQ(means.loss(1), second ? 1 : 0.5) << "history " << history << " round " << r + 1;
      ASSERT_EQ(means.violation(0, 0), second ? 1 : -1);
      ASSERT_EQ(means.violation(0, 1), -1);
      stage.played({arms[r]});
    }
  }
}

TEST(Mannor, LeavesAReplacedPartAlone) {
  Means<double> means = blank(2, 1);
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

TEST(OpenProblem, InjectsWhatItSaysAndStopsAtTheBudget) {
  const Draws<double> draws(8, 0);
  for (const double budget : {infinity, 100.0, 0.75}) {
    OpenProblem<double> stage({}, {.arm = 2, .constraint = 1, .scale = 1.5, .budget = budget, .losses = true});
    double injected = 0, exposure = 0, perceived = 0;
    constexpr int T = 1000;
    for (int t = 1; t <= T; ++t) {
      const Vector<double> x = some_strategy(draws, t, 3);
      Means<double> means = blank(3, 2);
      means.violation(0, 1) = t % 2 == 0 ? -0.5 : 0.75;
      const Means<double> before = means;
      stage.move(t, x, means);
      const double pushed = means.violation(0, 1) - before.violation(0, 1);
      const double wanted = std::min(1.5 * x(1), 1 - before.violation(0, 1));
      EXPECT_NEAR(pushed, std::max(0.0, std::min(wanted, budget - injected)), 1e-12);
      EXPECT_LE(means.violation(0, 1), 1);
      EXPECT_NEAR(means.loss(1), std::min(1.0, 0.5 + pushed), 1e-15);
      means.violation(0, 1) = before.violation(0, 1);
      means.loss(1) = before.loss(1);
      EXPECT_TRUE((means.violation == before.violation).all() &&
                  (means.loss == before.loss).all());  // nothing else changed
      injected += pushed;
      exposure += x(1);
      perceived += pushed * x(1);
    }
    EXPECT_NEAR(value_of(stage, "injected_corruption"), injected, 1e-9);
    EXPECT_NEAR(value_of(stage, "perceived_corruption"), T * perceived / exposure, 1e-9);
    if (budget < infinity) {
      EXPECT_NEAR(injected, budget, 1e-10);
    }
    if (budget == infinity) {  // pushes grow with the weight: the perceived exceeds the injected (Chebyshev)
      EXPECT_GT(T * perceived / exposure, injected);
    }
  }
}

}  // namespace
}  // namespace regretta::tests
