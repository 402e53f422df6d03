#pragma once
/// The adversary proposed in the paper's section "Towards the lower bound": on one arm abar and one constraint the
/// violation is raised by P_t = scale * x_t(abar), until a budget is spent; the learner perceives more than sum_t P_t
/// (injected.hpp). Used by corruption_kinds.cpp, which checks the arm and the constraint.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/environments/adaptive/injected.hpp"

namespace regretta {

struct OpenProblemParams {
  std::int64_t arm = 1;          ///< abar, from 1, as on paper
  std::int64_t constraint = 1;   ///< from 1
  double scale = 1.0;            ///< in (0, 1000]
  double budget = not_a_number;  ///< on sum_t P_t, >= 0; NaN: unlimited
  bool losses = false;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("arm", p.arm, Range{1, 1e6}, "the arm abar, from 1");
    visit("constraint", p.constraint, Range{1, 1e6}, "the constraint, from 1");
    visit("scale", p.scale, Range{0, 1000, true},
          "the violation of abar is pushed up by scale * x_t(abar), to 1 at most");
    visit("budget", p.budget, Range{0, infinity}, "the pushes stop when they sum to this; left out: never",
          Role::corruption_budget);
    visit("losses", p.losses, "push the loss of abar up too, by as much (to 1 at most)");
  }
};

template <class Real>
class OpenProblem final : public Adaptive<Real> {
 public:
  OpenProblem(const Problem&, const OpenProblemParams& params)
      : p_(params), left_(params.budget == params.budget ? params.budget : infinity) {}

  void move(std::int64_t t, const Vector<Real>& strategy, Means<Real>& means) override {
    const auto arm = static_cast<Eigen::Index>(p_.arm - 1);
    Real& violation = means.violation(static_cast<Eigen::Index>(p_.constraint - 1), arm);
    const Real exposure = strategy(arm);
    const Real push = max(min(min(Real(p_.scale) * exposure, Real(1.0) - violation), left_), Real(0.0));
    left_ = left_ - push;
    violation = min(violation + push, Real(1.0));
    if (p_.losses) means.loss(arm) = min(means.loss(arm) + push, Real(1.0));
    injected_.add(t, exposure, push);
  }
  Reported<Real> reported() const override { return injected_.reported(); }

 private:
  OpenProblemParams p_;
  Real left_;
  InjectedCorruption<Real> injected_;
};

}  // namespace regretta
