#pragma once
/// A strategy in rows (engine/real/arm_rows.hpp) that says what has changed since the round before, so that sums over
/// the arms can be carried along. Written by learners/math (row_weights.hpp, exponential_rows.hpp), read by
/// row_sums.hpp.

#include "regretta/engine/real/arm_rows.hpp"
#include "regretta/engine/trial/contract/problem.hpp"

namespace regretta {

/// Whether learners that can hold x_t in rows do so. With few arms, lanes are faster; with very many constraints, most
/// of the time goes into the multipliers, and rows would only take memory.
inline bool plays_in_rows(const Problem& problem) { return problem.num_arms >= 64 && problem.num_constraints <= 16; }

/// x_t(a) = scale (weights(a) + floor). The floor is for fixed share; without one it is not computed.
template <class Real>
class RowStrategy {
 public:
  using Row = RowPack<Real>;

  /// Starts at the uniform strategy.
  explicit RowStrategy(int num_arms, bool has_floor = false)
      : has_floor_(has_floor),
        weights_(1, num_arms, 1.0 / num_arms),
        whole_(Vector<Real>::Constant(num_arms, Real(0.0))) {}

  const ArmRows<Real>& weights() const { return weights_; }
  const Real& scale() const { return scale_; }
  bool has_floor() const { return has_floor_; }
  const Real& floor() const { return floor_; }
  /// x_t(arm).
  REGRETTA_INLINE Real chance(const Index<Real>& arm) const {
    const Real weight = weights_.gather(0, arm);
    return (has_floor_ ? weight + floor_ : weight) * scale_;
  }
  /// x_t as a vector, computed when it is asked for; valid until the next change.
  const Vector<Real>& vector() const {
    for (int a = 0; stale_ && a < weights_.num_arms(); ++a)
      whole_[a] = (has_floor_ ? weights_.arm(0, a) + floor_ : weights_.arm(0, a)) * scale_;
    stale_ = false;
    return whole_;
  }

  /// Since the round before, any weight may have changed in these lanes, and in the others only that of changed_arm().
  Mask<Real> rewritten() const { return rewritten_ > Real(0.0); }
  const Index<Real>& changed_arm() const { return arm_; }
  const Real& before() const { return before_; }  ///< the weight of changed_arm() in the round before
  const Real& after() const { return after_; }    ///< and now, unless the lane is rewritten

  /// Begins the changes of a round: in every lane, the weight of one arm.
  REGRETTA_INLINE void put(const Index<Real>& arm, const Real& before, const Real& after) {
    arm_ = arm;
    before_ = before;
    after_ = after;
    rewritten_ = Real(0.0);
    weights_.scatter(0, arm, after);
    stale_ = true;
  }
  /// The weights of a lane, to be written before rescale() names it.
  REGRETTA_INLINE Row* rewrite(int k) { return weights_.row(k); }
  REGRETTA_INLINE void rescale(const Mask<Real>& rewritten, const Real& scale) {
    rewritten_ = select(rewritten, Real(1.0), rewritten_);
    scale_ = scale;
    stale_ = true;
  }
  REGRETTA_INLINE void raise(const Real& floor) { floor_ = floor; }

 private:
  bool has_floor_;
  ArmRows<Real> weights_;
  Real scale_{1.0}, floor_{0.0};
  Real rewritten_{1.0};  // 1 or 0
  Index<Real> arm_{};
  Real before_{0.0}, after_{0.0};
  mutable Vector<Real> whole_;
  mutable bool stale_ = true;
};

}  // namespace regretta
