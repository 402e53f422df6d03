// What a trial can come to: closed cases.

#include "regretta/engine/trial/hindsight/value_range.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <vector>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {
namespace {

/// Rounds 1 to 6 have the first row, all later ones the second.
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
  // the first constraint asks for arm 2, the second for neither
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
  const auto at = [&](Quantity quantity) { return range.whole[index_of(quantity)]; };
  expect_range(at(Quantity::violation), 0, 6 * 0.5 + 4 * 0.25);
  expect_range(at(quantity_named("mixture_violation")), 0, 4);
  expect_range(at(Quantity::signed_violation), -5, 4);  // arm 2 throughout: -5.5 and -5
  const double opt = facts.optimum.value * 10;
  expect_range(at(Quantity::expected_regret), 6 * 0.25 - opt, 6 * 1.0 + 4 * 0.5 - opt);
  expect_range(at(Quantity::regret), -opt, 10 - opt);
  expect_range(at(Quantity::realised_violation), -10, 10);
  expect_range(range.curve.at(0)[curve_index(Quantity::violation)], 0, 4 * 0.5);
  expect_range(range.curve.at(0)[curve_index(Quantity::regret)], -facts.opt[0], 4 - facts.opt[0]);
  expect_range(range.curve.at(1)[curve_index(Quantity::violation)], 0, 4);
}

TEST(ValueRange, WithoutOptOrFixedMeansItIsTheWidest) {
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
