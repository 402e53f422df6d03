#include "regretta/learners/math/kl_projection.hpp"

#include <gtest/gtest.h>

#include "regretta/learners/math/lane_weights.hpp"
#include "regretta/tests/learners/kl_instances.hpp"
#include "regretta/tests/reference/naive_kl.hpp"

namespace regretta {
namespace {

constexpr double spreads[] = {0.1, 3, 20, 100, 800};  // the lightest weight is about e^-spread, clamped at 2^-1000

struct Projected {
  Vector<double> x;
  bool moved;
  bool empty;
};

Matrix<double> rows_of(const KlInstance& instance) {
  const auto K = static_cast<Eigen::Index>(instance.y.size());
  const auto m = static_cast<Eigen::Index>(instance.A.size());
  Matrix<double> A(m, K);
  for (Eigen::Index a = 0; a < K; ++a)
    for (Eigen::Index i = 0; i < m; ++i) A(i, a) = instance.A[static_cast<std::size_t>(i)][static_cast<std::size_t>(a)];
  return A;
}

Projected project(const KlInstance& instance) {
  const Matrix<double> A = rows_of(instance);
  const Eigen::Index m = A.rows(), K = A.cols();
  Vector<double> y(K);
  for (Eigen::Index a = 0; a < K; ++a) y[a] = instance.y[static_cast<std::size_t>(a)];
  KlProjection<double> projection(static_cast<int>(K), static_cast<int>(m));
  LaneWeights<double> weights(y);
  const KlSolution<double> solution = projection.solve(weights, {A, 0.0, A.abs().maxCoeff()});
  weights.finish(solution, {});
  return {weights.vector(), solution.moved, solution.empty};
}

/// Projects weights in trial-major order. Replaces instance.y by the multiple of y that is projected.
Projected project_in_rows(KlInstance& instance) {
  const Matrix<double> A = rows_of(instance);
  const int m = static_cast<int>(A.rows()), K = static_cast<int>(A.cols());
  const double largest = *std::max_element(instance.y.begin(), instance.y.end());
  TrialMajorWeights<double> weights(K, m);
  const ConstraintSet<double> set{A, 0.0, A.abs().maxCoeff()};
  for (int a = 0; a < K; ++a) {
    const double weight = weights.weight({a});
    weights.constrain({a}, weight, set);
    weights.multiply({a}, weight, instance.y[static_cast<std::size_t>(a)] / largest);
  }
  weights.renew(true);
  for (int a = 0; a < K; ++a) instance.y[static_cast<std::size_t>(a)] = weights.strategy().weights().numbers(0)[a];
  KlProjection<double> projection(K, m);
  const KlSolution<double> solution = projection.solve(weights, set);
  weights.finish(solution, {});
  return {weights.vector(), solution.moved, solution.empty};
}

/// An instance of size 1 x 1 to 8 x 100, mostly small.
KlInstance draw(KlInstances& instances, RowKind kind, double spread, bool has_one_row) {
  const int m = has_one_row ? 1 : instances.integer(2, 8);
  const int K = instances.integer(kind == RowKind::mixing ? m : 1, instances.integer(0, 3) == 0 ? 100 : 12);
  return instances.next(kind, spread, K, m);
}

struct Worst {
  double relative = 0, absolute = 0, breach = 0;
  int accurate = 0;
};

/// Compares the projection of one instance with the slow solver, whose optimality conditions are checked first.
void compare(const KlInstance& instance, const Projected& fast, bool tiny, Worst& worst) {
  const naive::KlSolution slow = naive::kl_projection(instance.y, instance.A);
  ASSERT_LE(slow.residual, 1e-14L);
  const double relaxation = slow.empty || slow.thin ? static_cast<double>(slow.value) + 1e-9 : 0;
  double relative = 0, absolute = 0, breach = 0, sum = 0;
  for (std::size_t a = 0; a < slow.x.size(); ++a) {
    const double x = fast.x[static_cast<Eigen::Index>(a)], exact = static_cast<double>(slow.x[a]);
    ASSERT_GE(x, 0);
    sum += x;
    absolute = std::max(absolute, std::abs(x - exact));
    if (exact > 1e-6) relative = std::max(relative, std::abs(x - exact) / exact);
  }
  for (const auto& row : instance.A) {
    naive::Number average = 0;
    for (std::size_t a = 0; a < row.size(); ++a)
      average += static_cast<naive::Number>(row[a]) * fast.x[static_cast<Eigen::Index>(a)];
    breach = std::max(breach, static_cast<double>(average) - relaxation);
  }
  EXPECT_NEAR(sum, 1, 1e-13);
  if (std::abs(slow.value - 1e-9L) > 1e-13L) {
    EXPECT_EQ(fast.empty, slow.empty) << static_cast<double>(slow.value);
  }
  worst.absolute = std::max(worst.absolute, absolute);
  worst.breach = std::max(worst.breach, breach);
  // If the set is within 1e-9 of being empty, rounding in A (1e-16) changes small weights by 1e-7 of their size.
  if (!slow.empty && !slow.thin && !tiny) worst.relative = std::max(worst.relative, relative);
  const bool accurate = absolute <= 1e-11 && breach <= 1e-12 && (slow.empty || slow.thin || tiny || relative <= 2e-11);
  worst.accurate += accurate ? 1 : 0;
  EXPECT_TRUE(accurate) << "relative " << relative << " absolute " << absolute << " breach " << breach << " m "
                        << instance.A.size() << " K " << instance.y.size() << " v " << static_cast<double>(slow.value);
}

class KlProjectionKinds : public testing::TestWithParam<int> {};

// 9 kinds x 5 spreads x 20 = 900 instances, half of them with one row.
TEST_P(KlProjectionKinds, AgreesWithTheSlowSolver) {
  const auto kind = static_cast<RowKind>(GetParam());
  KlInstances instances(1000 + static_cast<std::uint64_t>(GetParam()));
  Worst worst;
  for (const double spread : spreads)
    for (int n = 0; n < 20; ++n) {
      const KlInstance instance = draw(instances, kind, spread, n % 2 == 0);
      compare(instance, project(instance), kind == RowKind::tiny, worst);
    }
  EXPECT_EQ(worst.accurate, 100);
  RecordProperty("relative", std::to_string(worst.relative * 1e15) + "e-15");
  RecordProperty("absolute", std::to_string(worst.absolute * 1e15) + "e-15");
  RecordProperty("breach", std::to_string(worst.breach * 1e15) + "e-15");
}

// The same test in trial-major order, on half as many instances.
TEST_P(KlProjectionKinds, InRowsAgreesWithTheSlowSolver) {
  const auto kind = static_cast<RowKind>(GetParam());
  KlInstances instances(2000 + static_cast<std::uint64_t>(GetParam()));
  Worst worst;
  for (const double spread : spreads)
    for (int n = 0; n < 10; ++n) {
      KlInstance instance = draw(instances, kind, spread, n % 2 == 0);
      const Projected fast = project_in_rows(instance);
      compare(instance, fast, kind == RowKind::tiny, worst);
    }
  EXPECT_EQ(worst.accurate, 50);
}
INSTANTIATE_TEST_SUITE_P(Rows, KlProjectionKinds, testing::Range(0, num_row_kinds));

TEST(KlProjection, InteriorPointsAreOnlyNormalised) {
  const KlInstance instance{{0.2, 0.3, 0.4}, {{-0.5, 0.1, -0.2}, {-0.1, -0.9, 0.1}}};
  for (const std::size_t rows : {std::size_t{1}, std::size_t{2}}) {
    KlInstance subset = instance;
    subset.A.resize(rows);
    const Projected fast = project(subset);
    EXPECT_FALSE(fast.moved);
    const double inverse = 1 / ((0.2 + 0.3) + 0.4);
    for (std::size_t a = 0; a < 3; ++a) EXPECT_EQ(fast.x[static_cast<Eigen::Index>(a)], instance.y[a] * inverse);
  }
}

// Two arms and an active constraint g'x = 0: x = (-g_2, g_1) / (g_1 - g_2) for any y.
TEST(KlProjection, TwoArmsInClosedForm) {
  for (const double light : {0.5, 1e-8, 1e-100, 0x1p-1000, std::numeric_limits<double>::min()}) {
    for (const double g : {0.9, 0.3, 0.21}) {
      for (std::size_t copies = 1; copies <= 8; ++copies) {
        const Projected fast = project({{1, light}, std::vector<std::vector<double>>(copies, {g, -0.4})});
        EXPECT_TRUE(fast.moved);
        EXPECT_NEAR(fast.x[0], 0.4 / (g + 0.4), 2e-12) << light << " " << g << " " << copies;
      }
    }
  }
}

/// The lanes have different instances of the same size, easy and hard. Each projection object solves three in turn.
template <class P>
void expect_lanes_equal_double(std::uint64_t seed) {
  constexpr int W = lanes<P>;
  KlInstances instances(seed);
  for (int n = 0; n < 40; ++n) {
    const int m = n % 3 == 0 ? 1 : instances.integer(2, 8);
    const int K = instances.integer(m, 14);
    KlProjection<P> pack_projection(K, m);
    std::vector<KlProjection<double>> projections(W, KlProjection<double>(K, m));
    for (int repetition = 0; repetition < 3; ++repetition) {
      Vector<P> y(K);
      Matrix<P> A(m, K);
      std::vector<KlInstance> lane_instances;
      for (int k = 0; k < W; ++k) {
        const auto kind = static_cast<RowKind>(instances.integer(0, num_row_kinds - 1));
        lane_instances.push_back(instances.next(kind, spreads[instances.integer(0, 4)], K, m));
        for (int a = 0; a < K; ++a) {
          set_lane(y[a], k, lane_instances.back().y[static_cast<std::size_t>(a)]);
          for (int i = 0; i < m; ++i)
            set_lane(A(i, a), k, lane_instances.back().A[static_cast<std::size_t>(i)][static_cast<std::size_t>(a)]);
        }
      }
      P level(0.0), size(0.0);
      for (int k = 0; k < W; ++k) {
        set_lane(level, k, 0.01 * instances.uniform());
        set_lane(size, k, 1 + instances.uniform());
      }
      Vector<double> lane_y(K);
      Matrix<double> lane_A(m, K);
      LaneWeights<P> weights(y);
      const KlSolution<P> solution = pack_projection.solve(weights, {A, level, size});
      weights.finish(solution, {});
      for (int k = 0; k < W; ++k) {
        for (int a = 0; a < K; ++a) lane_y[a] = lane(y[a], k);
        for (Eigen::Index e = 0; e < A.size(); ++e) lane_A.data()[e] = lane(A.data()[e], k);
        auto& single = projections[static_cast<std::size_t>(k)];
        LaneWeights<double> single_weights(lane_y);
        const KlSolution<double> alone_solution = single.solve(single_weights, {lane_A, lane(level, k), lane(size, k)});
        single_weights.finish(alone_solution, {});
        for (int a = 0; a < K; ++a)
          ASSERT_EQ(as_word(lane(weights.vector()[a], k)), as_word(single_weights.vector()[a]))
              << "instance " << n << " lane " << k;
        EXPECT_EQ(mask_lane(solution.moved, k), alone_solution.moved);
        EXPECT_EQ(mask_lane(solution.empty, k), alone_solution.empty);
      }
    }
  }
}

TEST(KlProjection, LanesEqualDoubleBitForBit) {
  expect_lanes_equal_double<Pack<8>>(22);
  expect_lanes_equal_double<Pack<16>>(23);
}

}  // namespace
}  // namespace regretta
