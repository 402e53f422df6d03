#include "regretta/learners/math/small_minimax.hpp"

#include <gtest/gtest.h>

#include "regretta/tests/learners/kl_instances.hpp"

namespace regretta {
namespace {

TEST(SmallMinimax, AgreesWithTheProvenValue) {
  KlInstances instances(5);
  double worst = 0;
  for (int n = 0; n < 2000; ++n) {
    const int m = instances.whole(1, 8);
    const int K = instances.whole(m, n % 4 == 0 ? 100 : 12);
    const KlInstance instance = instances.next(static_cast<Rows>(n % num_row_kinds), 1, K, m);
    std::vector<double> A;
    naive::Table table;
    double size = 0;
    for (const auto& row : instance.A) {
      A.insert(A.end(), row.begin(), row.end());
      table.emplace_back(row.begin(), row.end());
      for (const double entry : row) size = std::max(size, std::abs(entry));
    }
    SmallMinimax minimax(K, m);
    const double value = minimax.solve(A.data());
    worst = std::max(worst, std::abs(value - static_cast<double>(naive::minimax(table))) / size);
    double sum = 0;
    for (const double x : minimax.strategy()) {
      EXPECT_GE(x, 0);
      sum += x;
    }
    EXPECT_NEAR(sum, 1, 1e-14);
  }
  EXPECT_LT(worst, 1e-14);
}

}  // namespace
}  // namespace regretta
