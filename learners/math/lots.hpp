#pragma once
/// A random order of the arms, by which learners break ties. A fixed order would favour the environments whose best arm
/// comes first in it.

#include "regretta/engine/real/randomness.hpp"

namespace regretta {

template <class Real>
class Lots {
 public:
  static constexpr int purpose = 1;  ///< of the draws; 0 is the learner's own

  explicit Lots(int num_arms) : lot_(Vector<Real>::Constant(num_arms, Real(0.0))) {}

  /// Draws the order at the first call, and returns true then.
  bool draw(const Randomness<Real>& random) {
    if (drawn_) return false;
    for (Eigen::Index a = 0; a < lot_.size(); ++a) lot_[a] = random.uniform({purpose, a});
    return drawn_ = true;
  }

  const Vector<Real>& all() const { return lot_; }  ///< K; of arms that tie, the one with the lowest lot is chosen
  const Real& of(int a) const { return lot_[a]; }
  Real of(const Index<Real>& arm) const { return gather(lot_.data(), arm); }

  /// The number of the first arm of the order.
  Real first() const {
    Real least(infinity), first(0.0);
    for (int a = 0; a < lot_.size(); ++a) {
      first = select(lot_[a] < least, Real(a), first);
      least = min(lot_[a], least);
    }
    return first;
  }

  template <class Archive>
  void state(Archive& archive) {
    archive(lot_, drawn_);
  }

 private:
  Vector<Real> lot_;  // K
  bool drawn_ = false;
};

}  // namespace regretta
