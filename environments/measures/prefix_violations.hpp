#pragma once
/// `anytime-violation`, which looks at the violation up to every round, and `summed-violation`, which adds the rounds
/// up otherwise than V_T does.

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/environments/measures/violations.hpp"

namespace regretta {

/// max_{tau <= T} max_i sum_{t <= tau} gbar_{t,i}'x_t (Liu, Li, Shi, Ying, NeurIPS 2021, bound it at every tau).
template <class Real>
class AnytimeViolation {
 public:
  using Params = NoParams;
  AnytimeViolation(const Params&, const CellWork& work)
      : sums_(Vector<Real>::Constant(work.problem.num_constraints, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    for (Eigen::Index i = 0; i < sums_.size(); ++i) sums_[i] += round.expected_violation[i];
    worst_ = max(detail::greatest_of(sums_), worst_);
  }
  Real value(std::size_t) const { return worst_; }

 private:
  Vector<Real> sums_;
  Real worst_{-infinity};
};

/// sum_t max_i [gbar_{t,i}'x_t]+; V_T takes the maximum after the sum (Sinha, Vaze, NeurIPS 2024, bound this one).
template <class Real>
class SummedViolation {
 public:
  using Params = NoParams;
  SummedViolation(const Params&, const CellWork&) {}

  void add(const PlayedRound<Real>& round) { sum_ += max(detail::greatest_of(round.expected_violation), Real(0.0)); }
  Real value(std::size_t) const { return sum_; }

 private:
  Real sum_{0.0};
};

}  // namespace regretta
