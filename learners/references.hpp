#pragma once
/// Reference points: learners that know nothing of constraints, and strategies that never learn.

#include "regretta/engine/study/parameters.hpp"
#include "regretta/engine/trial/learner.hpp"
#include "regretta/learners/math/mirror_descent.hpp"

namespace regretta {

struct HedgeParams {
  bool fixed_share = false;
  std::string step_size = "hedge";

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("fixed_share", p.fixed_share, "mix each strategy with the uniform one, weight 1/T");
    visit("step_size", p.step_size, Choices{{"hedge", "conomd-fs"}},
          "eta: sqrt(8 ln K / T), or the sqrt(ln(KT) / T) of ConOMD-FS");
  }
};

/// Hedge, exponential weights on full feedback, eta = sqrt(8 ln K / T) (Cesa-Bianchi and Lugosi 2006, section 2.2);
/// with fixed share, Herbster and Warmuth 1998.
template <class Real>
class Hedge {
 public:
  using Feedback = FullFeedback<Real>;
  using Params = HedgeParams;

  Hedge(const Problem& problem, const Params& params)
      : mirror_(problem,
                params.step_size == "hedge"
                    ? sqrt(8 * log(static_cast<double>(problem.num_arms)) / static_cast<double>(problem.horizon))
                    : full_step_size(problem),
                fixed_share_weight(problem, params.fixed_share)) {}

  const Vector<Real>& strategy() const { return mirror_.strategy(); }
  void observe(const Feedback& round) {
    mirror_.descend(round);
    mirror_.renormalise();
  }

 private:
  MirrorDescent<Real> mirror_;
};
static_assert(Learner<Hedge<double>> && Learner<Hedge<Pack<8>>>);

struct NoParams {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// EXP3-IX: exponential weights with implicit exploration on bandit losses, eta = 2 gamma = sqrt(2 ln K / (KT)) (Neu,
/// NeurIPS 2015). Ignores the constraints.
template <class Real>
class Exp3Ix {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;

  Exp3Ix(const Problem& problem, const Params&)
      : mirror_(problem,
                sqrt(2 * log(static_cast<double>(problem.num_arms)) /
                     (problem.num_arms * static_cast<double>(problem.horizon))),
                0) {}

  const Vector<Real>& strategy() const { return mirror_.strategy(); }
  void observe(const Feedback& round) {
    mirror_.descend_by_implicit_exploration(round);
    mirror_.renormalise();
  }

 private:
  MirrorDescent<Real> mirror_;
};
static_assert(Learner<Exp3Ix<double>> && Learner<Exp3Ix<Pack<8>>>);

/// Plays one strategy for ever.
template <class Real>
class Constant {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoParams;

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback&) {}

 protected:
  explicit Constant(int num_arms) : x_(Vector<Real>::Constant(num_arms, Real(0.0))) {}
  Vector<Real> x_;
};

/// Every arm with probability 1/K.
template <class Real>
class Uniform : public Constant<Real> {
 public:
  Uniform(const Problem& problem, const NoParams&) : Constant<Real>(problem.num_arms) {
    for (int a = 0; a < problem.num_arms; ++a) this->x_[a] = Real(1.0 / problem.num_arms);
  }
};
static_assert(Learner<Uniform<double>> && Learner<Uniform<Pack<8>>>);

/// The arm that attains rho_pure: told by the books, oblivious adversaries only.
template <class Real>
class SafeArm : public Constant<Real> {
 public:
  SafeArm(const Problem& problem, const NoParams&, const Oracle& oracle) : Constant<Real>(problem.num_arms) {
    this->x_[oracle.safe_arm] = Real(1.0);
  }
};
static_assert(Learner<SafeArm<double>> && Learner<SafeArm<Pack<8>>>);

/// x*, the optimum in hindsight of the means: told by the books, oblivious adversaries only. Where no strategy is
/// feasible there is no x*, and it plays uniformly; its regret is NaN then, like everybody's.
template <class Real>
class Optimal : public Constant<Real> {
 public:
  Optimal(const Problem& problem, const NoParams&, const Oracle& oracle) : Constant<Real>(problem.num_arms) {
    for (int a = 0; a < problem.num_arms; ++a)
      this->x_[a] = Real(oracle.optimal_strategy.empty() ? 1.0 / problem.num_arms
                                                         : oracle.optimal_strategy[static_cast<std::size_t>(a)]);
  }
};
static_assert(Learner<Optimal<double>> && Learner<Optimal<Pack<8>>>);

}  // namespace regretta
