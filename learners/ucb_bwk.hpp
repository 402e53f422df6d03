#pragma once
/// The learners `ucb-bwk` and `sw-ucb-bwk`: a linear program over upper rewards and lower consumptions. Bandit
/// feedback.

#include <algorithm>
#include <utility>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/learners/math/linear_program.hpp"
#include "regretta/learners/math/projection_counts.hpp"
#include "regretta/learners/math/resource_windows.hpp"
#include "regretta/learners/math/resources.hpp"
#include "regretta/learners/math/tied_arms.hpp"

namespace regretta {

struct UcbBwkParams {
  double confidence_scale = 1;
  double epsilon = 0;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("confidence_scale", p.confidence_scale, Range{0, 1e6},
          "multiplies C = ln((m + 1) T K) of the radius sqrt(C mean / N) + C / N", Role::confidence_scale);
    visit("epsilon", p.epsilon, Range{0, 1}, "share of every budget that the program leaves");
  }
};

/// What UcbBwk and its form with windows share: Estimates has upper rewards and lower consumptions.
template <class Real, class Estimates>
class UcbBwkOf {
 public:
  using Feedback = BanditFeedback<Real>;

  UcbBwkOf(const Problem& problem, double epsilon, Estimates estimates)
      : keep_(1 - epsilon),
        estimates_(std::move(estimates)),
        program_(problem.num_arms, problem.num_constraints),
        loss_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        tie_order_(loss_),
        x_(loss_),
        excess_(problem.num_constraints, problem.num_arms) {}

  void draw(const Randomness<Real>& random) {
    for (int a = 0; a < x_.size(); ++a) {
      loss_[a] = -estimates_.upper_reward()[a];
      for (int i = 0; i < excess_.rows(); ++i)
        excess_(i, a) = estimates_.lower_consumption()(i, a) - Real(keep_ * estimates_.resources().pace(i));
    }
    const LpOutcome<Real> outcome = program_.solve(loss_, excess_, tie_order_, x_);
    counts_.add(outcome);
    if (any(outcome.tied)) program_.choose_among_twins(loss_, excess_, random, TieOrder<Real>::purpose, x_);
  }
  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) { estimates_.observe(round); }

  void show(Internals& shown) const { estimates_.show(shown); }
  Reported<Real> reported() const { return counts_.reported(); }

 private:
  double keep_;
  Estimates estimates_;
  LinearProgram<Real> program_;
  Vector<Real> loss_, tie_order_, x_;  // all places are equal
  Matrix<Real> excess_;                // m x K
  ProjectionCounts<Real> counts_;
};

/// UcbBwK (Agrawal, Devanur, EC 2014; Slivkins' book, Algorithm 3): x_t maximises the upper reward subject to lower
/// consumptions of at most (1 - epsilon) B_i / T. The radius' constant and epsilon are parameters: theory's order of
/// epsilon is sqrt(C K / B), which our default leaves out. Of arms with equal bounds a random one is played; among
/// others of equal value the program consumes least if there is one constraint; if there are several, it takes the
/// first (ours).
template <class Real>
class UcbBwk : public UcbBwkOf<Real, ResourceEstimates<Real>> {
 public:
  using Params = UcbBwkParams;

  UcbBwk(const Problem& problem, const Params& params)
      : UcbBwkOf<Real, ResourceEstimates<Real>>(
            problem, params.epsilon,
            ResourceEstimates<Real>(problem, resource_constant(params.confidence_scale, problem))) {}
};
static_assert(Learner<UcbBwk<double>> && Learner<UcbBwk<Pack<8>>>);

struct SwUcbBwkParams {
  UcbBwkParams base;
  std::int64_t reward_window = 0;
  std::int64_t consumption_window = 0;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    UcbBwkParams::fields(p.base, visit);
    visit("reward_window", p.reward_window, Range{0, 1e6}, "rounds whose rewards count; 0: T^(2/3)");
    visit("consumption_window", p.consumption_window, Range{0, 1e6}, "rounds whose consumptions count; 0: T^(2/3)");
  }
};

/// The form with sliding windows of Liu, Jiang, Li (NeurIPS 2022), for rewards and consumptions that change: bounds are
/// of the last rounds, and an arm that was not played in them has the widest. Its constants are parameters.
template <class Real>
class SwUcbBwk : public UcbBwkOf<Real, WindowedResourceEstimates<Real>> {
 public:
  using Params = SwUcbBwkParams;

  SwUcbBwk(const Problem& problem, const Params& params)
      : UcbBwkOf<Real, WindowedResourceEstimates<Real>>(
            problem, params.base.epsilon,
            WindowedResourceEstimates<Real>(problem, resource_constant(params.base.confidence_scale, problem),
                                            window(params.reward_window, problem),
                                            window(params.consumption_window, problem))) {}

 private:
  static std::int64_t window(std::int64_t given, const Problem& problem) {
    const auto T = static_cast<double>(problem.horizon);
    const std::int64_t rounds = given > 0 ? given : static_cast<std::int64_t>(pow(T, 2.0 / 3.0));
    return std::clamp<std::int64_t>(rounds, 1, problem.horizon);
  }
};
static_assert(Learner<SwUcbBwk<double>> && Learner<SwUcbBwk<Pack<8>>>);

}  // namespace regretta
