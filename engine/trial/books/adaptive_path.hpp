#pragma once
/// What the referee must record of an adaptive adversary's means. They differ between trials, so OPT, C and rho are
/// computed from the means of each trial (engine/trial/PROTOCOL.md). Used by round.hpp; with oblivious adversaries
/// CellFacts holds these numbers instead.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/books/means.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

/// The violation rows seen so far, without those found to be dominated by another one: dominated rows do not affect
/// rho. Holds at most `capacity` rows; allocates nothing after construction.
class RowFrontier {
 public:
  static constexpr std::size_t capacity = 256;
  explicit RowFrontier(std::size_t num_arms) : num_arms_(num_arms) { rows_.reserve(capacity * num_arms); }

  void add(const double* row) {
    if (overflown_) return;
    const std::size_t count = rows_.size() / num_arms_;
    for (std::size_t r = count; r-- > 0;) {
      double* mine = &rows_[r * num_arms_];
      if (covers(mine, row)) return;
      if (covers(row, mine)) {
        std::copy(row, row + num_arms_, mine);
        return;
      }
    }
    if (count == capacity) {
      overflown_ = true;
      return;
    }
    rows_.insert(rows_.end(), row, row + num_arms_);
  }

  /// max over the simplex of min over rows of -row'x; NaN if there is no row or there were too many to keep.
  double rho() const {
    if (overflown_ || rows_.empty()) return not_a_number;
    return -solve_minimax(rows_, static_cast<int>(num_arms_)).value;
  }

  bool has_all() const { return !overflown_; }
  std::span<const double> rows() const { return rows_; }  ///< rows x K

 private:
  bool covers(const double* above, const double* below) const {
    for (std::size_t a = 0; a < num_arms_; ++a)
      if (above[a] < below[a]) return false;
    return true;
  }
  std::size_t num_arms_;
  std::vector<double> rows_;
  bool overflown_ = false;
};

/// Sums over the means of each lane's trial. Call add() once per round and snapshot() at every checkpoint.
template <class Real>
class AdaptivePath {
 public:
  AdaptivePath(const Adversary& adversary, const CellFacts& facts, std::size_t num_checkpoints)
      : num_arms_(adversary.num_arms),
        entries_(adversary.num_arms * adversary.num_constraints),
        facts_(&facts),
        loss_sum_(Vector<Real>::Constant(num_arms_, Real(0.0))),
        violation_sum_(Vector<Real>::Constant(entries_, Real(0.0))),
        deviation_(violation_sum_),
        moves_(violation_sum_),
        greatest_(Vector<Real>::Constant(num_arms_, Real(-1.0))),
        frontier_(static_cast<std::size_t>(lanes<Real>), RowFrontier(static_cast<std::size_t>(num_arms_))),
        row_(static_cast<std::size_t>(num_arms_)) {
    for (const AdaptiveStage& stage : adversary.adaptive) moves_violations_ |= stage.moves_violations;
    sums_.reserve(num_checkpoints * static_cast<std::size_t>(num_arms_ + entries_));
  }

  void add(const AdaptiveMeans<Real>& means) {
    for (int a = 0; a < num_arms_; ++a) loss_sum_[a] += means.loss()[a];
    const Real* violation = means.violation();
    for (int e = 0; e < entries_; ++e) violation_sum_[e] += violation[e];
    if (moves_violations_) {
      for (int e = 0; e < entries_; ++e) {
        const Real away = abs(violation[e] - Real(facts_->median_violation[static_cast<std::size_t>(e)]));
        deviation_[e] += away;
        moves_[e] += select(away > Real(0.0), Real(1.0), Real(0.0));
        greatest_[e % num_arms_] = max(greatest_[e % num_arms_], violation[e]);
      }
      remember_rows(violation);
    }
  }
  void snapshot() {
    sums_.insert(sums_.end(), loss_sum_.begin(), loss_sum_.end());
    sums_.insert(sums_.end(), violation_sum_.begin(), violation_sum_.end());
  }

  /// OPT of the first t rounds in lane k, t being the round of `checkpoint` (from 0); NaN if infeasible.
  double opt(std::size_t checkpoint, std::int64_t t, int k) const {
    const Real* sums = &sums_[checkpoint * static_cast<std::size_t>(num_arms_ + entries_)];
    std::vector<double> mean(static_cast<std::size_t>(num_arms_ + entries_));
    for (std::size_t e = 0; e < mean.size(); ++e) mean[e] = lane(sums[e], k) / static_cast<double>(t);
    const auto arms = static_cast<std::size_t>(num_arms_);
    const Optimum optimum = solve_optimum(std::span(mean).first(arms), std::span(mean).subspan(arms));
    return optimum.feasible ? optimum.value * static_cast<double>(t) : not_a_number;
  }

  /// Fills in corruption, rho and related quantities of lane k.
  void report(TrialResult& trial, std::int64_t horizon, int k) const {
    if (moves_violations_) {
      double corruption = 0;
      bool exact = true;
      for (int i = 0; i < entries_ / num_arms_; ++i) {
        double sum = 0;
        for (int a = 0; a < num_arms_; ++a) sum += lane(deviation_[i * num_arms_ + a], k);
        corruption = std::max(corruption, sum);
      }
      for (int e = 0; e < entries_; ++e) exact &= 2 * lane(moves_[e], k) < static_cast<double>(horizon);
      trial[Quantity::corruption] = corruption;
      trial[Quantity::corruption_exact] = exact ? 1 : 0;
      trial[Quantity::rho] = frontier_[static_cast<std::size_t>(k)].rho();
      double pure = infinity;
      for (int a = 0; a < num_arms_; ++a) pure = std::min(pure, lane(greatest_[a], k));
      trial[Quantity::rho_pure] = -pure;
    }
  }

 private:
  void remember_rows(const Real* violation) {
    const auto* flat = reinterpret_cast<const double*>(violation);
    for (int k = 0; k < lanes<Real>; ++k)
      for (int i = 0; i < entries_ / num_arms_; ++i) {
        for (int a = 0; a < num_arms_; ++a)
          row_[static_cast<std::size_t>(a)] = flat[(i * num_arms_ + a) * lanes<Real> + k];
        frontier_[static_cast<std::size_t>(k)].add(row_.data());
      }
  }

  int num_arms_;
  int entries_;  ///< m K
  const CellFacts* facts_;
  bool moves_violations_ = false;
  Vector<Real> loss_sum_;
  Vector<Real> violation_sum_;
  Vector<Real> deviation_;  ///< sum_t |gbar - oblivious median|
  Vector<Real> moves_;      ///< number of rounds in which gbar differs from that median
  Vector<Real> greatest_;   ///< max over t and i, per arm
  std::vector<RowFrontier> frontier_;
  std::vector<double> row_;
  std::vector<Real> sums_;  ///< at every checkpoint, K + m K
};

}  // namespace regretta
