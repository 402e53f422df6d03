// The environments of tests/conformance/cells.hpp cover every kind and every part, and meet the requirements. Noise
// does not change the means.

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "regretta/environments/catalogue.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tools/check/environment_requirements.hpp"

namespace regretta {
namespace {

const Catalogue& environments() {
  static const Catalogue made = [] {
    Catalogue catalogue;
    add_environments(catalogue);
    return catalogue;
  }();
  return made;
}

TEST(EnvironmentChoices, CoverEveryKind) {
  const auto choices = tests::environment_choices();
  for (const EnvironmentEntry& entry : environments().environments)
    EXPECT_TRUE(std::ranges::any_of(choices, [&](const auto& choice) { return choice.kind == entry.name; }))
        << "no environment is of kind " << entry.name;
  for (const EnvironmentEntry& entry : environments().parts) {
    const std::string key = part_group(entry.group).path("kind");
    EXPECT_TRUE(std::ranges::any_of(choices,
                                    [&](const auto& choice) {
                                      const Value* chosen = choice.settings.find(key);
                                      return chosen && *chosen == Value(entry.name);
                                    }))
        << "no environment has " << key << " = " << entry.name;
  }
}

/// n = 160,000 values per arm and law, seed 20260101. The tolerance is in tools/check/environment_requirements.hpp.
TEST(EveryNoise, KeepsTheMeans) {
  const std::vector<double> loss{0, 0.03, 0.25, 0.5, 0.9, 1}, violation{-1, -0.97, -0.5, 0, 0.8, 1};
  for (const EnvironmentEntry& law : environments().parts) {
    if (law.group != "noise") continue;
    EXPECT_EQ(noise_bias(tests::cell_of(
                  {law.name, "stationary", {{"loss", loss}, {"violation", violation}, {"noise", law.name}}}, 20'000)),
              "")
        << law.name;
  }
}

TEST(EveryEnvironment, MeetsTheRequirements) {
  for (const EnvironmentChoice& choice : tests::environment_choices()) {
    const CellWork work = tests::cell_of(choice, 1000);
    const BuildAdversary build = [&choice] { return *tests::cell_of(choice, 1000).adversary; };
    EXPECT_EQ(range_violation(*work.adversary), "") << choice.name;
    EXPECT_EQ(row_disagreement(*work.adversary), "") << choice.name;
    for (const auto find_dependence : {clock_dependence, history_dependence})
      EXPECT_EQ(find_dependence(repeated_build(build)), "") << choice.name;
    EXPECT_EQ(mean_lane_difference(*work.adversary), "") << choice.name;
    EXPECT_EQ(lookahead_of_means(*work.adversary), "") << choice.name;
    EXPECT_EQ(undeclared_move(*work.adversary), "") << choice.name;
  }
}

/// Two arms whose means an adaptive stage moves. declares_losses: whether it declares that it moves losses.
template <template <class> class Stage>
Adversary adversary_of(bool declares_losses) {
  Adversary adversary =
      *tests::cell_of(
           {"two arms",
            "stationary",
            {{"loss", std::vector<double>{0.4, 0.6}}, {"violation", std::vector<std::vector<double>>{{-0.2, 0.2}}}}},
           200)
           .adversary;
  auto stage = adaptive_stage<Stage>("faulty", adversary, 0);
  stage.moves_losses = declares_losses;
  adversary.adaptive = {stage};
  return adversary;
}

template <class Real>
struct LeavesTheRange final : Adaptive<Real> {
  LeavesTheRange(const Problem&, int) {}
  void move(std::int64_t, const Vector<Real>& x, Means<Real>& means) override { means.loss[0] = x[0] * Real(1.5); }
};
/// All trials share one sum, in a static variable.
template <class Real>
struct SharesAVariable final : Adaptive<Real> {
  SharesAVariable(const Problem&, int) {}
  void move(std::int64_t, const Vector<Real>& x, Means<Real>& means) override {
    static Real sum{0.0};
    sum = sum * Real(0.5) + x[0] * Real(0.25);
    means.loss[0] = sum;
  }
};
template <class Real>
struct LetsOneLaneDecide final : Adaptive<Real> {
  LetsOneLaneDecide(const Problem&, int) {}
  void move(std::int64_t, const Vector<Real>& x, Means<Real>& means) override {
    if (lane(x[0], 0) > 0.5) means.loss[0] = Real(0.9);
  }
};

void expect_found(const Counterexample& found, const char* text) {
  EXPECT_NE(found.find(text), std::string::npos) << "\"" << found << "\" does not contain \"" << text << "\"";
}

TEST(EveryEnvironment, PlantedFaultsAreFoundAndNamed) {
  expect_found(range_violation(adversary_of<LeavesTheRange>(true)), "the mean of the loss of arm 1 is 1.");
  expect_found(undeclared_move(adversary_of<LeavesTheRange>(false)), "moves_losses is false");
  expect_found(history_dependence(repeated_build([] { return adversary_of<SharesAVariable>(true); })),
               "a static or global variable remembers");
  expect_found(mean_lane_difference(adversary_of<LetsOneLaneDecide>(true)), "in lane 2 of 8");
  expect_found(lookahead_of_means(adversary_of<SharesAVariable>(true)), "where other arms are played");
  Adversary wrong_rows = adversary_of<LetsOneLaneDecide>(true);
  struct WrongSameUntil {
    std::int64_t num_rows() const { return 2; }
    std::int64_t row_at(std::int64_t t) const { return t % 2; }
    std::int64_t same_until(std::int64_t t) const { return t + 1; }
    void read(std::int64_t row, std::span<double> out) const { std::ranges::fill(out, row == 0 ? 0.25 : 0.75); }
  };
  wrong_rows.losses = WrongSameUntil();
  expect_found(row_disagreement(wrong_rows), "although same_until promised");
}

}  // namespace
}  // namespace regretta
