#pragma once
/// `anytime-violation` and `safe-from`, which look at the violation up to every round; `summed-violation` and
/// `squared-violation`, which add the rounds up otherwise than V_T does.

#include <cstdint>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/environments/measures/violations.hpp"

namespace regretta {

/// max_i sum_{t <= tau} gbar_{t,i}'x_t after every round tau.
template <class Real>
class PrefixViolation {
 public:
  explicit PrefixViolation(const CellWork& work)
      : sums_(Vector<Real>::Constant(work.problem.num_constraints, Real(0.0))) {}

  Real add(const PlayedRound<Real>& round) {
    for (Eigen::Index i = 0; i < sums_.size(); ++i) sums_[i] += round.expected_violation[i];
    return detail::greatest_of(sums_);
  }

 private:
  Vector<Real> sums_;
};

/// max_{tau <= T} max_i sum_{t <= tau} gbar_{t,i}'x_t (Liu, Li, Shi, Ying, NeurIPS 2021, bound it at every tau).
template <class Real>
class AnytimeViolation {
 public:
  using Params = NoParams;
  AnytimeViolation(const Params&, const CellWork& work) : prefix_(work) {}

  void add(const PlayedRound<Real>& round) { worst_ = max(prefix_.add(round), worst_); }
  Real value(std::size_t) const { return worst_; }

 private:
  PrefixViolation<Real> prefix_;
  Real worst_{-infinity};
};

/// The last round tau with sum_{t <= tau} gbar_{t,i}'x_t > 0 for some i: from there on no sum is. 0 if there is none; T
/// if the last one is.
template <class Real>
class SafeFrom {
 public:
  using Params = NoParams;
  SafeFrom(const Params&, const CellWork& work) : prefix_(work) {}

  void add(const PlayedRound<Real>& round) {
    last_ = select(prefix_.add(round) > Real(feasibility_tolerance), Real(static_cast<double>(round.t)), last_);
  }
  Real value(std::size_t) const { return last_; }

 private:
  PrefixViolation<Real> prefix_;
  Real last_{0.0};
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

/// max_i sum_t ([gbar_{t,i}'x_t]+)^2 (CCV_{T,2} of Yuan, Lamperski, NeurIPS 2018).
template <class Real>
class SquaredViolation {
 public:
  using Params = NoParams;
  SquaredViolation(const Params&, const CellWork& work)
      : sums_(Vector<Real>::Constant(work.problem.num_constraints, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    for (Eigen::Index i = 0; i < sums_.size(); ++i) {
      const Real excess = max(round.expected_violation[i], Real(0.0));
      sums_[i] = fma(excess, excess, sums_[i]);
    }
  }
  Real value(std::size_t) const { return detail::greatest_of(sums_); }

 private:
  Vector<Real> sums_;
};

}  // namespace regretta
