#pragma once
/// `dynamic-regret` and `safe-regret`: the learner's mean loss, sum lbar_t'x_t, less that of a comparator which linear
/// programs find in hindsight.

#include <array>
#include <span>
#include <vector>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/trial/books/adaptive_path.hpp"
#include "regretta/engine/trial/books/cell_work.hpp"
#include "regretta/engine/trial/books/measure.hpp"

namespace regretta {

/// The comparators of measures, computed in hindsight by linear programming (engine/trial/hindsight/hindsight.hpp).
/// Losses are means; a strategy is feasible where its mean violation is at most feasibility_tolerance.
///
/// The least mean loss of one round, over the strategies that are feasible in it; NaN if there are none. loss: K.
/// violation: m x K.
double best_of_round(std::span<const double> loss, std::span<const double> violation);

/// Per checkpoint, the sum of best_of_round over the rounds so far. Oblivious adversaries only. Solves one program for
/// every pair of a loss row and a violation row.
std::vector<double> dynamic_benchmarks(const CellWork& work);

/// min over x in the simplex of loss'x subject to row'x <= 0 for each of `rows`, n x K; NaN if no x is feasible. Solves
/// programs over a few rows, to which the one that is violated most is added until none is. `active`: the rows that an
/// earlier call with the first of these rows has needed; extended.
double best_within(std::span<const double> loss, std::span<const double> rows, std::vector<std::size_t>& active);

/// Per checkpoint, the least total loss of a fixed strategy that is feasible in every round so far; NaN if there is
/// none. Oblivious adversaries only.
std::vector<double> safe_benchmarks(const CellWork& work);

namespace detail {

/// Lane k of an array.
template <class Array>
void read_lane(const Array& values, int k, std::vector<double>& out) {
  out.resize(static_cast<std::size_t>(values.size()));
  for (std::size_t e = 0; e < out.size(); ++e) out[e] = lane(values.data()[e], k);
}

}  // namespace detail

/// sum_t (lbar_t'x_t - min {lbar_t'x : gbar_{t,i}'x <= 0 for every i}), the dynamic regret with a comparator that is
/// feasible in its round. NaN from the first round on in which no strategy is. With an adaptive adversary every trial
/// solves a program whenever its means change.
template <class Real>
class DynamicRegret {
 public:
  using Params = NoParams;
  using Facts = std::vector<double>;  ///< by checkpoint; empty for adaptive adversaries
  static Facts facts(const Params&, const CellWork& work) {
    return work.adversary->oblivious() ? dynamic_benchmarks(work) : Facts{};
  }
  DynamicRegret(const Params&, const CellWork&, const Facts& facts) : facts_(&facts) {}

  void add(const PlayedRound<Real>& round) {
    loss_ += round.expected_loss;
    if (!facts_->empty()) return;
    for (int k = 0; k < lanes<Real>; ++k) {
      Lane& mine = lanes_[static_cast<std::size_t>(k)];
      detail::read_lane(round.means.loss, k, now_.loss);
      detail::read_lane(round.means.violation, k, now_.violation);
      if (now_.loss != mine.loss || now_.violation != mine.violation) {
        std::swap(mine.loss, now_.loss);
        std::swap(mine.violation, now_.violation);
        best_[static_cast<std::size_t>(k)] = best_of_round(mine.loss, mine.violation);
      }
    }
    benchmark_ += of_lanes<Real>([this](std::size_t k) { return best_[k]; });
  }
  Real value(std::size_t checkpoint) const {
    return loss_ - (facts_->empty() ? benchmark_ : Real((*facts_)[checkpoint]));
  }

 private:
  static constexpr auto num_lanes = static_cast<std::size_t>(lanes<Real>);
  struct Lane {
    std::vector<double> loss, violation;
  };
  const Facts* facts_;
  Real loss_{0.0};
  Real benchmark_{0.0};
  std::array<double, num_lanes> best_{};
  std::array<Lane, num_lanes> lanes_;  ///< the means for which best_ holds
  Lane now_;
};

/// sum_t lbar_t'x_t - min {sum_t lbar_t'x : gbar_{t,i}'x <= 0 for every t and i}: regret against the best fixed
/// strategy that is feasible in every round so far. NaN if there is none, and where an adaptive adversary shows too
/// many rows (RowFrontier).
template <class Real>
class SafeRegret {
 public:
  using Params = NoParams;
  using Facts = std::vector<double>;  ///< by checkpoint; empty for adaptive adversaries
  static Facts facts(const Params&, const CellWork& work) {
    return work.adversary->oblivious() ? safe_benchmarks(work) : Facts{};
  }
  SafeRegret(const Params&, const CellWork& work, const Facts& facts)
      : facts_(&facts), loss_sum_(Vector<Real>::Constant(work.problem.num_arms, Real(0.0))) {
    if (facts.empty()) frontiers_.assign(lanes<Real>, RowFrontier(static_cast<std::size_t>(work.problem.num_arms)));
  }

  void add(const PlayedRound<Real>& round) {
    ++rounds_;
    loss_ += round.expected_loss;
    if (!facts_->empty()) return;
    for (Eigen::Index a = 0; a < loss_sum_.size(); ++a) loss_sum_[a] += round.means.loss[a];
    const auto arms = static_cast<std::size_t>(loss_sum_.size());
    for (int k = 0; k < lanes<Real>; ++k) {
      detail::read_lane(round.means.violation, k, row_);
      for (std::size_t first = 0; first < row_.size(); first += arms)
        frontiers_[static_cast<std::size_t>(k)].add(&row_[first]);
    }
  }
  Real value(std::size_t checkpoint) const {
    if (!facts_->empty()) return loss_ - Real((*facts_)[checkpoint]);
    return loss_ - of_lanes<Real>([this](std::size_t k) { return best_of(static_cast<int>(k)); });
  }

 private:
  double best_of(int k) const {
    const RowFrontier& frontier = frontiers_[static_cast<std::size_t>(k)];
    if (!frontier.has_all()) return not_a_number;
    std::vector<double> mean;
    detail::read_lane(loss_sum_, k, mean);
    for (double& loss : mean) loss /= static_cast<double>(rounds_);
    std::vector<std::size_t> active;
    return best_within(mean, frontier.rows(), active) * static_cast<double>(rounds_);
  }

  const Facts* facts_;
  std::int64_t rounds_ = 0;
  Real loss_{0.0};
  Vector<Real> loss_sum_;
  std::vector<RowFrontier> frontiers_;  ///< by lane
  std::vector<double> row_;
};

}  // namespace regretta
