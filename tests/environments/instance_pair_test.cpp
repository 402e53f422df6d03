/// The pairs of instances: rows, and closed forms of OPT, rho and C.

#include <cmath>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

using List = std::vector<double>;

Adversary pair_of(const char* kind, std::int64_t instance, Settings more = {}, std::int64_t T = 10'000) {
  more["instance"] = instance;
  return build(kind, more, T);
}

TEST(MarginPair, DiffersInOneArmByTheMargin) {
  const Settings settings{{"arms", 4L}, {"arm", 3L}, {"margin", 0.25}, {"safe_loss", 0.75}, {"loss", 0.5}};
  const Adversary one = pair_of("margin-pair", 1, settings), two = pair_of("margin-pair", 2, settings);
  for (const Adversary* instance : {&one, &two}) {
    EXPECT_EQ(instance->num_arms, 4);
    EXPECT_EQ(instance->num_constraints, 1);
    EXPECT_EQ(instance->losses.num_rows(), 1);
    EXPECT_EQ(means_at(instance->losses, 1, 4), (List{0.75, 0.5, 0.5, 0.5}));
  }
  EXPECT_EQ(means_at(one.violations, 1, 4), (List{-0.25, 0.25, -0.25, 0.25}));
  EXPECT_EQ(means_at(two.violations, 1, 4), (List{-0.25, 0.25, 0.25, 0.25}));
}

// Instance 1: the feasible arm alone. Instance 2: half and half, for any margin.
TEST(MarginPair, HasItsOptimumInClosedForm) {
  for (const double margin : {0.001, 0.1, 0.5, 1.0})
    for (const std::int64_t arms : {2, 3, 50}) {
      const Settings settings{{"arms", arms}, {"margin", margin}, {"safe_loss", 0.8}, {"loss", 0.2}};
      const CellFacts one = compute_facts(pair_of("margin-pair", 1, settings), {10'000});
      EXPECT_NEAR(one.optimum.value, 0.2, 1e-12);
      const CellFacts two = compute_facts(pair_of("margin-pair", 2, settings), {10'000});
      EXPECT_NEAR(two.optimum.value, 0.5, 1e-12);
      EXPECT_NEAR(two.optimum.strategy[0], 0.5, 1e-12);
      EXPECT_EQ(two.safe_arm, 0);
      for (const CellFacts* facts : {&one, &two}) {
        EXPECT_EQ(facts->rho, margin);
        EXPECT_EQ(facts->rho_pure, margin);
        EXPECT_EQ(facts->corruption, 0);
      }
    }
}

// Instance 2: weight s / (s + kappa) on the doubtful arms, the rest on the safe one.
TEST(PrecisionPair, DoubtsByOneOverTheRootOfT) {
  for (const std::int64_t T : {1L, 100L, 10'000L, 1'000'000'000'000L}) {
    const double kappa = 1 / std::sqrt(static_cast<double>(T));
    const Adversary one = pair_of("precision-pair", 1, {}, T), two = pair_of("precision-pair", 2, {}, T);
    EXPECT_EQ(means_at(one.violations, 1, 2), (List{-0.5, -kappa}));
    EXPECT_EQ(means_at(two.violations, 1, 2), (List{-0.5, kappa}));
    EXPECT_NEAR(compute_facts(one, {T}).optimum.value, 0, 1e-12);
    const CellFacts facts = compute_facts(two, {T});
    EXPECT_NEAR(facts.optimum.value, 0.5 * kappa / (0.5 + kappa), 1e-12);
    EXPECT_EQ(facts.rho_pure, 0.5);
  }
  const Adversary given = pair_of("precision-pair", 2, {{"kappa", 0.125}, {"safe_margin", 0.375}, {"arms", 3L}});
  EXPECT_EQ(means_at(given.violations, 1, 3), (List{-0.375, 0.125, 0.125}));
  EXPECT_NEAR(compute_facts(given, {10'000}).optimum.value, 0.25 * 0.5, 1e-12);
}

TEST(InstancePair, ComposesAndRefuses) {
  const Adversary swapped = pair_of("precision-pair", 2,
                                    {{"kappa", 0.25},
                                     {"losses.kind", text("one-switch")},
                                     {"corruption.budget", 150.0},
                                     {"corruption.direction", text("swap")}},
                                    1000);
  EXPECT_EQ(means_at(swapped.violations, 100, 2), (List{0.25, -0.5}));  // 1.5 per round: 100 rounds
  EXPECT_EQ(means_at(swapped.violations, 101, 2), (List{-0.5, 0.25}));
  EXPECT_NEAR(compute_facts(swapped, {1000}).corruption, 150, 1e-9);
  const auto refused = [](const char* kind, const Settings& settings, const std::string& key,
                          const std::vector<std::string>& words) {
    expect_input_error([&] { build(kind, settings, 100); }, key, words);
  };
  refused("margin-pair", {{"arms", 1L}}, "arms", {"1", "[2, 10000]"});
  refused("margin-pair", {{"arms", 3L}, {"arm", 4L}}, "arm", {"4", "2 to 3"});
  refused("margin-pair", {{"loss", 0.5}}, "loss", {"safe_loss = 0.5", "less"});
  expect_input_error([] { build("precision-pair", {}, {}); }, "study.horizon", {"is missing"});
}

}  // namespace
}  // namespace regretta::tests
