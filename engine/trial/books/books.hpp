#pragma once
/// The running sums that the quantities of engine/trial/PROTOCOL.md are computed from, for W trials, and their values
/// at the checkpoints. The referee (round.hpp) fills them in.

#include <cstdint>
#include <limits>
#include <vector>

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/report/quantity.hpp"

namespace regretta {

/// Per round: one add_loss, one add_violation per constraint, then close.
template <class Real>
class Books {
 public:
  /// Sums at one checkpoint; maxima over constraints are taken after the sums.
  struct Snapshot {
    Real loss;              ///< sum l_t(a_t)
    Real expected_loss;     ///< sum lbar_t'x_t
    Real violation;         ///< max_i sum [gbar_{t,i}'x_t]+
    Real signed_violation;  ///< max_i sum gbar_{t,i}'x_t

    template <class Archive>
    void state(Archive& archive) {
      archive(loss, expected_loss, violation, signed_violation);
    }
  };

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
    snapshots_.push_back({loss_, expected_loss_, greatest(positive_), greatest(cancelling_)});
    return true;
  }

  /// See Referee::so_far.
  Real so_far(Quantity metric) const {
    switch (metric) {
      case Quantity::regret:
        return loss_;
      case Quantity::expected_regret:
        return expected_loss_;
      case Quantity::violation:
        return greatest(positive_);
      case Quantity::signed_violation:
        return greatest(cancelling_);
      case Quantity::realised_violation:
        return realised_violation();
      default:
        return Real(std::numeric_limits<double>::quiet_NaN());
    }
  }

  const std::vector<std::int64_t>& checkpoints() const { return checkpoints_; }
  const std::vector<Snapshot>& snapshots() const { return snapshots_; }
  Real realised_violation() const { return greatest(realised_); }
  Real mixture_violation() const { return greatest(mixture_positive_); }
  Real mixture_signed_violation() const { return greatest(mixture_cancelling_); }

  template <class Archive>
  void state(Archive& archive) {
    archive(snapshots_, loss_, expected_loss_, positive_, cancelling_, realised_, mixture_positive_,
            mixture_cancelling_);
  }

 private:
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
