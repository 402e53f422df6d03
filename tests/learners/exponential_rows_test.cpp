// Exponential weights with arms side by side, beside weights in long double.

#include "regretta/learners/math/exponential_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace regretta {
namespace {

constexpr std::size_t arms_in_rows = 77;

/// With a share of this weight (0: without) and steps up to the steepest, the largest of which takes nearly all of the
/// sum away in a round.
TEST(ExponentialRows, AreWeightsInLongDouble) {
  using Real = Pack<8>;
  for (const double weight : {0.0, 1e-6, 0.4})
    for (const double steepest : {0.05, 3.0, 100.0}) {
      const UniformShare share{.keep = 1 - weight, .add = weight / arms_in_rows};
      std::mt19937_64 random(7);
      ExponentialRows<Real> rows =
          weight > 0 ? ExponentialRows<Real>(arms_in_rows, share) : ExponentialRows<Real>(arms_in_rows);
      std::vector<std::vector<long double>> want(lanes<Real>,
                                                 std::vector<long double>(arms_in_rows, 1.0L / arms_in_rows));
      for (int t = 0; t < 300; ++t) {
        Index<Real> arm;
        Real exponent(0.0);
        for (std::size_t k = 0; k < arm.size(); ++k) {
          const auto top = std::ranges::max_element(want[k]);
          auto a = want[k].begin() + static_cast<std::ptrdiff_t>(random() % arms_in_rows);
          if (t % 3 > 0 || *a < 1e-130L * *top) a = top;  // none comes near the least weight
          arm[k] = static_cast<std::int32_t>(a - want[k].begin());
          const double own = -steepest * static_cast<double>(random() >> 11) * 0x1p-53;
          set_lane(exponent, static_cast<int>(k), own);
          *a *= std::exp(static_cast<long double>(own));
          const long double sum = std::accumulate(want[k].begin(), want[k].end(), 0.0L);
          for (long double& x : want[k]) x = x / sum * share.keep + share.add;
        }
        rows.multiply(arm, exp(exponent));
        const Vector<Real>& x = rows.strategy().vector();
        for (std::size_t k = 0; k < arm.size(); ++k)
          for (std::size_t a = 0; a < arms_in_rows; ++a) {
            const auto expected = static_cast<double>(want[k][a]);
            ASSERT_NEAR(lane(x[static_cast<Eigen::Index>(a)], static_cast<int>(k)), expected, 1e-12 * expected)
                << weight << ", " << steepest << ", round " << t << ", lane " << k << ", arm " << a;
          }
      }
    }
}

}  // namespace
}  // namespace regretta
