// The message for a strategy outside the simplex. The sums that the referee carries from round to round, compared with
// sums in long double. The draw of an arm, compared with its definition.

#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "regretta/engine/trial/round/strategy_sums.hpp"

namespace regretta {
namespace {

TEST(StrategyFault, HasEnoughDigitsToShowTheFault) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const std::string beginning = "strategy left the simplex (";
  EXPECT_EQ(strategy_fault(1 + 3e-8, 0.1), beginning + "sum is 1 + 3.0e-8, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(1 - 2e-9, 0.1), beginning + "sum is 1 - 2.0e-9, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(1.5, 0.5), beginning + "sum is 1.5, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(-3e120, -3e120),
            beginning + "sum is -3e+120, allowed 1e-9; least entry is -3e+120, expected no negative entry)");
  EXPECT_EQ(strategy_fault(1, -1e-17), beginning + "least entry is -1e-17, expected no negative entry)");
  EXPECT_EQ(strategy_fault(nan, 0.1), beginning + "sum is NaN, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(inf, 0), beginning + "sum is inf, allowed 1e-9)");
  EXPECT_EQ(strategy_fault(1 - 0x1p-52, 1 - 0x1p-52, 0), beginning + "sum is 1 - 2.2e-16, expected 1)");
}

constexpr int arms_in_rows = 69, sums_of_constraints = 2;

/// Two rows of random means that alternate every ten rounds.
struct AlternatingMeans {
  std::vector<double> values;
  std::int64_t width;
  std::int64_t num_rows() const { return 2; }
  std::int64_t row_at(std::int64_t t) const { return t / 10 % 2; }
  std::int64_t same_until(std::int64_t t) const { return t / 10 * 10 + 9; }
  void read(std::int64_t row, std::span<double> out) const {
    std::copy_n(values.data() + row * width, width, out.data());
  }
};

class CarriedSums : public testing::Test {
 protected:
  CarriedSums() {
    adversary_.num_arms = arms_in_rows;
    adversary_.num_constraints = sums_of_constraints;
    adversary_.losses = MeanRows(random_rows(arms_in_rows));
    adversary_.violations = MeanRows(random_rows(arms_in_rows * sums_of_constraints));
  }
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  AlternatingMeans random_rows(std::int64_t width) {
    AlternatingMeans rows{{}, width};
    for (std::int64_t e = 0; e < 2 * width; ++e) rows.values.push_back(uniform());
    return rows;
  }
  /// Changes the weight of a random arm, or in one of five calls all weights. rescale() brings the sum back to 1.
  void change(TrialMajorStrategy<double>& x) {
    const int arm = static_cast<int>(random_() % arms_in_rows);
    const double before = x.weights().numbers(0)[arm];
    x.put({arm}, before, before * (0.5 + uniform()));
    const bool changes_all = random_() % 5 == 0;
    double* weights = reinterpret_cast<double*>(x.rewrite(0));
    long double sum = 0;
    for (int a = 0; a < arms_in_rows; ++a) {
      if (changes_all) weights[a] = uniform();
      sum += weights[a];
    }
    x.rescale(changes_all, static_cast<double>(1 / sum));
  }
  /// The product of means and strategy, in long double.
  double expected(const TrialMajorStrategy<double>& x, const double* means) const {
    long double sum = 0;
    for (int a = 0; a < arms_in_rows; ++a)
      sum += static_cast<long double>(x.weights().numbers(0)[a]) * x.scale() * means[a];
    return static_cast<double>(sum);
  }

  std::mt19937_64 random_{3};
  Adversary adversary_;
};

TEST_F(CarriedSums, EqualSumsInLongDouble) {
  TrialMajorStrategy<double> x(arms_in_rows);
  ObliviousMeans<double> means(adversary_);
  detail::TrialMajorSums<double> sums(arms_in_rows, sums_of_constraints);
  for (std::int64_t t = 1; t <= 500; ++t) {
    change(x);
    means.enter(t);
    sums.enter(t, x, means);
    ASSERT_TRUE(sums.in_simplex(1e-13)) << t;
    EXPECT_NEAR(sums.loss(), expected(x, means.loss()), 1e-14) << t;
    for (int i = 0; i < sums_of_constraints; ++i)
      EXPECT_NEAR(sums.violation(i), expected(x, means.violation() + i * arms_in_rows), 1e-14) << t;
  }
}

TEST_F(CarriedSums, DrawTheSameArmAsPartialSums) {
  TrialMajorStrategy<double> x(arms_in_rows);
  ObliviousMeans<double> means(adversary_);
  detail::TrialMajorSums<double> sums(arms_in_rows, sums_of_constraints);
  for (std::int64_t t = 1; t <= 2000; ++t) {
    change(x);
    means.enter(t);
    sums.enter(t, x, means);
    ASSERT_TRUE(sums.in_simplex(1e-13));
    const double u = t == 1 ? 0 : t == 2 ? 1 - 0x1p-52 : uniform();
    int arm = 0;
    bool is_near_boundary = false;
    long double sum = 0;
    for (int a = 0; a < arms_in_rows - 1; ++a) {
      sum += static_cast<long double>(x.weights().numbers(0)[a]) * x.scale();
      arm += sum <= u ? 1 : 0;
      is_near_boundary = is_near_boundary || std::abs(static_cast<double>(sum - u)) < 1e-14;
    }
    const auto drawn = sums.draw_arm([u] { return u; });
    if (!is_near_boundary) {
      EXPECT_EQ(drawn.index[0], arm) << t;
    }
    EXPECT_EQ(drawn.number, drawn.index[0]);
    EXPECT_LT(drawn.index[0], arms_in_rows);
  }
}

TEST_F(CarriedSums, FindStrategiesOutsideTheSimplex) {
  ObliviousMeans<double> means(adversary_);
  for (const double weight : {-1e-3, 0.5, not_a_number}) {
    TrialMajorStrategy<double> x(arms_in_rows);
    detail::TrialMajorSums<double> sums(arms_in_rows, sums_of_constraints);
    means.enter(1);
    sums.enter(1, x, means);
    EXPECT_TRUE(sums.in_simplex());
    x.put({5}, x.weights().numbers(0)[5], weight);
    if (weight < 0) reinterpret_cast<double*>(x.rewrite(0))[6] -= weight - 1.0 / arms_in_rows;  // the sum stays 1
    sums.enter(2, x, means);
    EXPECT_FALSE(sums.in_simplex()) << weight;
  }
}

}  // namespace
}  // namespace regretta
