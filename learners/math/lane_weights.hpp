#pragma once
/// The weights of mirror descent in lanes, all trials at once, and the passes over the arms of the KL projection.
/// row_weights.hpp has functions of the same names for trials in rows.

#include "regretta/learners/math/arm_sums.hpp"
#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/moments.hpp"

namespace regretta {

/// Holds x_t.
template <class Real>
class LaneWeights {
 public:
  /// Starts at the uniform strategy.
  LaneWeights(int num_arms, int /*num_constraints*/)
      : LaneWeights(Vector<Real>::Constant(num_arms, Real(1.0 / num_arms))) {}
  /// y: K weights in (0, 1] with any sum.
  explicit LaneWeights(Vector<Real> y)
      : x_(std::move(y)), w_(Vector<Real>::Constant(x_.size(), Real(0.0))), scratch_(w_) {}

  const Vector<Real>& vector() const { return x_; }
  /// The weight of one arm, and x_t(arm) if it has this weight.
  REGRETTA_INLINE Real weight(const Index<Real>& arm) const { return gather(x_.data(), arm); }
  REGRETTA_INLINE static Real chance(const Real& weight) { return weight; }

  /// The weights are multiplied by factor(a).
  template <class Factor>
  REGRETTA_INLINE void multiply_all(Factor factor) {
    Real* x = x_.data();
    for (int a = 0, K = static_cast<int>(x_.size()); a < K; ++a) x[a] = x[a] * factor(a);
  }
  /// That of one arm becomes weight * factor.
  REGRETTA_INLINE void multiply(const Index<Real>& arm, const Real& weight, const Real& factor) {
    scatter(x_.data(), arm, weight * factor);
  }
  /// The entries of one arm have changed to those of the set: passes over the arms read them there.
  REGRETTA_INLINE void constrain(const Index<Real>&, const Real&, const ConstraintSet<Real>&) {}

  Real sum() const {
    Real sum(0.0);
    for (Eigen::Index a = 0; a < x_.size(); ++a) sum += x_[a];
    return sum;
  }

  // ---- one constraint ----
  REGRETTA_INLINE RowMoments<Real> moments(const ConstraintSet<Real>& set) const { return moments_of(x_.data(), set); }
  /// w = x exp(lambda A) in the lanes `which`, where lambda is not 0; returns its moments.
  REGRETTA_INLINE RowMoments<Real> weigh(Real lambda, const ConstraintSet<Real>& set, Mask<Real> /*which*/) {
    tilt_row(lambda, set.rows.data(), set.size, static_cast<int>(x_.size()), x_.data(), w_.data());
    return moments_of(w_.data(), set);  // in a separate loop: a fused one would need too many registers
  }

  // ---- several constraints ----
  REGRETTA_INLINE void sums(const ConstraintSet<Real>& set, Real& sum, Vector<Real>& first,
                            Matrix<Real>& second) const {
    sum_moments(x_.data(), set.rows, sum, first, second);
  }
  /// w = x exp(-lambda'A) in the lanes `which`, where lambda is not 0; returns the lanes in which all exponents are
  /// small.
  REGRETTA_INLINE Mask<Real> tilt(const Vector<Real>& lambda, const ConstraintSet<Real>& set, Mask<Real> /*which*/) {
    return tilt_arms(lambda, set.rows, x_.data(), scratch_, w_.data()) <= Real(small_exponent_limit);
  }
  REGRETTA_INLINE void tilted_sums(const ConstraintSet<Real>& set, Real& sum, Vector<Real>& first,
                                   Matrix<Real>& second) const {
    sum_moments(w_.data(), set.rows, sum, first, second);
  }
  /// w <- w exp(-step'A); the sums of w and w A.
  REGRETTA_INLINE void push(const Vector<Real>& step, const ConstraintSet<Real>& set, Mask<Real> /*which*/, Real& sum,
                            Vector<Real>& first) {
    sum = push_arms(step, set.rows, scratch_, w_.data(), first);
  }

  /// Calls solve(x, w), which writes w in the lanes `left`.
  template <class Solve>
  void slowly(Mask<Real> /*left*/, Solve solve) {
    solve(x_, w_);
  }
  /// x <- the solution, then fixed share.
  REGRETTA_INLINE void finish(const KlSolution<Real>& solution, const UniformShare& share) {
    const Finish<Real> finished(solution.sum, share);
    const Real* w = w_.data();
    Real* x = x_.data();
    const int K = static_cast<int>(x_.size());
    if (!any(solution.moved)) {
      for (int a = 0; a < K; ++a) x[a] = finished(x[a]);
    } else if (solution.last == nullptr) {
      const Real* row = solution.rows->data();
      for (int a = 0; a < K; ++a) x[a] = finished(w[a] * exp_tiny(solution.step * row[a]));
    } else {
      for_each_mixture(*solution.last, *solution.rows, scratch_,
                       [&](int a, Real u) REGRETTA_FLAT { x[a] = finished(w[a] * (Real(1.0) - u)); });
    }
  }

 private:
  REGRETTA_INLINE RowMoments<Real> moments_of(const Real* weights, const ConstraintSet<Real>& set) const {
    const Real* row = set.rows.data();
    RowMoments<Real> moments;
    for (int a = 0, K = static_cast<int>(x_.size()); a < K; ++a) moments.add(weights[a], row[a]);
    return moments;
  }

  Vector<Real> x_, w_, scratch_;  ///< K
};

}  // namespace regretta
