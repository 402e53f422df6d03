#pragma once
/// `switching-regret` and `safe-arm-regret`: the learner's mean loss against sequences of safe arms.

#include <cstdint>

#include "regretta/engine/plugin/no_params.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/books/measure.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

/// The least total mean loss of a sequence of arms with at most S changes, each of them safe (gbar_{t,i}(a) <= 0 for
/// every i) in the rounds in which it is used. By dynamic programming over arms and changes, O(K S) a round.
template <class Real>
class SafeSequences {
 public:
  SafeSequences(int num_arms, int changes)
      : num_arms_(num_arms), best_(Vector<Real>::Constant(num_arms * (changes + 1), Real(0.0))), cost_(num_arms) {}

  void add(const Means<Real>& means) {
    for (int a = 0; a < num_arms_; ++a) {
      Real worst = means.violation(0, a);
      for (Eigen::Index i = 1; i < means.violation.rows(); ++i) worst = max(means.violation(i, a), worst);
      cost_[a] = select(worst <= Real(feasibility_tolerance), means.loss[a], Real(infinity));
    }
    // best_(s, a): of the sequences so far with at most s changes that end with arm a
    for (Eigen::Index s = best_.size() - num_arms_; s >= 0; s -= num_arms_) {
      const Real other = s == 0 ? Real(infinity) : least(s - num_arms_);
      for (int a = 0; a < num_arms_; ++a) best_[s + a] = cost_[a] + min(best_[s + a], other);
    }
  }
  /// NaN if every sequence is unsafe.
  Real best() const {
    const Real found = least(best_.size() - num_arms_);
    return select(found < Real(infinity), found, Real(not_a_number));
  }

 private:
  Real least(Eigen::Index first) const {
    Real result = best_[first];
    for (int a = 1; a < num_arms_; ++a) result = min(best_[first + a], result);
    return result;
  }

  int num_arms_;
  Vector<Real> best_;  ///< (changes + 1) x K
  Vector<Real> cost_;
};

template <class Real>
class SafeSequenceRegret {
 public:
  SafeSequenceRegret(const CellWork& work, int changes) : sequences_(work.problem.num_arms, changes) {}

  void add(const PlayedRound<Real>& round) {
    loss_ += round.expected_loss;
    sequences_.add(round.means);
  }
  Real value(std::size_t) const { return loss_ - sequences_.best(); }

 private:
  Real loss_{0.0};
  SafeSequences<Real> sequences_;
};

struct SwitchingRegretParams {
  std::int64_t switches = 5;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("switches", p.switches, Range{0, 1000}, "changes of arm that the comparator may make");
  }
};

template <class Real>
class SwitchingRegret : public SafeSequenceRegret<Real> {
 public:
  using Params = SwitchingRegretParams;
  SwitchingRegret(const Params& params, const CellWork& work)
      : SafeSequenceRegret<Real>(work, static_cast<int>(params.switches)) {}
};

template <class Real>
class SafeArmRegret : public SafeSequenceRegret<Real> {
 public:
  using Params = NoParams;
  SafeArmRegret(const Params&, const CellWork& work) : SafeSequenceRegret<Real>(work, 0) {}
};

}  // namespace regretta
