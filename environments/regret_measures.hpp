#pragma once
/// `dynamic-regret` and `safe-regret`: the mean loss of the learner, sum_t lbar_t'x_t, minus the mean loss of a
/// comparator, which linear programs find in hindsight.

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/hindsight/simplex.hpp"
#include "regretta/engine/trial/hindsight/visits.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"
#include "regretta/engine/trial/round/measure.hpp"
#include "regretta/engine/trial/round/running_totals.hpp"

namespace regretta {

/// A strategy is feasible in a round if its mean violations are at most feasibility_tolerance
/// (engine/trial/hindsight/hindsight.hpp).
namespace detail {

/// The index of the row that `strategy` violates most; `count` if it violates none of the first `count` rows.
inline std::size_t most_violated(std::span<const double> rows, std::size_t count, std::span<const double> strategy) {
  std::size_t worst = count;
  double largest = feasibility_tolerance;
  for (std::size_t r = 0; r < count; ++r) {
    double violation = 0;
    for (std::size_t a = 0; a < strategy.size(); ++a) violation += rows[r * strategy.size() + a] * strategy[a];
    if (violation <= largest) continue;
    largest = violation;
    worst = r;
  }
  return worst;
}

/// The optimum subject to the active rows only.
inline Optimum best_on(std::span<const double> loss, std::span<const double> rows,
                       const std::vector<std::size_t>& active) {
  std::vector<double> chosen;
  for (const std::size_t r : active) {
    const auto row = rows.subspan(r * loss.size(), loss.size());
    chosen.insert(chosen.end(), row.begin(), row.end());
  }
  return solve_optimum(loss, chosen);
}

/// Copies lane k of an array.
void read_lane(const auto& values, int k, std::vector<double>& out) {
  out.resize(static_cast<std::size_t>(values.size()));
  for (std::size_t e = 0; e < out.size(); ++e) out[e] = lane(values.data()[e], k);
}

}  // namespace detail

/// The least mean loss of a strategy that is feasible in the round; NaN if there is none. loss: K.
/// violation: m x K.
inline double best_of_round(std::span<const double> loss, std::span<const double> violation) {
  return solve_optimum(loss, violation).value;
}

/// The sum of best_of_round over the rounds up to each checkpoint. Oblivious adversaries only. Solves a program for
/// every pair of a loss row and a violation row.
inline std::vector<double> dynamic_benchmarks(const CellWork& work) {
  const Adversary& adversary = *work.adversary;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  std::vector<double> loss(K), violation(K * static_cast<std::size_t>(adversary.num_constraints)), sums;
  std::map<std::pair<std::int64_t, std::int64_t>, double> cache;  // by pairs of rows
  constexpr std::size_t max_cached = std::size_t{1} << 16;        // the cache is then cleared, to bound its memory
  const auto best_at = [&](std::int64_t t) {
    const std::pair rows{adversary.losses.row_at(t), adversary.violations.row_at(t)};
    if (const auto found = cache.find(rows); found != cache.end()) return found->second;
    if (cache.size() == max_cached) cache.clear();
    adversary.losses.read(rows.first, loss);
    adversary.violations.read(rows.second, violation);
    return cache[rows] = best_of_round(loss, violation);
  };
  DoubleDouble sum;
  std::int64_t t = 0;
  for (const std::int64_t checkpoint : work.checkpoints) {
    while (t < checkpoint) {
      const std::int64_t until =
          std::min({checkpoint, adversary.losses.same_until(t + 1), adversary.violations.same_until(t + 1)});
      accumulate(sum, best_at(t + 1), static_cast<double>(until - t));
      t = until;
    }
    sums.push_back(sum.hi);
  }
  return sums;
}

/// min over x in the simplex of loss'x subject to row'x <= 0 for each of `rows`, n x K; NaN if no x is feasible. Solves
/// programs subject to the `active` rows only, and adds the most violated row until no row is violated. A later call
/// with more rows may start from the active rows of an earlier call.
inline double best_within(std::span<const double> loss, std::span<const double> rows,
                          std::vector<std::size_t>& active) {
  const std::size_t count = rows.size() / loss.size();
  if (active.empty() && count > 0) active.push_back(0);
  while (true) {
    const Optimum optimum = detail::best_on(loss, rows, active);
    if (!optimum.feasible) return not_a_number;
    const std::size_t worst = detail::most_violated(rows, count, optimum.strategy);
    if (worst == count || std::ranges::find(active, worst) != active.end()) return optimum.value;
    active.push_back(worst);
  }
}

/// For each checkpoint, the least total loss of a fixed strategy that is feasible in every round up to the checkpoint;
/// NaN if no strategy is. Oblivious adversaries only.
inline std::vector<double> safe_benchmarks(const CellWork& work) {
  const Adversary& adversary = *work.adversary;
  const auto K = static_cast<std::size_t>(adversary.num_arms);
  const std::size_t width = K * static_cast<std::size_t>(adversary.num_constraints);
  Visits losses(adversary.losses, K);
  std::vector<double> best, row(width), rows;
  std::vector<std::size_t> active;
  std::vector<bool> seen(static_cast<std::size_t>(adversary.violations.num_rows()));
  std::int64_t previous = 0;  // checkpoint
  for (const std::int64_t checkpoint : work.checkpoints) {
    for_each_run(adversary.violations, previous, checkpoint, [&](std::int64_t r, std::int64_t) {
      if (seen[static_cast<std::size_t>(r)]) return;
      seen[static_cast<std::size_t>(r)] = true;
      adversary.violations.read(r, row);
      rows.insert(rows.end(), row.begin(), row.end());
    });
    previous = checkpoint;
    losses.advance(checkpoint);
    best.push_back(best_within(losses.mean(), rows, active) * static_cast<double>(checkpoint));
  }
  return best;
}

/// sum_t (lbar_t'x_t - min {lbar_t'x : gbar_{t,i}'x <= 0 for every i}): dynamic regret against strategies that are
/// feasible in their round. NaN from the first round in which no strategy is feasible. With an adaptive adversary every
/// trial solves a program whenever its means change.
template <class Real>
class DynamicRegret {
 public:
  using Params = NoParams;
  using Facts = std::vector<double>;  ///< comparator's loss by checkpoint; empty for adaptive adversaries
  static Facts facts(const Params&, const CellWork& work) {
    return work.adversary->oblivious() ? dynamic_benchmarks(work) : Facts{};
  }
  DynamicRegret(const Params&, const CellWork&, const Facts& facts) : facts_(&facts) {}

  void add(const PlayedRound<Real>& round) {
    loss_ += round.expected_loss;
    if (!facts_->empty()) return;
    for (int k = 0; k < lanes<Real>; ++k) {
      Lane& solved = lanes_[static_cast<std::size_t>(k)];
      detail::read_lane(round.means.loss, k, current_.loss);
      detail::read_lane(round.means.violation, k, current_.violation);
      if (current_.loss != solved.loss || current_.violation != solved.violation) {
        std::swap(solved.loss, current_.loss);
        std::swap(solved.violation, current_.violation);
        best_[static_cast<std::size_t>(k)] = best_of_round(solved.loss, solved.violation);
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
  Lane current_;                       ///< the means of this round
};

/// sum_t lbar_t'x_t - min {sum_t lbar_t'x : gbar_{t,i}'x <= 0 for every t and i}: regret against the best fixed
/// strategy that is feasible in every round so far. NaN if there is none, or if an adaptive adversary has too many
/// different rows (RowFrontier).
template <class Real>
class SafeRegret {
 public:
  using Params = NoParams;
  using Facts = std::vector<double>;  ///< comparator's loss by checkpoint; empty for adaptive adversaries
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
    return loss_ - of_lanes<Real>([this](std::size_t k) { return best_in_lane(static_cast<int>(k)); });
  }

 private:
  double best_in_lane(int k) const {
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
