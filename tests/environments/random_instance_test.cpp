#include "regretta/environments/processes/random_instance.hpp"

#include <set>

#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tests/environments/expectations.hpp"

namespace regretta::tests {
namespace {

double rho_pure_of(const std::vector<double>& g, std::size_t K, std::size_t m) {
  double best = -2;
  for (std::size_t a = 0; a < K; ++a) {
    double deepest = -2;
    for (std::size_t i = 0; i < m; ++i) deepest = std::max(deepest, g[i * K + a]);
    best = std::max(best, -deepest);
  }
  return best;
}

TEST(RandomInstance, HasExactlyTheMargin) {
  for (const double margin : {0.3, 0.05, 0.999, 1.0, 0.0, -0.2, -1.0})
    for (const int K : {1, 2, 5, 10, 33})
      for (const int m : {1, 2, 4})
        for (int instance = 0; instance < 40; ++instance) {
          const auto g = draw_violations(7, {margin, instance}, K, m);
          ASSERT_EQ(g.size(), static_cast<std::size_t>(K * m));
          ASSERT_EQ(rho_pure_of(g, static_cast<std::size_t>(K), static_cast<std::size_t>(m)), margin);  // exactly
          for (const double entry : g) {
            ASSERT_GE(entry, -1);
            ASSERT_LE(entry, 1);
          }
        }
}

TEST(RandomInstance, IsTheSameWhoeverAsks) {
  const auto five = draw_losses(3, {.instance = 2}, 5), nine = draw_losses(3, {.instance = 2}, 9);
  EXPECT_EQ(five, std::vector<double>(nine.begin(), nine.begin() + 5));  // addresses do not depend on K
  EXPECT_NE(five, draw_losses(4, {.instance = 2}, 5));
  EXPECT_NE(five, draw_losses(3, {.instance = 3}, 5));
  EXPECT_NE(draw_violations(3, {0.3, 0}, 5, 1), draw_violations(3, {0.3, 1}, 5, 1));
}

// Of the 9 arms other than the safe one, each is feasible with probability 0.3 / 1.3 = 0.2308: over 400 instances the
// share has standard error sqrt(0.2308 * 0.7692 / 3600) = 0.0070; 5 of them are allowed. Every arm is the safe one in
// some instance.
TEST(RandomInstance, LeavesTheStatedShareOfArmsFeasible) {
  int feasible = 0;
  std::set<int> safe;
  for (int instance = 0; instance < 400; ++instance) {
    const auto g = draw_violations(11, {0.3, instance}, 10, 1);
    for (int a = 0; a < 10; ++a) {
      feasible += g[static_cast<std::size_t>(a)] <= 0 ? 1 : 0;
      if (g[static_cast<std::size_t>(a)] == -0.3) safe.insert(a);
    }
  }
  EXPECT_NEAR((feasible - 400) / 3600.0, 0.3 / 1.3, 0.035);
  EXPECT_EQ(safe.size(), 10U);
}

}  // namespace
}  // namespace regretta::tests
