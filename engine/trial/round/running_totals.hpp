#pragma once
/// The running totals from which the quantities of engine/trial/PROTOCOL.md are computed, for the trials in the lanes
/// of a Real; their values at the checkpoints; and the results of trials. The referee (round.hpp) adds every round.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/contract/quantity.hpp"
#include "regretta/engine/trial/contract/reported.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/round/cell_work.hpp"
#include "regretta/engine/trial/round/means.hpp"
#include "regretta/engine/trial/round/measure.hpp"
#include "regretta/engine/trial/round/quantity_list.hpp"

namespace regretta {

/// The violation rows of a trial so far, except rows that were found to be dominated by another row: dominated
/// rows do not affect rho. Holds at most `capacity` rows; allocates nothing after construction.
class RowFrontier {
 public:
  static constexpr std::size_t capacity = 256;
  explicit RowFrontier(std::size_t num_arms) : num_arms_(num_arms) { rows_.reserve(capacity * num_arms); }

  void add(const double* row) {
    if (has_overflowed_) return;
    const std::size_t count = rows_.size() / num_arms_;
    for (std::size_t r = count; r-- > 0;) {
      double* kept = &rows_[r * num_arms_];
      if (dominates(kept, row)) return;
      if (dominates(row, kept)) {
        std::copy(row, row + num_arms_, kept);
        return;
      }
    }
    if (count == capacity) {
      has_overflowed_ = true;
      return;
    }
    rows_.insert(rows_.end(), row, row + num_arms_);
  }

  /// max over the simplex of min over rows of -row'x; NaN if there is no row or there were too many to keep.
  double rho() const {
    if (has_overflowed_ || rows_.empty()) return not_a_number;
    return -solve_minimax(rows_, static_cast<int>(num_arms_)).value;
  }

  bool has_all() const { return !has_overflowed_; }
  std::span<const double> rows() const { return rows_; }  ///< rows x K

 private:
  /// Whether no entry of `above` is less than that of `below`.
  bool dominates(const double* above, const double* below) const {
    for (std::size_t a = 0; a < num_arms_; ++a)
      if (above[a] < below[a]) return false;
    return true;
  }
  std::size_t num_arms_;
  std::vector<double> rows_;
  bool has_overflowed_ = false;
};

/// Sums over the means of the trial in every lane, for adaptive adversaries, whose means differ between trials. Call
/// add() once per round and snapshot() at every checkpoint.
template <class Real>
class AdaptiveSums {
 public:
  AdaptiveSums(const Adversary& adversary, const CellFacts& facts, std::size_t num_checkpoints)
      : num_arms_(adversary.num_arms),
        num_entries_(adversary.num_arms * adversary.num_constraints),
        facts_(&facts),
        loss_sum_(Vector<Real>::Constant(num_arms_, Real(0.0))),
        violation_sum_(Vector<Real>::Constant(num_entries_, Real(0.0))),
        deviation_(violation_sum_),
        num_moved_(violation_sum_),
        greatest_violation_(Vector<Real>::Constant(num_arms_, Real(-1.0))),
        frontier_(static_cast<std::size_t>(lanes<Real>), RowFrontier(static_cast<std::size_t>(num_arms_))),
        row_(static_cast<std::size_t>(num_arms_)) {
    for (const AdaptiveStage& stage : adversary.adaptive) moves_violations_ |= stage.moves_violations;
    sums_.reserve(num_checkpoints * static_cast<std::size_t>(num_arms_ + num_entries_));
  }

  void add(const AdaptiveMeans<Real>& means) {
    for (int a = 0; a < num_arms_; ++a) loss_sum_[a] += means.loss()[a];
    const Real* violation = means.violation();
    for (int e = 0; e < num_entries_; ++e) violation_sum_[e] += violation[e];
    if (moves_violations_) {
      for (int e = 0; e < num_entries_; ++e) {
        const Real distance = abs(violation[e] - Real(facts_->median_violation[static_cast<std::size_t>(e)]));
        deviation_[e] += distance;
        num_moved_[e] += select(distance > Real(0.0), Real(1.0), Real(0.0));
        greatest_violation_[e % num_arms_] = max(greatest_violation_[e % num_arms_], violation[e]);
      }
      add_to_frontiers(violation);
    }
  }
  void snapshot() {
    sums_.insert(sums_.end(), loss_sum_.begin(), loss_sum_.end());
    sums_.insert(sums_.end(), violation_sum_.begin(), violation_sum_.end());
  }

  /// OPT of the first t rounds in lane k, where t is the round of `checkpoint` (from 0). NaN if infeasible.
  double opt(std::size_t checkpoint, std::int64_t t, int k) const {
    const Real* sums = &sums_[checkpoint * static_cast<std::size_t>(num_arms_ + num_entries_)];
    std::vector<double> mean(static_cast<std::size_t>(num_arms_ + num_entries_));
    for (std::size_t e = 0; e < mean.size(); ++e) mean[e] = lane(sums[e], k) / static_cast<double>(t);
    const auto K = static_cast<std::size_t>(num_arms_);
    const Optimum optimum = solve_optimum(std::span(mean).first(K), std::span(mean).subspan(K));
    return optimum.feasible ? optimum.value * static_cast<double>(t) : not_a_number;
  }

  /// Fills in corruption, rho and related quantities of lane k.
  void report(TrialResult& trial, std::int64_t horizon, int k) const {
    if (moves_violations_) {
      double corruption = 0;
      bool exact = true;  // an entry that differs from its oblivious median in a minority of rounds has the same median
      for (int i = 0; i < num_entries_ / num_arms_; ++i) {
        double sum = 0;
        for (int a = 0; a < num_arms_; ++a) sum += lane(deviation_[i * num_arms_ + a], k);
        corruption = std::max(corruption, sum);
      }
      for (int e = 0; e < num_entries_; ++e) exact &= 2 * lane(num_moved_[e], k) < static_cast<double>(horizon);
      trial[Quantity::corruption] = corruption;
      trial[Quantity::corruption_exact] = exact ? 1 : 0;
      trial[Quantity::rho] = frontier_[static_cast<std::size_t>(k)].rho();
      double least_greatest = infinity;
      for (int a = 0; a < num_arms_; ++a) least_greatest = std::min(least_greatest, lane(greatest_violation_[a], k));
      trial[Quantity::rho_pure] = -least_greatest;
    }
  }

 private:
  void add_to_frontiers(const Real* violation) {
    const auto* flat = reinterpret_cast<const double*>(violation);
    for (int k = 0; k < lanes<Real>; ++k)
      for (int i = 0; i < num_entries_ / num_arms_; ++i) {
        for (int a = 0; a < num_arms_; ++a)
          row_[static_cast<std::size_t>(a)] = flat[(i * num_arms_ + a) * lanes<Real> + k];
        frontier_[static_cast<std::size_t>(k)].add(row_.data());
      }
  }

  int num_arms_;
  int num_entries_;  ///< m K
  const CellFacts* facts_;
  bool moves_violations_ = false;
  Vector<Real> loss_sum_;
  Vector<Real> violation_sum_;
  Vector<Real> deviation_;           ///< sum_t |gbar - oblivious median|
  Vector<Real> num_moved_;           ///< number of rounds in which gbar differs from that median
  Vector<Real> greatest_violation_;  ///< max of gbar over t and i, per arm
  std::vector<RowFrontier> frontier_;
  std::vector<double> row_;
  std::vector<Real> sums_;  ///< loss_sum_ and violation_sum_ at every checkpoint, K + m K numbers each
};

/// The running totals of losses and violations. In every round, call add_loss() once, add_violation() for each
/// constraint, and then close().
template <class Real>
class RunningTotals {
 public:
  /// The quantities on curves at one checkpoint, in the order of CurvePoint; regrets without OPT.
  using Snapshot = std::array<Real, num_curve_quantities>;

  RunningTotals(int num_constraints, std::vector<std::int64_t> checkpoints)
      : checkpoints_(std::move(checkpoints)),
        positive_(Vector<Real>::Constant(num_constraints, Real(0.0))),
        signed_(positive_),
        realised_(positive_),
        mixture_positive_(positive_),
        mixture_signed_(positive_) {
    snapshots_.reserve(checkpoints_.size());
  }

  void add_loss(Real realised, Real expected) {
    loss_ += realised;
    expected_loss_ += expected;
  }
  /// expected = gbar_{t,i}'x_t, realised = g_{t,i}(a_t).
  void add_violation(int i, Real expected, Real realised) {
    positive_[i] += max(expected, Real(0.0));
    signed_[i] += expected;
    realised_[i] += realised;
  }
  /// expected = gbar_{t,i}'x for a meta-learner's mixture x, which differs from the x_t that it plays.
  void add_mixture_violation(int i, Real expected) {
    mixture_positive_[i] += max(expected, Real(0.0));
    mixture_signed_[i] += expected;
  }
  /// Ends round t; returns true at a checkpoint.
  bool close(std::int64_t t) {
    if (t != checkpoints_[snapshots_.size()]) return false;
    snapshot();
    return true;
  }

  /// The current sum for a line of the table (Source, Term): the sum of losses without subtracting OPT, or the greatest
  /// sum over the constraints.
  Real sum(const QuantityInfo& info) const {
    if (info.source == Source::losses) return info.term == Term::realised ? loss_ : expected_loss_;
    const bool is_mixture = info.source == Source::mixture;
    switch (info.term) {
      case Term::realised:
        return greatest(realised_);
      case Term::expected:
        return greatest(is_mixture ? mixture_signed_ : signed_);
      case Term::positive:
        return greatest(is_mixture ? mixture_positive_ : positive_);
    }
    __builtin_unreachable();
  }

  const std::vector<std::int64_t>& checkpoints() const { return checkpoints_; }
  const std::vector<Snapshot>& snapshots() const { return snapshots_; }

 private:
  /// Not inlined, to keep the round loop small.
  [[gnu::cold, gnu::noinline]] void snapshot() {
    Snapshot& point = snapshots_.emplace_back();
    for (std::size_t q = 0; q < point.size(); ++q) point[q] = sum(quantity_info(curve_quantities[q]));
  }
  static Real greatest(const Vector<Real>& sums) {
    Real result = sums[0];
    for (Eigen::Index i = 1; i < sums.size(); ++i) result = max(sums[i], result);
    return result;
  }

  std::vector<std::int64_t> checkpoints_;
  std::vector<Snapshot> snapshots_;
  Real loss_{0.0};
  Real expected_loss_{0.0};
  Vector<Real> positive_;
  Vector<Real> signed_;
  Vector<Real> realised_;
  Vector<Real> mixture_positive_;
  Vector<Real> mixture_signed_;
};

/// Copies the quantities that a plugin reports (reported.hpp) into the results of trials, one per lane. Ignores names
/// that are not in the table and quantities that the engine computes.
template <class Real>
void enter_reported(std::vector<TrialResult>& trials, const QuantityList& quantities, const Reported<Real>& reported) {
  for (const auto& [name, value] : reported) {
    const auto quantity = quantities.find(name);
    if (!quantity || quantities[*quantity].source < Source::plugin) continue;
    for (std::size_t k = 0; k < trials.size(); ++k) trials[k][*quantity] = lane(value, static_cast<int>(k));
  }
}

}  // namespace regretta

namespace regretta::detail {

/// Replaces AdaptiveSums for oblivious adversaries, whose facts are all in CellFacts.
struct NoAdaptiveSums {
  template <class... T>
  explicit NoAdaptiveSums(const T&...) {}
};

/// Fills in the measures of lane k and their columns of the curve.
template <class Real>
void report_measures(TrialResult& trial, const CellWork& work, const Measures<Real>& measures, int k) {
  const std::vector<Quantity>& columns = work.quantities.on_curve();
  for (std::size_t q = 0; q < measures.size(); ++q)
    trial[measure_quantity(q)] = measures.value(trial.curve.size() - 1, q, k);
  for (std::size_t column = num_curve_quantities; column < columns.size(); ++column)
    for (std::size_t c = 0; c < trial.curve.size(); ++c)
      trial.curve[c][column] = measures.value(c, index_of(columns[column]) - num_quantities, k);
}

/// Fills in the quantities and the curve of lane k. Sums: AdaptiveSums or NoAdaptiveSums. has_mixture: whether the
/// learner has a mixture.
template <class Real, class Sums>
void report(TrialResult& trial, const CellWork& work, const RunningTotals<Real>& totals, const Sums& adaptive_sums,
            bool has_mixture, int k) {
  static constexpr bool adaptive = !std::is_same_v<Sums, NoAdaptiveSums>;
  const CellFacts& facts = *work.facts;
  double opt = not_a_number;
  for (std::size_t c = 0; c < totals.snapshots().size(); ++c) {
    opt = facts.opt[c];
    if constexpr (adaptive) opt = adaptive_sums.opt(c, totals.checkpoints()[c], k);
    const std::span<double> point = trial.curve.add_point();
    for (std::size_t q = 0; q < num_curve_quantities; ++q) {
      const bool is_regret = quantity_info(curve_quantities[q]).source == Source::losses;
      point[q] = lane(totals.snapshots()[c][q], k) - (is_regret ? opt : 0);
    }
  }
  for (QuantityInfo info : quantity_infos) {
    if (info.source == Source::mixture && !has_mixture) info.source = Source::violations;
    trial[info.quantity] =
        info.is_sum() ? lane(totals.sum(info), k) - (info.source == Source::losses ? opt : 0) : info.absent;
  }
  trial[Quantity::opt] = opt;
  trial[Quantity::corruption] = facts.corruption;
  trial[Quantity::corruption_exact] = 1;
  trial[Quantity::rho] = facts.rho;
  trial[Quantity::rho_pure] = facts.rho_pure;
  if constexpr (adaptive) adaptive_sums.report(trial, work.problem.horizon, k);
}

}  // namespace regretta::detail
