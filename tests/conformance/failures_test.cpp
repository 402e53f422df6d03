// A learner that fails ends only its own trial, with the round in the message; neighbouring lanes are unaffected.

#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"

namespace regretta {
namespace {

struct BreakingParams {
  std::string failure = "sound";
};

/// Fails in about half of the trials, in different rounds: when the sum of the first 200 losses exceeds 100.
template <class Real>
class Breaking {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = BreakingParams;
  Breaking(const Problem& problem, const Params& params)
      : failure_(params.failure), x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))) {}
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    ++t_;
    if (t_ <= 200) losses_ += round.loss();
    const Mask<Real> broken = losses_ > Real(100.0);
    if (failure_ == "nan") x_[0] = select(broken, Real(not_a_number), x_[0]);
    if (failure_ == "all nan")
      for (Real& x : x_) x = select(broken, Real(not_a_number), x);
    if (failure_ == "infinite") x_[1] = select(broken, Real(infinity), x_[1]);
    if (failure_ == "sum") x_[0] = select(broken, Real(0.9), x_[0]);
    if (failure_ == "negative") {
      x_[0] = select(broken, Real(-0.1), x_[0]);
      x_[1] = select(broken, Real(2.0 / static_cast<double>(x_.size()) + 0.1), x_[1]);
    }
  }

 private:
  std::string failure_;
  std::int64_t t_ = 0;
  Real losses_{0.0};
  Vector<Real> x_;
};
static_assert(Learner<Breaking<double>> && Learner<Breaking<Pack<8>>>);

CellWork fair_coins() {
  return tests::cell_of({"coin",
                         "stationary",
                         {{"loss", std::vector<double>{0.5, 0.5, 0.5}},
                          {"violation", std::vector<std::vector<double>>{{-0.2, 0.1, -0.3}}},
                          {"noise", std::string("bernoulli")}}},
                        1000);
}

class Failures : public testing::TestWithParam<const char*> {};

TEST_P(Failures, StayInTheirTrial) {
  const CellWork work = fair_coins();
  const auto unaffected = tests::play_pack<Breaking, Pack<8>>(work, {"sound"}, 0);
  const auto broken = tests::play_pack<Breaking, Pack<8>>(work, {GetParam()}, 0);
  int failed = 0;
  for (std::size_t k = 0; k < 8; ++k) {
    const TrialResult alone = tests::play_pack<Breaking, double>(work, {GetParam()}, static_cast<std::int64_t>(k))[0];
    tests::expect_same_trial(alone, broken[k], GetParam());
    if (broken[k].failure) {
      ++failed;
      EXPECT_GT(broken[k].failure->round, 101);  // a sum above 100 takes at least 101 losses of 0 or 1
      EXPECT_LE(broken[k].failure->round, 201);
      EXPECT_NE(broken[k].failure->message.find("simplex"), std::string::npos) << broken[k].failure->message;
    } else {
      tests::expect_same_trial(unaffected[k], broken[k], GetParam());
    }
  }
  EXPECT_GT(failed, 0);
  EXPECT_LT(failed, 8);
}
INSTANTIATE_TEST_SUITE_P(Manners, Failures, testing::Values("nan", "all nan", "infinite", "sum", "negative"));

}  // namespace
}  // namespace regretta
