// Strategies that a safeguarded root search computes from cumulative losses are compared with bisection, also for
// extreme losses. In trial-major order, exponential weights are compared with weights in long double, and mirror
// descent with its arm-by-arm version.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "regretta/learners/math/bandit_weights.hpp"
#include "regretta/learners/math/lane_weights.hpp"
#include "regretta/learners/math/mirror_descent.hpp"
#include "regretta/learners/math/weights.hpp"

namespace regretta {
namespace {

/// Random numbers whose magnitudes span `decades` powers of ten.
std::vector<double> spread(std::mt19937_64& generator, std::size_t n, double decades) {
  std::uniform_real_distribution<double> exponent(-decades / 2, decades / 2);
  std::vector<double> numbers;
  for (std::size_t j = 0; j < n; ++j) numbers.push_back(std::pow(10, exponent(generator)));
  return numbers;
}

/// The root of a decreasing function in [low, high].
template <class F>
long double root(F f, long double low, long double high) {
  for (int step = 0; step < 300; ++step) {
    const long double middle = (low + high) / 2;
    (f(middle) > 0 ? low : high) = middle;
  }
  return low;
}

TEST(LogBarrierWeights, AgreeWithBisection) {
  std::mt19937_64 generator(5);
  for (int instance = 0; instance < 2000; ++instance) {
    const std::size_t n = 1 + static_cast<std::size_t>(instance) % 40;
    const double decades = instance % 3 * 6;
    const auto offset = spread(generator, n, decades), slope = spread(generator, n, instance % 2 == 0 ? 0 : 3);
    Vector<double> u(n), s(n), x(n);
    for (std::size_t j = 0; j < n; ++j) {
      u[static_cast<Eigen::Index>(j)] = offset[j] - (instance % 5 == 0 ? 1e3 : 0);
      s[static_cast<Eigen::Index>(j)] = slope[j];
    }
    log_barrier_weights(u, s, x);
    long double low = -1e300L;
    for (Eigen::Index j = 0; j < x.size(); ++j) low = std::max(low, (1 - static_cast<long double>(u[j])) / s[j]);
    const auto weight = [&](Eigen::Index j, long double z) { return 1 / (u[j] + s[j] * z); };
    const long double z = root(
        [&](long double shift) {
          long double sum = -1;
          for (Eigen::Index j = 0; j < x.size(); ++j) sum += weight(j, shift);
          return sum;
        },
        low, low + 1e6L);
    for (Eigen::Index j = 0; j < x.size(); ++j)
      ASSERT_NEAR(x[j], static_cast<double>(weight(j, z)), 1e-9) << "instance " << instance << ", " << j;
  }
}

TEST(LogBarrierWeights, SurviveExtremes) {
  for (const double distance : {0.0, 1.0, 1e8, 1e100, 1e300}) {
    Vector<double> u(3), s = Vector<double>::Constant(3, 1.0), x(3);
    u[0] = -distance;
    u[1] = 0;
    u[2] = distance;
    log_barrier_weights(u, s, x);
    EXPECT_NEAR(x[0] + x[1] + x[2], 1, 1e-15) << distance;
    for (Eigen::Index j = 0; j < 3; ++j) EXPECT_GE(x[j], 0) << distance;
  }
}

/// The strategy by its definition, computed by bisection.
std::vector<long double> tsallis_by_bisection(const Vector<double>& losses, double eta) {
  const long double least = *std::min_element(losses.begin(), losses.end()), step = eta;
  const auto weight = [&](double loss, long double depth) {
    const long double inverse = 2 / (step * (loss - least + depth));
    return inverse * inverse;
  };
  const long double depth = root(
      [&](long double shift) {
        long double sum = -1;
        for (const double loss : losses) sum += weight(loss, shift);
        return sum;
      },
      2 / step, 2 * std::sqrt(static_cast<long double>(losses.size())) / step);
  std::vector<long double> x;
  for (const double loss : losses) x.push_back(weight(loss, depth));
  return x;
}

/// Losses whose spread is about as large as the depth, or far smaller or larger.
template <class Real>
Vector<Real> losses_like(std::mt19937_64& generator, Eigen::Index n, double eta, int instance) {
  Vector<Real> losses(n);
  for (int k = 0; k < lanes<Real>; ++k)
    for (Real& loss : losses)
      set_lane(loss, k, (instance % 2 == 0 ? 1 : -1) * spread(generator, 1, instance % 3 * 4)[0] / eta);
  return losses;
}

TEST(TsallisWeights, AgreeWithBisectionFromAnyStartingPoint) {
  std::mt19937_64 generator(6);
  for (int instance = 0; instance < 300; ++instance) {
    const Eigen::Index n = 1 + instance % 100;
    TsallisWeights<double> weights(static_cast<int>(n));
    for (int update = 0; update < 8; ++update) {  // every search begins with the root for other losses
      const double eta = spread(generator, 1, 6)[0];
      const Vector<double> losses = losses_like<double>(generator, n, eta, instance + update);
      if (update % 2 == 1) weights.expect(losses, {update % static_cast<int>(n)}, eta, update);
      weights.update(losses, eta);
      const auto expected = tsallis_by_bisection(losses, eta);
      for (Eigen::Index a = 0; a < n; ++a) {
        const auto relative = static_cast<double>(weights.strategy()[a] / expected[static_cast<std::size_t>(a)] - 1);
        ASSERT_NEAR(relative, 0, 4e-15) << "instance " << instance << ", update " << update << ", arm " << a;
      }
    }
  }
}

TEST(TsallisWeights, SurviveExtremes) {
  for (const double eta : {1e-9, 1e-3, 2.0, 1e6})
    for (const double distance : {0.0, 1e-12, 1.0, 1e8, 1e150})
      for (const double shift : {0.0, 1e-12, 1.0, 1e150, -1e150, infinity}) {
        Vector<double> losses(3);
        losses[0] = 0;
        losses[1] = distance;
        losses[2] = 2 * distance;
        TsallisWeights<double> weights(3);
        weights.expect(losses, {1}, eta, shift);
        weights.update(losses, eta);
        const Vector<double>& x = weights.strategy();
        EXPECT_NEAR(x[0] + x[1] + x[2], 1, 1e-15) << eta << " " << distance << " " << shift;
        for (Eigen::Index j = 0; j < 3; ++j) EXPECT_GE(x[j], 0) << eta << " " << distance << " " << shift;
      }
}

constexpr std::size_t exponential_arms = 77;

/// Fixed share has this weight (0: no fixed share). Exponents go down to -`max_exponent`, so that one round can remove
/// nearly all of the sum.
TEST(TrialMajorExponential, EqualWeightsInLongDouble) {
  using Real = Pack<8>;
  for (const double weight : {0.0, 1e-6, 0.4})
    for (const double max_exponent : {0.05, 3.0, 100.0}) {
      const UniformShare share{.keep = 1 - weight, .add = weight / exponential_arms};
      std::mt19937_64 generator(7);
      TrialMajorExponential<Real> weights = weight > 0 ? TrialMajorExponential<Real>(exponential_arms, share)
                                                       : TrialMajorExponential<Real>(exponential_arms);
      std::vector<std::vector<long double>> expected_weights(
          lanes<Real>, std::vector<long double>(exponential_arms, 1.0L / exponential_arms));
      for (int t = 0; t < 300; ++t) {
        Index<Real> arm;
        Real exponent(0.0);
        for (std::size_t k = 0; k < arm.size(); ++k) {
          const auto top = std::ranges::max_element(expected_weights[k]);
          auto a = expected_weights[k].begin() + static_cast<std::ptrdiff_t>(generator() % exponential_arms);
          if (t % 3 > 0 || *a < 1e-130L * *top) a = top;  // keeps all weights far above the least possible one
          arm[k] = static_cast<std::int32_t>(a - expected_weights[k].begin());
          const double log_factor = -max_exponent * static_cast<double>(generator() >> 11) * 0x1p-53;
          set_lane(exponent, static_cast<int>(k), log_factor);
          *a *= std::exp(static_cast<long double>(log_factor));
          const long double sum = std::accumulate(expected_weights[k].begin(), expected_weights[k].end(), 0.0L);
          for (long double& x : expected_weights[k]) x = x / sum * share.keep + share.add;
        }
        weights.multiply(arm, exp(exponent));
        const Vector<Real>& x = weights.strategy().vector();
        for (std::size_t k = 0; k < arm.size(); ++k)
          for (std::size_t a = 0; a < exponential_arms; ++a) {
            const auto expected = static_cast<double>(expected_weights[k][a]);
            ASSERT_NEAR(lane(x[static_cast<Eigen::Index>(a)], static_cast<int>(k)), expected, 1e-12 * expected)
                << weight << ", " << max_exponent << ", round " << t << ", lane " << k << ", arm " << a;
          }
      }
    }
}

constexpr int num_arms = 77, rounds = 400;

/// The observations of a trial: in every round one arm, its loss, and its new entries of the constraint rows.
class Observed {
 public:
  Observed(std::uint64_t seed, int m) : random_(seed), entries_(Matrix<double>::Constant(m, num_arms, -0.3)) {}

  void next() {
    arm = static_cast<int>(random_() % num_arms);
    loss = random_() % 2 == 0 ? 1.0 : 0.0;
    for (Eigen::Index i = 0; i < entries_.rows(); ++i)  // near 0, so that some rounds need a projection
      entries_(i, arm) = 0.9 * static_cast<double>(random_() >> 11) * 0x1p-53 - (arm % 4 == 0 ? 0.7 : 0.3);
  }
  const Matrix<double>& entries() const { return entries_; }  ///< m x num_arms

  int arm = 0;
  double loss = 0;

 private:
  std::mt19937_64 random_;
  Matrix<double> entries_;
};

Problem problem_of(int m) { return {.horizon = 5000, .num_arms = num_arms, .num_constraints = m}; }

template <class Real>
using RowDescent = MirrorDescent<Real, TrialMajorWeights<Real>>;

/// Plays a round of mirror descent with one trial's observations per lane.
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
    return Matrix<Real>::Constant(m_, num_arms, Real(0.0));
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
    for (int a = 0; a < num_arms; ++a) ASSERT_NEAR(x[a] / arm_by_arm.strategy()[a], 1, 1e-11) << t << " " << a;
  }
  EXPECT_EQ(descent.counts().active(), arm_by_arm.counts().active());
  EXPECT_GE(descent.counts().active(), 20);
  EXPECT_LT(descent.counts().active(), 0.95 * rounds);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RowDescents,
                         testing::Values(std::tuple(1, 0.0), std::tuple(3, 1e-3), std::tuple(6, 0.0)));

// The arm with nearly all weight loses it, so that the carried sum shrinks. The sum must be recomputed in time.
TEST(RowDescent, KeepsItsSumsWhileWeightsShrink) {
  const Problem problem = problem_of(1);
  RowDescent<double> descent(problem, 0.4);
  const Matrix<double> rows = Matrix<double>::Constant(1, num_arms, -0.5);
  for (int t = 1; t <= 3000; ++t) {
    const Vector<double>& x = descent.strategy();
    const double most = x.maxCoeff();
    EXPECT_NEAR(x.sum(), 1, 1e-13) << t;
    int arm = 0;
    while (x[arm] < most) ++arm;
    if (t < 1500) arm = t % (num_arms - 1) + 1;  // in these rounds, all weight moves to arm 0
    const Index<double> played{arm};
    descent.assign(descent.argmin(descent.estimate_losses(played, 1.0), {rows, 0.0, 1.0}));
  }
}

}  // namespace

}  // namespace regretta
