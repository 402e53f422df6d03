#pragma once
/// Strategies from cumulative losses, with one of three regularisers: entropy (exponential weights), the log barrier
/// (corral, lag-ftrl, loe2d) and the Tsallis entropy (tsallis-inf).

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// Sets x, K, to the point of the simplex with x(a) ~ exp(-eta losses(a)); eta >= 0. Losses may have any size: only
/// their differences matter.
template <class Real>
void exponential_weights(const Vector<Real>& losses, double eta, Vector<Real>& x) {
  const int K = static_cast<int>(losses.size());
  Real least(infinity), sum(0.0);
  for (int a = 0; a < K; ++a) least = min(losses[a], least);
  for (int a = 0; a < K; ++a) {
    x[a] = exp(Real(-eta) * (losses[a] - least));
    sum += x[a];
  }
  const Real inverse = Real(1.0) / sum;
  for (int a = 0; a < K; ++a) x[a] *= inverse;
}

/// exponential_weights() for a fixed eta when one loss changes per round: the exponentials of the other arms are kept.
template <class Real>
class ExponentialWeights {
 public:
  explicit ExponentialWeights(int num_arms) : weights_(Vector<Real>::Constant(num_arms, Real(1.0))) {}

  /// Sets x as exponential_weights() does, after the loss of one arm has changed. All losses must be 0 at the start.
  void update(const Vector<Real>& losses, const Index<Real>& changed, double eta, Vector<Real>& x) {
    const int K = static_cast<int>(losses.size());
    Real least(infinity), sum(0.0);
    for (int a = 0; a < K; ++a) least = min(losses[a], least);
    const auto weight = [&](const Real& loss) REGRETTA_FLAT { return exp(Real(-eta) * (loss - least)); };
    if (all(least == least_)) {
      scatter(weights_.data(), changed, weight(gather(losses.data(), changed)));
    } else {
      for (int a = 0; a < K; ++a) weights_[a] = weight(losses[a]);
      least_ = least;
    }
    for (int a = 0; a < K; ++a) sum += weights_[a];
    const Real inverse = Real(1.0) / sum;
    for (int a = 0; a < K; ++a) x[a] = weights_[a] * inverse;
  }

 private:
  Vector<Real> weights_;  // exp(-eta (losses - least_)), K
  Real least_{0.0};
};

/// x(j) = 1 / (offset(j) + slope(j) z), with z such that x sums to 1: the solution of follow-the-regularised-leader and
/// mirror descent with the log barrier (Agarwal, Luo, Neyshabur, Schapire, COLT 2017, Algorithm 2; Guo and Liu, COLT
/// 2024). All vectors have the same length; slope > 0.
///
/// Newton's method on 1 / sum = 1. The left side is concave and increasing in z, so from a point where it is below 1
/// the steps only increase z and cannot overshoot the root. It starts where the largest weight is 1; from there on, no
/// denominator is below 1.
template <class Real>
void log_barrier_weights(const Vector<Real>& offset, const Vector<Real>& slope, Vector<Real>& x) {
  constexpr int most_steps = 60;
  const Eigen::Index n = offset.size();
  Real z(-infinity);
  for (Eigen::Index j = 0; j < n; ++j) z = max((Real(1.0) - offset[j]) / slope[j], z);
  Mask<Real> active = z > Real(-infinity);
  for (int step = 0; step < most_steps && any(active); ++step) {
    Real total(0.0), steepness(0.0);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Real weight = Real(1.0) / fma(slope[j], z, offset[j]);
      total += weight;
      steepness = fma(slope[j], weight * weight, steepness);
    }
    const Real excess = total - Real(1.0);
    z = select(active, fma(excess, total / steepness, z), z);
    active = active & (excess > Real(1e-8));  // otherwise the step just taken reached the root up to rounding
  }
  Real sum(0.0);
  for (Eigen::Index j = 0; j < n; ++j) {
    x[j] = Real(1.0) / max(fma(slope[j], z, offset[j]), Real(1.0));
    sum += x[j];
  }
  const Real inverse = Real(1.0) / sum;
  for (Eigen::Index j = 0; j < n; ++j) x[j] *= inverse;
}

/// Follow-the-regularised-leader with the 1/2-Tsallis entropy: x(a) = 4 / (eta (losses(a) - z))^2, K, with z < min
/// losses such that x sums to 1 (Zimmert and Seldin, JMLR 22, Algorithm 1). eta > 0.
///
/// The search for z starts from the last z. Up to rounding, the result does not depend on the start.
template <class Real>
class TsallisWeights {
 public:
  explicit TsallisWeights(int num_arms)
      : inverse_(Vector<Real>::Constant(num_arms, Real(0.0))),
        x_(Vector<Real>::Constant(num_arms, Real(1.0 / num_arms))) {}

  const Vector<Real>& strategy() const { return x_; }

  /// Moves z close to its next value, which saves update() a pass. Call it before update() if, since the last
  /// update(), the losses of all arms but `arm` have grown by about `shift`. Newton's method, with the sums over the
  /// other arms as polynomials in the change of z.
  void expect(const Vector<Real>& losses, const Index<Real>& arm, double eta, double shift) {
    const Real old = gather(inverse_.data(), arm), square = old * old, loss = gather(losses.data(), arm);
    const Real rest = sum_ - square, first = first_ - square * old, second = second_ - square * square;
    const Real target(eta * eta / 4);
    z_ += Real(shift);
    Real step(0.0);
    for (int k = 0; k < 3; ++k) {
      const Real inverse = Real(1.0) / ((loss - z_) + step), weight = inverse * inverse;
      const Real total = rest + step * fma(Real(3.0) * second, step, Real(-2.0) * first) + weight;
      const Real slope = fma(Real(-3.0) * second, step, first) + weight * inverse;
      step += (total - target) / (Real(2.0) * slope);
    }
    z_ -= step;
  }

  /// Sets the strategy. Newton's method on 1 / sqrt(sum) = 1; the left side is concave and increasing in the depth, min
  /// losses - z. Wherever it starts, after the first step the depth is below the root, and later steps cannot
  /// overshoot. Near the root, steps use Chebyshev's formula, which is of third order.
  void update(const Vector<Real>& losses, double eta) {
    constexpr int most_steps = 60;
    const Real least_depth(2.0 / eta);
    Real least(infinity);
    for (int a = 0; a < x_.size(); ++a) least = min(losses[a], least);
    Real depth = max(least - z_, least_depth);
    Step step = step_at(losses, least, depth, eta);
    for (int k = 1; k < most_steps && any(step.far); ++k) {
      depth = select(step.far, max(depth + step.size, least_depth), depth);
      step = step_at(losses, least, depth, eta);
    }
    const Real last = select(step.far, Real(0.0), step.size);
    z_ = least - (depth + last);
    finish(last);
  }

 private:
  // A step from a sum of 1 + e leads to a sum of 1 + O(e^3). For this e, that is 1 up to rounding.
  static constexpr double near = 4e-6;
  static constexpr double small = 0.1;  ///< from this excess down, the third-order term is used

  struct Step {
    Real size;
    Mask<Real> far;
  };
  /// Computes the next step of the depth, and inverse_ = 1 / (losses - z).
  REGRETTA_INLINE Step step_at(const Vector<Real>& losses, const Real& least, const Real& depth, double eta) {
    Real total(0.0), first(0.0), second(0.0);
    for (int a = 0, K = static_cast<int>(x_.size()); a < K; ++a) {
      const Real inverse = Real(1.0) / ((losses[a] - least) + depth);
      const Real square = inverse * inverse;
      inverse_[a] = inverse;
      total += square;
      first = fma(square, inverse, first);
      second = fma(square, square, second);
    }
    const Real scale(4.0 / (eta * eta));
    total = scale * total;
    first = scale * first;
    second = scale * second;
    const Real excess = total - Real(1.0);
    const Real newton = total * excess / ((Real(1.0) + sqrt(total)) * first);
    const Real curvature = Real(1.5) * newton * (second / first - first / total);
    return {newton * select(abs(excess) < Real(small), Real(1.0) + curvature, Real(1.0)), abs(excess) > Real(near)};
  }

  /// Computes the strategy at `step` beyond the depth of inverse_, and updates inverse_.
  REGRETTA_INLINE void finish(const Real& step) {
    const int K = static_cast<int>(x_.size());
    Real sum(0.0), first(0.0), second(0.0);
    for (int a = 0; a < K; ++a) {
      const Real u = step * inverse_[a];
      const Real inverse =
          fma(inverse_[a] * u, fma(u, Real(1.0) - u, Real(-1.0)), inverse_[a]);  // / (1 + u); u is small
      const Real square = inverse * inverse;
      inverse_[a] = inverse;
      x_[a] = square;
      sum += square;
      first = fma(square, inverse, first);
      second = fma(square, square, second);
    }
    sum_ = sum;
    first_ = first;
    second_ = second;
    const Real inverse = Real(1.0) / sum;
    for (int a = 0; a < K; ++a) x_[a] *= inverse;
  }

  Vector<Real> inverse_, x_;
  Real z_{0.0};                               // the z of x_
  Real sum_{0.0}, first_{0.0}, second_{0.0};  // sums of inverse_^2, ^3 and ^4
};

}  // namespace regretta
