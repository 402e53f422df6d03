#pragma once
/// Measures of violation other than V_T, and of corruption.
///
/// `uncorrupted-violation`, `uncorrupted-signed-violation` and `uncorrupted-regret` are for corruption that is an error
/// of the sensor: the learner observes the corrupted violations and is charged for the uncorrupted ones, g0_{t,i}.

#include <cstdint>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/hindsight/visits.hpp"
#include "regretta/engine/trial/round/means.hpp"
#include "regretta/engine/trial/round/measure.hpp"
#include "regretta/environments/reward_measures.hpp"

namespace regretta {

namespace detail {

template <class Real>
Real greatest_of(const Vector<Real>& values) {
  Real result = values[0];
  for (Eigen::Index i = 1; i < values.size(); ++i) result = max(values[i], result);
  return result;
}

}  // namespace detail

/// max_i sum_t [gbar_{t,i}(a_t)]+: the violation of the arms that were drawn, instead of the strategies x_t as in V_T.
/// It makes learners that publish point masses comparable with learners that mix arms.
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

  static void fields(auto& p, auto&& visit) {
    visit("tolerance", p.tolerance, Range{0, 1}, "a round counts if x_t violates a constraint by more than this");
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

/// max_{tau <= T} max_i sum_{t <= tau} gbar_{t,i}'x_t. Liu, Li, Shi and Ying (NeurIPS 2021) bound the sum at every tau.
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

/// sum_t max_i [gbar_{t,i}'x_t]+, which Sinha and Vaze (NeurIPS 2024) bound. V_T takes the maximum after the sum.
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

/// max_i sum_t [g0_{t,i}'x_t]+. If `cancels`, without [.]+, so that violations of opposite sign cancel.
template <class Real, bool cancels>
class UncorruptedSum {
 public:
  using Params = NoParams;
  UncorruptedSum(const Params&, const CellWork& work)
      : uncorrupted_(*work.adversary), sums_(Vector<Real>::Constant(work.problem.num_constraints, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    uncorrupted_.enter(round.t, round.strategy);
    const Eigen::Index arms = round.strategy.size();
    for (Eigen::Index i = 0; i < sums_.size(); ++i) {
      const Real expected = detail::expected(uncorrupted_.data() + i * arms, round.strategy);
      sums_[i] += cancels ? expected : max(expected, Real(0.0));
    }
    uncorrupted_.leave(round.arm);
  }
  Real value(std::size_t) const { return detail::greatest_of(sums_); }

 private:
  UncorruptedViolations<Real> uncorrupted_;
  Vector<Real> sums_;  ///< by constraint
};

template <class Real>
using UncorruptedViolation = UncorruptedSum<Real, false>;
template <class Real>
using UncorruptedSignedViolation = UncorruptedSum<Real, true>;

/// sum_t lbar_t'x_t - min {sum_t lbar_t'x : sum_t g0_{t,i}'x <= 0 for every i}: regret against the best fixed strategy
/// that keeps the uncorrupted constraints on average. NaN if there is none.
template <class Real>
class UncorruptedRegret {
 public:
  using Params = NoParams;
  using Facts = std::vector<double>;  ///< the comparator's loss by checkpoint; empty for adaptive adversaries
  static Facts facts(const Params&, const CellWork& work) {
    if (!work.adversary->oblivious()) return {};
    if (!work.adversary->uncorrupted) return work.facts->opt;
    Adversary uncorrupted = *work.adversary;
    uncorrupted.violations = uncorrupted.uncorrupted->violations;
    return compute_facts(uncorrupted, work.checkpoints).opt;
  }
  UncorruptedRegret(const Params&, const CellWork& work, const Facts& facts)
      : facts_(&facts), uncorrupted_(*work.adversary), sums_(work.problem) {}

  void add(const PlayedRound<Real>& round) {
    loss_ += round.expected_loss;
    if (!facts_->empty()) return;
    ++rounds_;
    uncorrupted_.enter(round.t, round.strategy);
    sums_.add(round.means.loss, uncorrupted_.data());
    uncorrupted_.leave(round.arm);
  }
  Real value(std::size_t checkpoint) const {
    if (!facts_->empty()) return loss_ - Real((*facts_)[checkpoint]);
    return loss_ - of_lanes<Real>([this](std::size_t k) {
             return sums_.optimum(rounds_, static_cast<int>(k)).value * static_cast<double>(rounds_);
           });
  }

 private:
  const Facts* facts_;
  std::int64_t rounds_ = 0;
  Real loss_{0.0};
  UncorruptedViolations<Real> uncorrupted_;
  MeanSums<Real> sums_;  // for adaptive adversaries only
};

/// `seen-corruption`: the corruption that reaches the learner, per play of the optimum's arms.
///
/// max_i sum_a x*(a) T sum_t x_t(a) |gbar_{t,i}(a) - med_i(a)| / sum_t x_t(a), where med_i are the medians from which C
/// is measured. It equals C if x* is a single arm, which alone is corrupted and has the same weight in every round. NaN
/// if no strategy is feasible.
template <class Real>
class SeenCorruption {
 public:
  using Params = NoParams;
  using Facts = std::vector<double>;  ///< medians, m x K
  static Facts facts(const Params&, const CellWork& work) { return work.facts->median_violation; }

  SeenCorruption(const Params&, const CellWork& work, const Facts& facts)
      : medians_(&facts),
        means_(work.problem),
        played_(Vector<Real>::Constant(work.problem.num_arms, Real(0.0))),
        seen_(Matrix<Real>::Constant(work.problem.num_constraints, work.problem.num_arms, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    ++rounds_;
    means_.add(round.means.loss, round.means.violation.data());
    played_ += round.strategy;
    for (Eigen::Index i = 0; i < seen_.rows(); ++i)
      for (Eigen::Index a = 0; a < seen_.cols(); ++a) {
        const Real distance =
            abs(round.means.violation(i, a) - Real((*medians_)[static_cast<std::size_t>(i * seen_.cols() + a)]));
        seen_(i, a) = fma(round.strategy[a], distance, seen_(i, a));
      }
  }
  Real value(std::size_t) const {
    return of_lanes<Real>([this](std::size_t k) { return value_in_lane(static_cast<int>(k)); });
  }

 private:
  double value_in_lane(int k) const {
    const Optimum optimum = means_.optimum(rounds_, k);
    if (!optimum.feasible) return not_a_number;
    double largest = 0;
    for (Eigen::Index i = 0; i < seen_.rows(); ++i) {
      double sum = 0;
      for (Eigen::Index a = 0; a < seen_.cols(); ++a)
        if (const double played = lane(played_[a], k); played > 0)
          sum += optimum.strategy[static_cast<std::size_t>(a)] * lane(seen_(i, a), k) / played;
      largest = max(sum, largest);
    }
    return static_cast<double>(rounds_) * largest;
  }

  const Facts* medians_;
  std::int64_t rounds_ = 0;
  MeanSums<Real> means_;
  Vector<Real> played_;  // sum_t x_t(a), K
  Matrix<Real> seen_;    // sum_t x_t(a) |gbar_{t,i}(a) - med_i(a)|, m x K
};

/// `loss-corruption`: by how much losses differ from fixed ones, summed over rounds and arms, as C does for violations.
///
/// sum_t sum_a |lbar_t(a) - l0(a)|, where l0(a) is the lower median over t of the losses before adaptive stages move
/// them. No other fixed losses give a smaller sum, as long as adaptive stages move each loss in fewer than half of the
/// rounds.
template <class Real>
class LossCorruption {
 public:
  using Params = NoParams;
  using Facts = std::vector<double>;  ///< l0, K
  static Facts facts(const Params&, const CellWork& work) {
    Visits visits(work.adversary->losses, static_cast<std::size_t>(work.problem.num_arms));
    visits.advance(work.problem.horizon);
    VisitedRows visited(visits);
    Facts medians;
    visited.for_each_column(
        [&](std::size_t, std::span<const double> values) { medians.push_back(visited.lower_median(values)); });
    return medians;
  }

  LossCorruption(const Params&, const CellWork&, const Facts& l0) : l0_(&l0) {}

  void add(const PlayedRound<Real>& round) {
    Real distance(0.0);
    for (Eigen::Index a = 0; a < round.means.loss.size(); ++a)
      distance += abs(round.means.loss[a] - Real((*l0_)[static_cast<std::size_t>(a)]));
    sum_ += distance;
  }
  Real value(std::size_t) const { return sum_; }

 private:
  const Facts* l0_;
  Real sum_{0.0};
};

}  // namespace regretta
