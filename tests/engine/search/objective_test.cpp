// Aims and constraints of a search: what they say, and what cannot be read.

#include "regretta/engine/search/objective.hpp"

#include <gtest/gtest.h>

namespace regretta {
namespace {

/// The values of an expression at T = 100, where each quantity has two trials.
std::vector<double> values(const std::string& text) {
  return Expression(text).values(100, 2, [](const QuantityOfCell& one) -> std::vector<double> {
    if (one == QuantityOfCell{"regret", "a-b", ""}) return {1, 2};
    if (one == QuantityOfCell{"regret", "", "clean-1"}) return {5, 7};
    if (one == QuantityOfCell{"violation", "", ""}) return {3, 4};
    return {10, 20};
  });
}

TEST(Expression, IsReadAsItIsWritten) {
  EXPECT_EQ(values("regret"), (std::vector<double>{10, 20}));
  EXPECT_EQ(values("regret / sqrt(T)"), (std::vector<double>{1, 2}));
  EXPECT_EQ(values("regret - regret(a-b)"), (std::vector<double>{9, 18}));
  EXPECT_EQ(values("regret@clean-1 + 2 violation"), (std::vector<double>{11, 15}));
  EXPECT_EQ(values("-2(violation - 1) * 3"), (std::vector<double>{-12, -18}));
  EXPECT_EQ(values("50 sqrt(T) - T / 4 - 1e2"), (std::vector<double>{375, 375}));
  EXPECT_NEAR(values("2 T^0.5")[0], 20, 1e-12);
  EXPECT_EQ(Expression("regret(a-b)@e").quantities(), (std::set<QuantityOfCell>{{"regret", "a-b", "e"}}));
  EXPECT_FALSE(Expression("regret@e - violation").names_environment());
  EXPECT_TRUE(Expression("regret@e - violation@f").names_environment());
}

TEST(Expression, OfAConstraintIsItsExcess) {
  const auto excess = [](const std::string& text) { return values(Constraint(text).excess().text()); };
  EXPECT_EQ(excess("violation <= 3.5"), (std::vector<double>{-0.5, 0.5}));
  EXPECT_EQ(excess("violation >= 3.5"), (std::vector<double>{0.5, -0.5}));
}

TEST(Expression, IsRefusedWhereItCannotBeRead) {
  for (const char* text :
       {"", "regret +", "regret ^", "(regret", "regret)", "sqrt T", "regret()", "regret@", "3 ^ ^ 2", "#"})
    EXPECT_THROW(Expression{text}, InputError) << text;
  for (const char* text : {"regret", "regret < 3", "1 <= regret <= 3", "<= 3"})
    EXPECT_THROW(Constraint{text}, InputError) << text;
  EXPECT_THROW(Expression(std::string(10'000, '(')), InputError);
}

}  // namespace
}  // namespace regretta
