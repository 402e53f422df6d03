#pragma once
/// How learners that play an optimum choose among arms that are equally good.

#include "regretta/engine/real/randomness.hpp"
#include "regretta/learners/math/one_arm.hpp"
#include "regretta/learners/math/tie_order.hpp"

namespace regretta {

/// In lanes with n marked arms, of K, that with number floor(u n); `otherwise` in lanes where n <= 1. u: uniform.
template <class Real, class IsMarked>
Real chosen_of(const Real& n, const Real& u, int K, const Real& otherwise, IsMarked is_marked) {
  Mask<Real> open = n > Real(1.0);
  Real left = u * n, chosen = otherwise;  // left: marked arms before the chosen one, and a fraction
  for (int a = 0; a < K; ++a) {
    const Mask<Real> marked = open & is_marked(a), here = marked & (left < Real(1.0));
    chosen = select(here, Real(static_cast<double>(a)), chosen);
    open = open & !here;
    left -= select(marked, Real(1.0), Real(0.0));
  }
  return chosen;
}

/// The arms that tie for the next round. Before the first one, all do.
template <class Real>
class TiedArms {
 public:
  explicit TiedArms(int num_arms)
      : count_(static_cast<double>(num_arms)),
        is_tied_(Vector<Real>::Constant(num_arms, Real(1.0))),
        index_(is_tied_),
        offered_(static_cast<std::size_t>(num_arms)) {}

  /// Begins a round.
  void clear() { num_offered_ = 0; }
  /// An arm that may be the best, with its index, -1 in other lanes; each at most once.
  REGRETTA_INLINE void offer(int a, const Real& index) {
    index_[a] = index;
    offered_[num_offered_++] = a;
  }
  /// Where `count` is above 1, so many of the arms offered, and `best` itself, have the highest index.
  void finish(const Real& count, const Real& best, const Real& highest) {
    count_ = count;
    if (!any(count > Real(1.0))) return;
    is_tied_.setConstant(Real(0.0));
    for (std::size_t k = 0; k < num_offered_; ++k) {
      const int a = offered_[k];
      is_tied_[a] = select(index_[a] == highest, Real(1.0), Real(0.0));
    }
    scatter(is_tied_.data(), to_index(max(best, Real(0.0))), Real(1.0));
  }

  /// In the lanes of `where`, instead: `count` arms tie, those of which is_tied(a) says so.
  template <class IsTied>
  void replace(const Mask<Real>& where, const Real& count, IsTied is_tied) {
    count_ = select(where, count, count_);
    for (int a = 0, K = static_cast<int>(is_tied_.size()); a < K; ++a)
      is_tied_[a] = select(where, select(is_tied(a), Real(1.0), Real(0.0)), is_tied_[a]);
  }

  /// In lanes where arms tie, plays one of them.
  void choose(const Randomness<Real>& random, OneArm<Real>& played) const {
    if (!any(count_ > Real(1.0))) return;
    played.play(chosen_of(count_, random.uniform({TieOrder<Real>::purpose}), static_cast<int>(is_tied_.size()),
                          from_index<Real>(played.arms()), [&](int a) { return is_tied_[a] > Real(0.0); }));
  }

 private:
  Real count_;
  Vector<Real> is_tied_;      // 0 or 1, where count_ > 1
  Vector<Real> index_;        // of the arms offered in this round
  std::vector<int> offered_;  // the first num_offered_
  std::size_t num_offered_ = 0;
};

}  // namespace regretta
