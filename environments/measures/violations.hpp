#pragma once
/// `played-violation` and `rounds-in-violation`.

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

namespace detail {

template <class Real>
Real greatest_of(const Vector<Real>& values) {
  Real result = values[0];
  for (Eigen::Index i = 1; i < values.size(); ++i) result = max(values[i], result);
  return result;
}

}  // namespace detail

/// max_i sum_t [gbar_{t,i}(a_t)]+: the violation of the arms played, where V_T has that of the strategies x_t. A
/// learner that publishes point masses and one that mixes arms are comparable by it, and not by V_T alone.
template <class Real>
class PlayedViolation {
 public:
  using Params = NoParams;
  PlayedViolation(const Params&, const CellWork& work)
      : sums_(Vector<Real>::Constant(work.problem.num_constraints, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    const Eigen::Index arms = round.means.violation.cols();
    for (Eigen::Index i = 0; i < sums_.size(); ++i)
      sums_[i] += max(gather<Real>(round.means.violation.data() + i * arms, round.arm), Real(0.0));
  }
  Real value(std::size_t) const { return detail::greatest_of(sums_); }

 private:
  Vector<Real> sums_;
};

struct RoundsInViolationParams {
  double tolerance = feasibility_tolerance;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("tolerance", p.tolerance, Range{0, 1}, "a round counts where x_t violates a constraint by more than this");
  }
};

/// The number of rounds with max_i gbar_{t,i}'x_t > tolerance.
template <class Real>
class RoundsInViolation {
 public:
  using Params = RoundsInViolationParams;
  RoundsInViolation(const Params& params, const CellWork&) : tolerance_(params.tolerance) {}

  void add(const PlayedRound<Real>& round) {
    rounds_ += select(detail::greatest_of(round.expected_violation) > Real(tolerance_), Real(1.0), Real(0.0));
  }
  Real value(std::size_t) const { return rounds_; }

 private:
  double tolerance_;
  Real rounds_{0.0};
};

}  // namespace regretta
