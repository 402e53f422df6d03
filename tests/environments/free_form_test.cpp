/// Free-form adversaries (piecewise losses, piecewise and reactive corruption), compared with values computed by hand.

#include <cmath>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/environments/corruption/adaptive_corruption.hpp"
#include "regretta/environments/processes/piecewise.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

constexpr std::int64_t num_rounds = 1000;
using List = std::vector<double>;

Adversary corrupted(const Settings& corruption) {
  Settings settings{{"loss", List{0.2, 0.5, 0.9}}, {"violation", std::vector<List>{{-0.5, 0.5, -0.25}, {-1, 0, 0.5}}}};
  for (const auto& [name, value] : corruption) settings["corruption." + name] = value;
  return build("stationary", settings, num_rounds);
}

void expect_refused(const Settings& corruption, const std::string& key, const std::vector<std::string>& words) {
  expect_input_error([&] { corrupted(corruption); }, "corruption." + key, words);
}

TEST(PiecewiseLosses, PiecesLastInProportionToTheirLengths) {
  const PiecewiseLosses rows({.pieces = {{0, 1}, {0.5, 0.25}, {1, 1}, {0.125, 0}}, .lengths = {1, 2, 0, 1}}, 101);
  check_process(rows, 101, 2, 0, 1);
  for (std::int64_t t = 1; t <= 101; ++t)
    EXPECT_EQ(means_at(rows, t, 2), (t <= 25 ? List{0, 1} : t <= 75 ? List{0.5, 0.25} : List{0.125, 0})) << t;
  const PiecewiseLosses equal_lengths({.pieces = {{0}, {1}}}, 10);
  EXPECT_EQ(equal_lengths.row_at(5), 0);
  EXPECT_EQ(equal_lengths.row_at(6), 1);
  expect_input_error([] { PiecewiseLosses({.pieces = {}}, 10); }, "pieces", {"missing, expected"});
  expect_input_error([] { PiecewiseLosses({.pieces = {{0}, {1}}, .lengths = {1}}, 10); }, "lengths", {"1 piece", "2"});
  expect_input_error([] { PiecewiseLosses({.pieces = {{0}}, .lengths = {0}}, 10); }, "lengths", {"all 0"});
}

TEST(PiecewiseCorruption, SpendsTheBudgetExactly) {
  // Rounds 1 to 10 move arm 1 by 1.5, rounds 111 to 130 arm 2 by 0.75, and rounds 131 and, in part, 132 arm 3 by 0.5.
  const Settings blocks{{"kind", std::string("piecewise")}, {"budget", 30.75},           {"arms", List{1, 2, 3}},
                        {"values", List{1, -0.25, 0.25}},   {"shares", List{60, 60, 3}}, {"pauses", List{0, 0.1, 0}}};
  const Adversary adversary = corrupted(blocks);
  check_process(adversary.violations, num_rounds, 6, -1, 1);
  for (std::int64_t t = 1; t <= num_rounds; ++t) {
    List row{-0.5, 0.5, -0.25, -1, 0, 0.5};
    if (t <= 10) row[0] = 1;
    if (t > 110 && t <= 130) row[1] = -0.25;
    if (t == 131) row[2] = 0.25;
    if (t == 132) row[2] = 0;
    EXPECT_EQ(means_at(adversary.violations, t, 6), row) << t;
  }
  EXPECT_NEAR(compute_facts(adversary, {num_rounds}).corruption, 30.75, 1e-9);

  // C is the largest over constraints: 15 on the first, 30 on the second.
  Settings split = blocks;
  split["budget"] = 30.0, split["constraints"] = List{1, 2, 2}, split["shares"] = List{1, 1, 1};
  EXPECT_NEAR(compute_facts(corrupted(split), {num_rounds}).corruption, 30, 1e-9);
  split.take("budget"), split["budget_sqrt"] = 0.25;
  EXPECT_NEAR(compute_facts(corrupted(split), {num_rounds}).corruption, 0.25 * std::sqrt(1000.0), 1e-9);

  const auto with = [&](const char* key, const Value& value) {
    Settings changed = blocks;
    changed[key] = value;
    return changed;
  };
  Settings without = blocks;
  without.take("arms");
  expect_refused(without, "arms", {"missing, expected"});
  expect_refused(with("arms", List{1, 2}), "values", {"3 blocks", "2"});
  expect_refused(with("arms", List{1, 2, 4}), "arms", {"4", "1 to 3"});
  expect_refused(with("shares", List{0, 0, 0}), "shares", {"all 0"});
  expect_refused(with("pauses", List{0, 1, 0}), "budget", {"block 2", "after the last"});
  expect_refused(with("values", List{-0.5, 0, 0}), "budget", {"block 1", "already"});
}

Vector<double> strategy(double weight_of_arm_1) {
  Vector<double> x(3);
  x << weight_of_arm_1, (1 - weight_of_arm_1) / 2, (1 - weight_of_arm_1) / 2;
  return x;
}

TEST(Reactive, MovesByAPowerOfTheWeightWithinItsBudget) {
  const ReactiveParams params{.budget = 4,
                              .constraint = 2,
                              .value = -0.5,
                              .strength = 0.5,
                              .power = -1,
                              .thrift = 2,
                              .above = 0.25,
                              .below = 0.75,
                              .from = 0.01,
                              .until = 0.5,
                              .loss_share = -0.5};
  const Adversary uncorrupted = corrupted({});
  Reactive<double> stage(uncorrupted.problem(0.05), params);
  const Draws<double> draws(3, 0);
  double remaining = 4, exposure = 0, perceived = 0;
  for (std::int64_t t = 1; t <= num_rounds; ++t) {
    const double x = draws.uniform_at(Stream::instance, t, 0);
    Means<double> means;
    means.loss = Vector<double>::Constant(3, 0.25);
    means.violation = Matrix<double>::Constant(2, 3, t % 2 == 0 ? 0.75 : -0.75);
    const Means<double> before = means;
    stage.move(t, strategy(x), means);
    // Moves by strength * x^power * (remaining / budget)^thrift, at most to `value`, while the budget lasts.
    const bool is_active = t > 10 && t <= 500 && x >= 0.25 && x <= 0.75;
    const double distance = t % 2 == 0 ? 1.25 : 0.25, unlimited = 0.5 / x * (remaining / 4) * (remaining / 4);
    const double moved = is_active ? std::min({unlimited, distance, remaining}) : 0;
    EXPECT_NEAR(means.violation(1, 0), before.violation(1, 0) + (t % 2 == 0 ? -moved : moved), 1e-9);
    EXPECT_NEAR(means.loss(0), std::max(0.25 - 0.5 * moved, 0.0), 1e-9);
    means.violation(1, 0) = before.violation(1, 0), means.loss(0) = before.loss(0);
    EXPECT_TRUE((means.violation == before.violation).all() && (means.loss == before.loss).all());
    remaining -= moved, exposure += x, perceived += moved * x;
  }
  EXPECT_LT(remaining, 2) << "more than half of the budget must be spent";
  EXPECT_NEAR(stage.reported()[0].second, 4 - remaining, 1e-9);
  EXPECT_NEAR(stage.reported()[1].second, 1000 * perceived / exposure, 1e-9);
}

TEST(Reactive, IsAPartOfAnEnvironment) {
  const Settings reactive{{"kind", std::string("reactive")}, {"budget_sqrt", 1.0}};
  const Adversary adversary = corrupted(reactive);
  ASSERT_EQ(adversary.adaptive.size(), 1U);
  EXPECT_FALSE(adversary.adaptive[0].moves_losses);
  Settings changed = reactive;
  changed["loss_share"] = 0.5;
  EXPECT_TRUE(corrupted(changed).adaptive[0].moves_losses);
  changed["arm"] = std::int64_t{4};
  expect_refused(changed, "arm", {"4", "1 to 3"});
  expect_refused({{"kind", std::string("reactive")}}, "budget", {"missing, expected"});
  const auto between = [&](const char* low_key, double low, const char* high_key, double high) {
    Settings limited = reactive;
    limited[low_key] = low, limited[high_key] = high;
    return limited;
  };
  expect_refused(between("above", 0.5, "below", 0.25), "above", {"0.5", "\"below\" = 0.25"});
  expect_refused(between("from", 0.5, "until", 0.5), "from", {"0.5", "no round"});
  EXPECT_EQ(corrupted(between("above", 0.5, "below", 0.5)).adaptive.size(), 1U);
}

}  // namespace
}  // namespace regretta::tests
