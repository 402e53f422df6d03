#pragma once
/// The learner `primal-dual-bwk`, which plays the arm with the best ratio of optimistic reward to priced consumption.
/// Bandit feedback.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/one_arm.hpp"
#include "regretta/learners/math/resources.hpp"
#include "regretta/learners/math/weights.hpp"

namespace regretta {

struct PrimalDualBwkParams {
  double confidence_scale = 1;
  double step_scale = 1;

  static void fields(auto& p, auto&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies C = ln((m + 1) T K) in the confidence radius sqrt(C mean / N) + C / N", Role::confidence_scale);
    visit("step_scale", p.step_scale, Range{0, 1e6},
          "multiplies the step sqrt(ln(m + 1) / B) of the prices; B is the least budget");
  }
};

/// PrimalDualBwK (Badanidiyuru, Kleinberg, Slivkins, JACM 2018, Algorithm 2) plays every arm once, then the arm with
/// the highest ratio of the upper bound of its reward to the priced lower bounds of its consumption. A price grows by
/// the factor (1 + step)^consumption. Time is a resource too, and consumption is scaled so that all budgets equal the
/// least one, B. The constant of the radius is a parameter. Ties are broken at random.
template <class Real>
class PrimalDualBwk {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = PrimalDualBwkParams;

  PrimalDualBwk(const Problem& problem, const Params& params)
      : estimates_(problem, resource_constant(params.confidence_scale, problem)),
        least_pace_(estimates_.resources().least_pace()),
        step_(log(1 + params.step_scale * sqrt(log(problem.num_constraints + 1.0) /
                                               max(least_pace_ * static_cast<double>(problem.horizon), 1e-300)))),
        minus_consumption_(Vector<Real>::Constant(problem.num_constraints + 1, Real(0.0))),
        price_(Vector<Real>::Constant(problem.num_constraints + 1, Real(1.0 / (problem.num_constraints + 1)))),
        ratio_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        tied_(problem.num_arms),
        played_(problem.num_arms) {
    choose();
  }

  void draw(const Randomness<Real>& random) { tied_.choose(random, played_); }
  const Vector<Real>& strategy() const { return played_.strategy(); }
  const Index<Real>& arms() const { return played_.arms(); }
  void observe(const Feedback& round) {
    if (round_ > resources().num_other_arms())  // prices ignore the rounds in which every arm is played once
      for (int i = 0; i <= resources().size(); ++i) minus_consumption_[i] -= scaled_consumption(i, round.arm());
    estimates_.observe(round);
    exponential_weights(minus_consumption_, step_, price_);
    ++round_;
    choose();
  }

  void show(Internals& shown) const {
    estimates_.show(shown);
    shown.row("price", price_);
    shown.row("ratio", ratio_);
  }

 private:
  const Resources& resources() const { return estimates_.resources(); }
  /// L_a(i), the lower bound of arm a's consumption of resource i, scaled to budgets B. For time it is exact.
  template <class Arm>
  Real scaled_consumption(int i, const Arm& arm) const {
    if (i == resources().size()) return Real(least_pace_);
    const Real* lower = &estimates_.lower_consumption()(i, 0);
    const Real scale(least_pace_ / resources().pace(i));
    if constexpr (std::is_same_v<Arm, int>) return lower[arm] * scale;
    if constexpr (!std::is_same_v<Arm, int>) return gather(lower, arm) * scale;
  }

  /// Chooses the arm of round round_.
  void choose() {
    const int arms = resources().num_other_arms();
    if (resources().has_zero_budget() && resources().null_arm() >= 0) return commit_to(resources().null_arm());
    if (arms == 0) return commit_to(0);
    if (round_ <= arms) return commit_to(static_cast<int>(round_) - 1);  // every arm once
    Real highest(-1.0), best(0.0), count(0.0);
    for (int a = 0; a < arms; ++a) {
      Real cost(0.0);
      for (int i = 0; i <= resources().size(); ++i) cost = fma(price_[i], scaled_consumption(i, a), cost);
      ratio_[a] = estimates_.upper_reward()[a] / max(cost, Real(1e-300));  // avoids division by 0
      const Mask<Real> higher = ratio_[a] > highest, tied = ratio_[a] == highest;
      count = select(higher, Real(1.0), count + select(tied, Real(1.0), Real(0.0)));
      best = select(higher, Real(static_cast<double>(a)), best);
      highest = max(ratio_[a], highest);
    }
    played_.play(best);
    tied_.replace(Real(0.0) < Real(1.0), count,
                  [&](int a) REGRETTA_FLAT { return a < arms ? ratio_[a] == highest : Real(1.0) < Real(0.0); });
  }
  /// Plays an arm in every lane; no arms tie.
  void commit_to(int arm) {
    played_.play(Real(static_cast<double>(arm)));
    tied_.replace(Real(0.0) < Real(1.0), Real(1.0), [](int) { return Real(1.0) < Real(0.0); });
  }

  ResourceEstimates<Real> estimates_;
  double least_pace_;               // B / T, with the least budget B
  double step_;                     // ln(1 + eps)
  std::int64_t round_ = 1;          // the next round
  Vector<Real> minus_consumption_;  // minus the sums over rounds of L_{a_t}, m + 1
  Vector<Real> price_;              // v_t, scaled to sum 1; m + 1
  Vector<Real> ratio_;              // upper bound of the reward over priced consumption, K
  TiedArms<Real> tied_;
  OneArm<Real> played_;
};

}  // namespace regretta
