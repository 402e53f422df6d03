// Mirror descent with arms side by side: beside the same learner arm by arm, in lanes, and its carried sums beside sums
// in long double.

#include "regretta/learners/math/row_weights.hpp"

#include <gtest/gtest.h>

#include <random>

#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta {
namespace {

constexpr int many = 77, rounds = 400;

/// What a trial observes: one arm a round, its loss and its new entries.
class Observed {
 public:
  Observed(std::uint64_t seed, int m) : random_(seed), entries_(Matrix<double>::Constant(m, many, -0.3)) {}

  void next() {
    arm = static_cast<int>(random_() % many);
    loss = random_() % 2 == 0 ? 1.0 : 0.0;
    for (Eigen::Index i = 0; i < entries_.rows(); ++i)  // about 0, so that the projection moves in some rounds
      entries_(i, arm) = 0.9 * static_cast<double>(random_() >> 11) * 0x1p-53 - (arm % 4 == 0 ? 0.7 : 0.3);
  }
  const Matrix<double>& entries() const { return entries_; }

  int arm = 0;
  double loss = 0;

 private:
  std::mt19937_64 random_;
  Matrix<double> entries_;
};

Problem problem_of(int m) { return {.horizon = 5000, .num_arms = many, .num_constraints = m}; }

template <class Real>
using RowDescent = MirrorDescent<Real, RowWeights<Real>>;

/// A round of a descent whose lanes have observed this.
template <class Real>
void play(RowDescent<Real>& descent, Matrix<Real>& rows, const Observed* lanes_observed, const UniformShare& share) {
  Index<Real> arm;
  Real loss(0.0);
  for (int k = 0; k < lanes<Real>; ++k) {
    const Observed& observed = lanes_observed[k];
    arm[static_cast<std::size_t>(k)] = observed.arm;
    set_lane(loss, k, observed.loss);
    for (Eigen::Index e = 0; e < rows.size(); ++e) set_lane(rows.data()[e], k, observed.entries().data()[e]);
  }
  descent.assign(descent.argmin(descent.estimate_losses(arm, loss), {rows, Real(0.0), Real(1.0)}), share);
}

class RowDescents : public testing::TestWithParam<std::tuple<int, double>> {
 protected:
  int m_ = std::get<0>(GetParam());
  double share_ = std::get<1>(GetParam());
  Problem problem_ = problem_of(m_);
  UniformShare mixing_ = uniform_share(problem_, share_);
  double eta_ = bandit_step_size(problem_);
  template <class Real>
  Matrix<Real> no_rows() const {
    return Matrix<Real>::Constant(m_, many, Real(0.0));
  }
};

TEST_P(RowDescents, AgreeWithMirrorDescentArmByArm) {
  Observed observed(11, m_);
  RowDescent<double> descent(problem_, eta_);
  MirrorDescent<double> arm_by_arm(problem_, eta_);
  Matrix<double> rows = no_rows<double>();
  for (int t = 1; t <= rounds; ++t) {
    observed.next();
    play(descent, rows, &observed, mixing_);
    const Index<double> arm{observed.arm};
    const auto losses = arm_by_arm.estimate_losses(arm, observed.loss);
    arm_by_arm.assign(arm_by_arm.argmin(losses, {rows, 0.0, 1.0}), mixing_);
    const Vector<double>& x = descent.strategy();
    for (int a = 0; a < many; ++a) ASSERT_NEAR(x[a] / arm_by_arm.strategy()[a], 1, 1e-11) << t << " " << a;
  }
  EXPECT_EQ(descent.counts().active(), arm_by_arm.counts().active());
  EXPECT_GE(descent.counts().active(), 20);
  EXPECT_LT(descent.counts().active(), 0.95 * rounds);
}

TEST_P(RowDescents, StayInTheSimplexAndInTheSetInLongDouble) {
  Observed observed(12, m_);
  RowDescent<double> descent(problem_, eta_);
  Matrix<double> rows = no_rows<double>();
  for (int t = 1; t <= rounds; ++t) {
    observed.next();
    play(descent, rows, &observed, mixing_);
    const Vector<double>& x = descent.strategy();
    long double sum = 0;
    for (int a = 0; a < many; ++a) sum += x[a];
    EXPECT_NEAR(static_cast<double>(sum - 1), 0, 1e-14) << t;
    for (int i = 0; i < m_; ++i) {
      long double average = 0;
      for (int a = 0; a < many; ++a) average += static_cast<long double>(x[a]) * rows(i, a);
      EXPECT_LE(static_cast<double>(average), share_ + 1e-12) << t;
    }
  }
}

TEST_P(RowDescents, LanesEqualDoubleBitForBit) {
  using P = Pack<8>;
  std::vector<Observed> observed;
  std::vector<RowDescent<double>> alone;
  for (std::uint64_t k = 0; k < 8; ++k) {
    observed.emplace_back(20 + k, m_);
    alone.emplace_back(problem_, eta_);
  }
  RowDescent<P> together(problem_, eta_);
  Matrix<P> rows = no_rows<P>();
  Matrix<double> own = no_rows<double>();
  for (int t = 1; t <= rounds; ++t) {
    for (Observed& one : observed) one.next();
    play(together, rows, observed.data(), mixing_);
    for (std::size_t k = 0; k < 8; ++k) {
      play(alone[k], own, &observed[k], mixing_);
      for (int a = 0; a < many; ++a)
        ASSERT_EQ(as_word(lane(together.strategy()[a], static_cast<int>(k))), as_word(alone[k].strategy()[a]))
            << t << " " << k << " " << a;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, RowDescents,
                         testing::Values(std::tuple(1, 0.0), std::tuple(3, 1e-3), std::tuple(6, 0.0)));

// The arm that has nearly all weight loses it, so that the carried sum shrinks: it is computed anew in time.
TEST(RowDescent, KeepsItsSumsWhileWeightsShrink) {
  const Problem problem = problem_of(1);
  RowDescent<double> descent(problem, 0.4);
  const Matrix<double> rows = Matrix<double>::Constant(1, many, -0.5);
  for (int t = 1; t <= 3000; ++t) {
    const Vector<double>& x = descent.strategy();
    const double most = x.maxCoeff();
    EXPECT_NEAR(x.sum(), 1, 1e-13) << t;
    int arm = 0;
    while (x[arm] < most) ++arm;
    if (t < 1500) arm = t % (many - 1) + 1;  // until then, all weight moves to the first arm
    const Index<double> played{arm};
    descent.assign(descent.argmin(descent.estimate_losses(played, 1.0), {rows, 0.0, 1.0}));
  }
}

}  // namespace
}  // namespace regretta
