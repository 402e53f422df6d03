#pragma once
/// The running sums that the quantities of engine/trial/PROTOCOL.md are computed from, for W trials, and their values
/// at the checkpoints. The referee (round.hpp) fills them in.

#include <array>
#include <cstdint>
#include <vector>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/report/quantity.hpp"

namespace regretta {

/// Per round: one add_loss, one add_violation per constraint, then close.
template <class Real>
class Books {
 public:
  /// The quantities on curves at one checkpoint, in the order of CurvePoint; regrets without OPT.
  using Snapshot = std::array<Real, num_curve_quantities>;

  Books(int num_constraints, std::vector<std::int64_t> checkpoints)
      : checkpoints_(std::move(checkpoints)),
        positive_(Vector<Real>::Constant(num_constraints, Real(0.0))),
        cancelling_(positive_),
        realised_(positive_),
        mixture_positive_(positive_),
        mixture_cancelling_(positive_) {
    snapshots_.reserve(checkpoints_.size());
  }

  void add_loss(Real realised, Real expected) {
    loss_ += realised;
    expected_loss_ += expected;
  }
  /// expected = gbar_{t,i}'x_t, realised = g_{t,i}(a_t).
  void add_violation(int i, Real expected, Real realised) {
    positive_[i] += max(expected, Real(0.0));
    cancelling_[i] += expected;
    realised_[i] += realised;
  }
  /// expected = gbar_{t,i}'x for a meta-learner's mixture x, which is not what it plays.
  void add_mixture_violation(int i, Real expected) {
    mixture_positive_[i] += max(expected, Real(0.0));
    mixture_cancelling_[i] += expected;
  }
  /// Ends round t; returns true at a checkpoint.
  bool close(std::int64_t t) {
    if (t != checkpoints_[snapshots_.size()]) return false;
    snapshot();
    return true;
  }

  /// What a sum of the table has come to (Source, Term): the greatest over the constraints, or the losses, without OPT.
  Real sum(const QuantityInfo& info) const {
    if (info.source == Source::losses) return info.term == Term::realised ? loss_ : expected_loss_;
    const bool mixed = info.source == Source::mixture;
    switch (info.term) {
      case Term::realised:
        return greatest(realised_);
      case Term::expected:
        return greatest(mixed ? mixture_cancelling_ : cancelling_);
      case Term::positive:
        return greatest(mixed ? mixture_positive_ : positive_);
    }
    __builtin_unreachable();
  }

  const std::vector<std::int64_t>& checkpoints() const { return checkpoints_; }
  const std::vector<Snapshot>& snapshots() const { return snapshots_; }

 private:
  /// Out of the way of the round loop.
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
  Vector<Real> cancelling_;
  Vector<Real> realised_;
  Vector<Real> mixture_positive_;
  Vector<Real> mixture_cancelling_;
};

}  // namespace regretta
