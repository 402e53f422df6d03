#pragma once
/// Measures of corruption: of what reaches the learner, and of the losses.

#include <cstdint>
#include <vector>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/hindsight/visits.hpp"
#include "regretta/environments/measures/rewards.hpp"

namespace regretta {

/// `seen-corruption`: the corruption that reaches the learner, per play of the optimum's arms.
///
/// max_i sum_a x*(a) T sum_t x_t(a) |gbar_{t,i}(a) - g0_i(a)| / sum_t x_t(a), where g0 are the medians from which C is
/// measured. It is C where all corruption is of one arm, which is x* and is played equally often in every round. NaN if
/// no strategy is feasible.
template <class Real>
class SeenCorruption {
 public:
  using Params = NoParams;
  using Facts = std::vector<double>;  ///< g0, m x K
  static Facts facts(const Params&, const CellWork& work) { return work.facts->median_violation; }

  SeenCorruption(const Params&, const CellWork& work, const Facts& facts)
      : g0_(&facts),
        means_(work.problem),
        played_(Vector<Real>::Constant(work.problem.num_arms, Real(0.0))),
        seen_(Matrix<Real>::Constant(work.problem.num_constraints, work.problem.num_arms, Real(0.0))) {}

  void add(const PlayedRound<Real>& round) {
    ++rounds_;
    means_.add(round.means);
    played_ += round.strategy;
    for (Eigen::Index i = 0; i < seen_.rows(); ++i)
      for (Eigen::Index a = 0; a < seen_.cols(); ++a) {
        const Real moved =
            abs(round.means.violation(i, a) - Real((*g0_)[static_cast<std::size_t>(i * seen_.cols() + a)]));
        seen_(i, a) = fma(round.strategy[a], moved, seen_(i, a));
      }
  }
  Real value(std::size_t) const {
    return of_lanes<Real>([this](std::size_t k) { return of_trial(static_cast<int>(k)); });
  }

 private:
  double of_trial(int k) const {
    const Optimum best = means_.optimum(rounds_, k);
    if (!best.feasible) return not_a_number;
    double most = 0;
    for (Eigen::Index i = 0; i < seen_.rows(); ++i) {
      double sum = 0;
      for (Eigen::Index a = 0; a < seen_.cols(); ++a)
        if (const double played = lane(played_[a], k); played > 0)
          sum += best.strategy[static_cast<std::size_t>(a)] * lane(seen_(i, a), k) / played;
      most = max(sum, most);
    }
    return static_cast<double>(rounds_) * most;
  }

  const Facts* g0_;
  std::int64_t rounds_ = 0;
  MeanSums<Real> means_;
  Vector<Real> played_;  // sum_t x_t(a), K
  Matrix<Real> seen_;    // sum_t x_t(a) |gbar_{t,i}(a) - g0_i(a)|, m x K
};

/// `loss-corruption`: by how much losses differ from fixed ones, summed over rounds and arms, as C is of violations.
///
/// sum_t sum_a |lbar_t(a) - l0(a)|, where l0(a) is the lower median of the losses over t, with an adaptive adversary of
/// the oblivious ones. No fixed losses make it smaller, as long as adaptive stages move each in fewer than half of the
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
    Real moved(0.0);
    for (Eigen::Index a = 0; a < round.means.loss.size(); ++a)
      moved += abs(round.means.loss[a] - Real((*l0_)[static_cast<std::size_t>(a)]));
    sum_ += moved;
  }
  Real value(std::size_t) const { return sum_; }

 private:
  const Facts* l0_;
  Real sum_{0.0};
};

}  // namespace regretta
