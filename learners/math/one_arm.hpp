#pragma once
/// The strategy of learners that play one arm at a time: a point mass, on an arm of its own in each lane.

#include "regretta/engine/real/real.hpp"

namespace regretta {

template <class Real>
class OneArm {
 public:
  explicit OneArm(int num_arms) : x_(Vector<Real>::Constant(num_arms, Real(0.0))) { x_[0] = Real(1.0); }

  const Vector<Real>& strategy() const { return x_; }  ///< K
  const Index<Real>& arms() const { return arms_; }
  /// arm: its number, from 0; where it is below 0, arm 0 is played.
  void play(const Real& arm) {
    scatter(x_.data(), arms_, Real(0.0));
    arms_ = to_index(max(arm, Real(0.0)));
    scatter(x_.data(), arms_, Real(1.0));
  }

 private:
  Vector<Real> x_;
  Index<Real> arms_{};
};

}  // namespace regretta
