// A learner that draws must take its random numbers from the engine.

#include <random>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/tests/conformance/cells.hpp"
#include "regretta/tests/conformance/conformance.hpp"

namespace regretta {
namespace {

/// A cell with eight arms, each of which has a loss of 0 or 1 with equal probability.
CellWork fair_coins() {
  return tests::cell_of({"coin",
                         "stationary",
                         {{"loss", std::vector<double>(8, 0.5)},
                          {"violation", std::vector<std::vector<double>>{{-0.2, 0.1, -0.3, -0.2, 0.1, -0.2, 0.1, 0.1}}},
                          {"noise", std::string("bernoulli")}}},
                        200);
}

template <class Real, class Generator>
class RandomArm {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;
  RandomArm(const Problem& problem, const Params&)
      : equal_weights_(Vector<Real>::Constant(problem.num_arms, Real(1.0))), x_(equal_weights_) {}
  void draw(const Randomness<Real>& random) {
    const Real arm = generator_.next(random, equal_weights_);
    for (int a = 0; a < x_.size(); ++a) x_[a] = select(arm == Real(a), Real(1.0), Real(0.0));
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback&) {}

 private:
  Generator generator_;
  Vector<Real> equal_weights_, x_;
};

template <class Real>
struct EngineNumbers {
  Real next(const Randomness<Real>& random, const Vector<Real>& weights) { return random.categorical({}, weights); }
};
/// A generator with the same seed, hence the same numbers, in every trial.
template <class Real>
struct PrivateNumbers {
  Real next(const Randomness<Real>&, const Vector<Real>& weights) {
    return Real(static_cast<double>(generator() % static_cast<unsigned>(weights.size())));
  }
  std::mt19937 generator{42};
};
template <class Real>
using EngineArm = RandomArm<Real, EngineNumbers<Real>>;
template <class Real>
using PrivateArm = RandomArm<Real, PrivateNumbers<Real>>;
static_assert(Learner<PrivateArm<double>> && DrawsForItself<PrivateArm<Pack<8>>>);

TEST(OwnDraws, DifferFromTrialToTrial) { tests::expect_learner_conforms<EngineArm>(fair_coins(), {}); }

TEST(OwnDraws, PrivateGeneratorIsFound) {
  const Counterexample found = draw_fault(tests::bound<PrivateArm>({}), fair_coins());
  EXPECT_NE(found.find("it ignores the numbers of draw()"), std::string::npos) << found;
  tests::expect_lane_law<PrivateArm>(fair_coins(), {});  // the learner has no other fault
}

}  // namespace
}  // namespace regretta
