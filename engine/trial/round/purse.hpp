#pragma once
/// What is left of the budgets of a knapsack, and in which trials play has stopped. Included only by round.hpp.

#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/contract/reported.hpp"

namespace regretta::detail {

/// A cost may exceed what is left of a budget by this much, which is rounding.
inline constexpr double purse_tolerance = 1e-9;

/// For problems with budgets.
template <class Real>
class Purse {
 public:
  explicit Purse(const Problem& problem)
      : horizon_(static_cast<double>(problem.horizon)), costs_(problem.costs), left_(problem.num_constraints) {
    for (Eigen::Index i = 0; i < left_.size(); ++i)
      left_[i] = Real(min(problem.budgets[static_cast<std::size_t>(i)], horizon_));  // more is never spent
  }

  /// Pays for round t, or stops where a cost is more than is left. violation(i): g_{t,i}(a_t).
  template <class Violation>
  void pay(std::int64_t t, Violation violation) {
    Mask<Real> enough = !stopped();
    for (int i = 0; i < left_.size(); ++i)
      enough = enough & (cost(i, violation(i)) <= left_[i] + Real(purse_tolerance));
    for (int i = 0; i < left_.size(); ++i) left_[i] -= select(enough, cost(i, violation(i)), Real(0.0));
    stopping_round_ = select(enough | stopped(), stopping_round_, Real(static_cast<double>(t)));
  }
  /// Where no round earns or costs anything any more, this one included.
  Mask<Real> stopped() const { return stopping_round_ > Real(0.0); }

  /// l_t of the null arm, or g_{t,i}, where play has stopped.
  Real loss(const Real& played) const { return select(stopped(), Real(1.0), played); }
  Real violation(int i, const Real& played) const {
    return select(stopped(), costs_[static_cast<std::size_t>(i)].violation(Real(0.0)), played);
  }
  const std::vector<CostScale>& costs() const { return costs_; }

  /// The horizon where play has not stopped, and the least that is left of a budget.
  Reported<Real> reported() const {
    Real least = left_[0];
    for (Eigen::Index i = 1; i < left_.size(); ++i) least = min(left_[i], least);
    return {{"stopping_round", select(stopped(), stopping_round_, Real(horizon_))},
            {"left_over", max(least, Real(0.0))}};
  }

 private:
  Real cost(int i, const Real& violation) const { return costs_[static_cast<std::size_t>(i)].cost(violation); }

  double horizon_;
  std::vector<CostScale> costs_;
  Vector<Real> left_;         // m
  Real stopping_round_{0.0};  // 0: not yet
};

}  // namespace regretta::detail
