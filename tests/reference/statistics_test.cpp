// The engine and the naive learners on different seeds have the same distribution. For every quantity the means of n =
// 200 trials on either side must agree within 5 standard errors of their difference (a false alarm once in 1.7 million
// comparisons; the seeds are fixed).

#include <gtest/gtest.h>

#include "regretta/tests/reference/engine_side.hpp"
#include "regretta/tests/reference/games.hpp"

namespace regretta {
namespace {

constexpr int n = 200;

struct Sample {
  double sum = 0, squares = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
  }
  double mean() const { return sum / n; }
  double variance_of_mean() const { return (squares / n - mean() * mean()) / (n - 1); }
};

void expect_same_law(const naive::Setting& setting) {
  naive::Game game = drifting_game({.arms = 4, .constraints = 1, .horizon = 400}, 41);
  game.noise = NoiseKind::bernoulli;
  const double opt = static_cast<double>(naive::optimum(game, game.horizon()));
  const CellWork work = cell_of(game, 1001);
  Sample engine[4], slow[4];
  const auto trials =
      with_learner(setting, work, [&](auto make) { return play_trials<Pack<8>>(work, make, 0, n, RunControl{}); });
  for (const TrialResult& trial : trials) {
    engine[0].add(trial[Quantity::regret]);
    engine[1].add(trial[Quantity::expected_regret]);
    engine[2].add(trial[Quantity::violation]);
    engine[3].add(trial[Quantity::realised_violation]);
  }
  for (std::uint32_t trial = 0; trial < n; ++trial) {
    const naive::Played played = naive::play(game, setting, naive::Luck(2002, trial));
    const naive::Books books = naive::keep_books(game, played.rounds);
    slow[0].add(static_cast<double>(books.loss) - opt);
    slow[1].add(static_cast<double>(books.expected_loss) - opt);
    slow[2].add(static_cast<double>(books.violation));
    slow[3].add(static_cast<double>(books.realised_violation));
  }
  for (int q = 0; q < 4; ++q) {
    const double error = std::sqrt(engine[q].variance_of_mean() + slow[q].variance_of_mean());
    EXPECT_LT(std::abs(engine[q].mean() - slow[q].mean()), 5 * error)
        << setting.name << " quantity " << q << ": " << engine[q].mean() << " and " << slow[q].mean();
    EXPECT_GT(error, 0);
  }
}

TEST(Statistics, ConOmdFs) {
  naive::Setting setting;
  setting.confidence_scale = 0.1L;
  expect_same_law(setting);
}
TEST(Statistics, ImplicitExploration) {
  naive::Setting setting{.name = "conomd-fs-ix", .sees = naive::Sees::constraints};
  setting.confidence_scale = 0.1L;
  expect_same_law(setting);
}
TEST(Statistics, ExpOpt) {
  naive::Setting setting{.name = "expopt-conomd", .sees = naive::Sees::played_arm};
  setting.fixed_share = false;
  setting.confidence_scale = 0.1L;
  expect_same_law(setting);
}
TEST(Statistics, KnownCBandit) {
  naive::Setting setting{.name = "known-c", .sees = naive::Sees::played_arm};
  setting.fixed_share = false;
  setting.confidence_scale = 0.05L;
  setting.corruption = 2;
  expect_same_law(setting);
}

}  // namespace
}  // namespace regretta
