#pragma once
/// What a round needs of x_t, for each of its forms (strategy_forms.hpp): whether it is in the simplex, lbar_t'x_t and
/// gbar_{t,i}'x_t, and the arm that a uniform draw picks. For rows see row_sums.hpp. Included only by round.hpp.

#include "regretta/engine/trial/contract/strategy_forms.hpp"
#include "regretta/engine/trial/round/realised_values.hpp"
#include "regretta/engine/trial/round/strategy_fault.hpp"

namespace regretta::detail {

/// Of K numbers in every lane.
template <class Real, class Means>
class LaneSums {
 public:
  static constexpr double tolerance = simplex_tolerance;  ///< of the sum
  /// cumulative: K, for the partial sums of x.
  REGRETTA_INLINE LaneSums(const Vector<Real>& x, const Means& means, Vector<Real>& cumulative)
      : x_(x), means_(means), cumulative_(cumulative) {
    const Real* strategy = x.data();
    const auto* mean_loss = means.loss();
    const auto* mean_violation = means.violation();
    Real* sums = cumulative.data();
    Real total(0.0), least(infinity), loss(0.0), violation(0.0);  // in registers, which members would not be
    for (int a = 0, K = static_cast<int>(x.size()); a < K; ++a) {
      const Real weight = strategy[a];
      total += weight;
      sums[a] = total;
      least = min(weight, least);
      loss = fma(weight, Real(mean_loss[a]), loss);
      violation = fma(weight, Real(mean_violation[a]), violation);
    }
    total_ = total;
    least_ = least;
    loss_ = loss;
    violation_ = violation;
  }

  Real total() const { return total_; }
  Real least() const { return least_; }
  Mask<Real> in_simplex() const { return (abs(total_ - Real(1.0)) <= Real(tolerance)) & (least_ >= Real(0.0)); }
  Real loss() const { return loss_; }
  REGRETTA_INLINE Real violation(int i) const {
    return i == 0 ? violation_ : expected(means_.violation() + i * x_.size(), x_);
  }

  template <class Uniform>
  REGRETTA_INLINE DrawnArm<Real> draw_arm(Uniform uniform) const {
    const int last = static_cast<int>(x_.size()) - 1;
    const Real threshold = uniform() * cumulative_[last];
    Real number(0.0);
    const Real* sums = cumulative_.data();
    for (int a = 0; a < last; ++a) number += select(sums[a] <= threshold, Real(1.0), Real(0.0));
    return {to_index(number), number};
  }

 private:
  const Vector<Real>& x_;
  const Means& means_;
  const Vector<Real>& cumulative_;
  Real total_, least_, loss_, violation_;
};

/// Of a point mass. All sums over arms have one term, so the bits are those of LaneSums.
template <class Real, class Means, class Arm>
class OneArmSums {
 public:
  static constexpr double tolerance = 0;
  REGRETTA_INLINE OneArmSums(const OnOneArm<Real, Arm>& x, const Means& means)
      : x_(x), means_(means), weight_(at(x.x.data())) {}

  Real total() const { return weight_; }
  Real least() const { return weight_; }
  Mask<Real> in_simplex() const { return weight_ == Real(1.0); }
  REGRETTA_INLINE Real loss() const { return at(means_.loss()); }
  REGRETTA_INLINE Real violation(int i) const { return at(means_.violation() + i * x_.x.size()); }

  template <class Uniform>
  REGRETTA_INLINE DrawnArm<Real> draw_arm(Uniform) const {
    if constexpr (std::is_same_v<Arm, int>) {
      DrawnArm<Real> drawn{.number = Real(x_.arm), .in_every_lane = x_.arm};
      drawn.index.fill(x_.arm);
      return drawn;
    } else {
      return {x_.arm, from_index<Real>(x_.arm)};
    }
  }

 private:
  template <class Number>
  REGRETTA_INLINE Real at(const Number* row) const {
    if constexpr (std::is_same_v<Arm, int>) return Real(row[x_.arm]);
    if constexpr (!std::is_same_v<Arm, int>) return gather<Real>(row, x_.arm);
  }

  const OnOneArm<Real, Arm>& x_;
  const Means& means_;
  Real weight_;
};

}  // namespace regretta::detail
