// What an environment can be made of: all of it is tried, and noise keeps the means.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "regretta/engine/trial/referee.hpp"
#include "regretta/environments/catalogue.hpp"
#include "regretta/tests/conformance/cells.hpp"

namespace regretta {
namespace {

Catalogue catalogue() {
  Catalogue made;
  add_environments(made);
  return made;
}

TEST(EnvironmentChoices, AreOfEveryKind) {
  const auto choices = tests::environment_choices();
  for (const EnvironmentEntry& entry : catalogue().environments)
    EXPECT_TRUE(std::ranges::any_of(choices, [&](const auto& choice) { return choice.kind == entry.name; }))
        << "none is a " << entry.name;
  for (const ComponentEntry& entry : catalogue().components) {
    const std::string key = entry.group == "noise" ? "noise" : entry.group + ".kind";
    EXPECT_TRUE(std::ranges::any_of(choices,
                                    [&](const auto& choice) {
                                      const auto chosen = choice.settings.find(key);
                                      return chosen != choice.settings.end() && chosen->second == Value(entry.name);
                                    }))
        << "none has " << key << " = " << entry.name;
  }
}

/// Values are in their range, and every arm's average is its mean. n = 160,000 values per arm and law, seed 20260101.
/// The tolerance is 5 standard errors of the Bernoulli law, which has the largest variance of all with this mean, and
/// what the resolution of draws allows: a false alarm once in 1.7 million comparisons.
TEST(EveryNoise, HasTheMeansThatItIsGiven) {
  using Real = Pack<8>;
  constexpr std::int64_t T = 20'000;
  constexpr double n = 8.0 * T;
  const std::vector<double> loss{0, 0.03, 0.25, 0.5, 0.9, 1}, violation{-1, -0.97, -0.5, 0, 0.8, 1};
  const int K = static_cast<int>(loss.size());
  for (const ComponentEntry& law : catalogue().components) {
    if (law.group != "noise") continue;
    SCOPED_TRACE(law.name);
    const CellWork work =
        tests::cell_of({law.name, "stationary", {{"loss", loss}, {"violation", violation}, {"noise", law.name}}}, T);
    const auto referee = make_referee<Real, FullFeedback<Real>>(work, 0);
    const auto x = Vector<Real>(Vector<Real>::Constant(K, Real(1.0 / K)));
    std::vector<double> losses(loss.size()), violations(loss.size());
    for (std::int64_t t = 1; t <= T; ++t) {
      const FullFeedback<Real>& round = referee->round(t, x);
      for (int a = 0; a < K; ++a)
        for (int k = 0; k < lanes<Real>; ++k) {
          const double l = lane(round.loss(a), k), g = lane(round.violation(0, a), k);
          ASSERT_TRUE(l >= 0 && l <= 1 && g >= -1 && g <= 1) << "arm " << a << ": " << l << " and " << g;
          losses[static_cast<std::size_t>(a)] += l;
          violations[static_cast<std::size_t>(a)] += g;
        }
    }
    for (std::size_t a = 0; a < loss.size(); ++a) {
      const double l = loss[a], g = violation[a];
      EXPECT_NEAR(losses[a] / n, l, 5 * std::sqrt(l * (1 - l) / n) + 1e-9) << "loss " << l;
      EXPECT_NEAR(violations[a] / n, g, 5 * std::sqrt((1 - g * g) / n) + 1e-9) << "violation " << g;
    }
  }
}

}  // namespace
}  // namespace regretta
