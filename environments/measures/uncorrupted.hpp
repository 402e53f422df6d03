#pragma once
/// `uncorrupted-violation`, `uncorrupted-signed-violation` and `uncorrupted-regret`: regret and violation if corruption
/// is an error of the sensor. The learner observes the corrupted violations and is charged for the uncorrupted ones,
/// g0_t.

#include <vector>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/means/uncorrupted_violations.hpp"
#include "regretta/environments/measures/violations.hpp"

namespace regretta {

/// max_i sum_t [g0_{t,i}'x_t]+, or without [.]+ if `cancels`.
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
    Adversary without = *work.adversary;
    without.violations = without.uncorrupted->violations;
    return compute_facts(without, work.checkpoints).opt;
  }
  UncorruptedRegret(const Params&, const CellWork& work, const Facts& facts)
      : facts_(&facts),
        uncorrupted_(*work.adversary),
        loss_sum_(Vector<Real>::Constant(work.problem.num_arms, Real(0.0))),
        violation_sum_(Vector<Real>::Constant(work.problem.num_arms * work.problem.num_constraints, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    loss_ += round.expected_loss;
    if (!facts_->empty()) return;
    ++rounds_;
    uncorrupted_.enter(round.t, round.strategy);
    for (Eigen::Index a = 0; a < loss_sum_.size(); ++a) loss_sum_[a] += round.means.loss[a];
    for (Eigen::Index e = 0; e < violation_sum_.size(); ++e) violation_sum_[e] += uncorrupted_.data()[e];
    uncorrupted_.leave(round.arm);
  }
  Real value(std::size_t checkpoint) const {
    if (!facts_->empty()) return loss_ - Real((*facts_)[checkpoint]);
    return loss_ - of_lanes<Real>([this](std::size_t k) { return least_loss(static_cast<int>(k)); });
  }

 private:
  double least_loss(int k) const {
    const auto rounds = static_cast<double>(rounds_);
    const auto mean = [&](const Vector<Real>& sums) {
      std::vector<double> means;
      for (const Real& sum : sums) means.push_back(lane(sum, k) / rounds);
      return means;
    };
    const Optimum optimum = solve_optimum(mean(loss_sum_), mean(violation_sum_));
    return optimum.feasible ? optimum.value * rounds : not_a_number;
  }

  const Facts* facts_;
  std::int64_t rounds_ = 0;
  Real loss_{0.0};
  UncorruptedViolations<Real> uncorrupted_;
  Vector<Real> loss_sum_;       ///< of every arm, K; for adaptive adversaries only, as the next
  Vector<Real> violation_sum_;  ///< m x K
};

}  // namespace regretta
