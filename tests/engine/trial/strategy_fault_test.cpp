// What is said of a strategy off the simplex: as many digits as show the fault.

#include <gtest/gtest.h>

#include <limits>

#include "regretta/engine/trial/round/strategy_sums.hpp"

namespace regretta {
namespace {

TEST(StrategyFault, ShowsTheFault) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const std::string begin = "strategy left the simplex (";
  EXPECT_EQ(strategy_fault(1 + 3e-8, 0.1), begin + "sum is 1 + 3.0e-8, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(1 - 2e-9, 0.1), begin + "sum is 1 - 2.0e-9, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(1.5, 0.5), begin + "sum is 1.5, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(-3e120, -3e120),
            begin + "sum is -3e+120, allowed 1e-9; least entry is -3e+120, expected no negative entry)");
  EXPECT_EQ(strategy_fault(1, -1e-17), begin + "least entry is -1e-17, expected no negative entry)");
  EXPECT_EQ(strategy_fault(nan, 0.1), begin + "sum is NaN, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(inf, 0), begin + "sum is inf, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(1 - 0x1p-52, 1 - 0x1p-52, 0), begin + "sum is 1 - 2.2e-16, expected 1)");
}

}  // namespace
}  // namespace regretta
