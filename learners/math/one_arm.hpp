#pragma once
/// The strategy of learners that play one arm at a time, and the random choice among arms that are equally good.

#include "regretta/engine/real/randomness.hpp"
#include "regretta/engine/real/real.hpp"

namespace regretta {

/// The strategy of learners that play one arm at a time: a point mass in every lane.
template <class Real>
class OneArm {
 public:
  explicit OneArm(int num_arms) : x_(Vector<Real>::Constant(num_arms, Real(0.0))) { x_[0] = Real(1.0); }

  const Vector<Real>& strategy() const { return x_; }  ///< K
  const Index<Real>& arms() const { return arms_; }
  /// Moves the point mass to an arm, numbered from 0. In lanes where the number is negative, arm 0 is played.
  void play(const Real& arm) {
    scatter(x_.data(), arms_, Real(0.0));
    arms_ = to_index(max(arm, Real(0.0)));
    scatter(x_.data(), arms_, Real(1.0));
  }

 private:
  Vector<Real> x_;
  Index<Real> arms_{};
};

/// A random order of the arms, by which `corral` and `lag-ftrl` break ties. A fixed order would be an advantage in
/// environments whose best arm comes first in this order.
template <class Real>
class TieOrder {
 public:
  static constexpr int purpose = 1;  ///< purpose (DrawName) used only by draws that break ties

  explicit TieOrder(int num_arms) : places_(Vector<Real>::Constant(num_arms, Real(0.0))) {}

  /// Draws the order at the first call; returns whether this was the first call.
  bool draw(const Randomness<Real>& random) {
    if (is_drawn_) return false;
    for (Eigen::Index a = 0; a < places_.size(); ++a) places_[a] = random.uniform({purpose, a});
    return is_drawn_ = true;
  }

  /// The places of the K arms in the order, which are uniform draws; 0 before draw(). Of arms that tie, the one with
  /// the lowest place is chosen.
  const Vector<Real>& places() const { return places_; }

 private:
  Vector<Real> places_;  // K
  bool is_drawn_ = false;
};

/// In lanes in which n > 1 of the K arms are marked: the marked arm with number floor(u n), counted from 0, where u is
/// a uniform draw. In other lanes: `otherwise`.
template <class Real, class IsMarked>
Real choose_marked(const Real& n, const Real& u, int K, const Real& otherwise, IsMarked is_marked) {
  Mask<Real> open = n > Real(1.0);
  Real to_skip = u * n, chosen = otherwise;  // to_skip: marked arms still to be skipped, plus a fraction
  for (int a = 0; a < K; ++a) {
    const Mask<Real> marked = open & is_marked(a), is_chosen = marked & (to_skip < Real(1.0));
    chosen = select(is_chosen, Real(static_cast<double>(a)), chosen);
    open = open & !is_chosen;
    to_skip -= select(marked, Real(1.0), Real(0.0));
  }
  return chosen;
}

/// The arms that tie for the next round, from which one is chosen at random. Before the first round, all arms tie.
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
  /// Adds an arm that may be the best, with its upper confidence index (-1 in lanes where it cannot be the best). Offer
  /// every arm at most once in a round.
  REGRETTA_INLINE void offer(int a, const Real& index) {
    index_[a] = index;
    offered_[num_offered_++] = a;
  }
  /// Ends the offers: in lanes where `count` is above 1, the arms that tie are `best` and those offered with the
  /// highest index.
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

  /// Overrides the result in the lanes of `where`: there, the arms with is_tied(a) tie, and `count` is their number.
  void replace(const Mask<Real>& where, const Real& count, auto is_tied) {
    count_ = select(where, count, count_);
    for (int a = 0, K = static_cast<int>(is_tied_.size()); a < K; ++a)
      is_tied_[a] = select(where, select(is_tied(a), Real(1.0), Real(0.0)), is_tied_[a]);
  }

  /// In lanes where arms tie, plays one of them.
  void choose(const Randomness<Real>& random, OneArm<Real>& played) const {
    if (!any(count_ > Real(1.0))) return;
    played.play(choose_marked(count_, random.uniform({TieOrder<Real>::purpose}), static_cast<int>(is_tied_.size()),
                              from_index<Real>(played.arms()), [&](int a) { return is_tied_[a] > Real(0.0); }));
  }

 private:
  Real count_;                // number of arms that tie
  Vector<Real> is_tied_;      // 0 or 1; valid in lanes with count_ > 1
  Vector<Real> index_;        // indices of the arms offered in this round
  std::vector<int> offered_;  // arms offered in this round: the first num_offered_ entries
  std::size_t num_offered_ = 0;
};

}  // namespace regretta
