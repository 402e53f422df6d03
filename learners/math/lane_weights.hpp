#pragma once
/// The weights of mirror descent and the loops over arms that the KL projection needs, in two forms: in lanes, and in
/// trial-major order. Both classes have the same functions.

#include "regretta/engine/trial/contract/strategy_forms.hpp"
#include "regretta/learners/math/arm_sums.hpp"
#include "regretta/learners/math/kl_problem.hpp"

namespace regretta {

/// The weights of mirror descent in lanes: a pack holds one arm of several trials. They are normalised: they are x_t.
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
  /// The weight of an arm; chance() turns it into x_t(arm).
  REGRETTA_INLINE Real weight(const Index<Real>& arm) const { return gather(x_.data(), arm); }
  REGRETTA_INLINE static Real chance(const Real& weight) { return weight; }

  /// Multiplies the weight of every arm a by factor(a).
  REGRETTA_INLINE void multiply_all(auto factor) {
    Real* x = x_.data();
    for (int a = 0, K = static_cast<int>(x_.size()); a < K; ++a) x[a] = x[a] * factor(a);
  }
  /// Multiplies the weight of one arm, which is `weight`, by a factor.
  REGRETTA_INLINE void multiply(const Index<Real>& arm, const Real& weight, const Real& factor) {
    scatter(x_.data(), arm, weight * factor);
  }
  /// Call it when the entries of one arm in the set have changed. Does nothing here, as every pass reads the set.
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
  /// w <- w exp(-step'A); computes the sums of w and of w A.
  REGRETTA_INLINE void push(const Vector<Real>& step, const ConstraintSet<Real>& set, Mask<Real> /*which*/, Real& sum,
                            Vector<Real>& first) {
    sum = push_arms(step, set.rows, scratch_, w_.data(), first);
  }

  /// Calls solve(x, w), a general solver that writes w in the lanes of `busy`.
  void solve_with(Mask<Real> /*busy*/, auto solve) { solve(x_, w_); }
  /// Makes the solution x_t, then applies fixed share.
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

/// The weights of mirror descent under bandit feedback and a copy of the constraints of X_t, in trial-major order
/// (engine/trial/contract/strategy_forms.hpp). In most rounds only one arm of a trial changes, so sums over arms are
/// updated instead of recomputed. Used by BanditDescent.
///
/// The weights are not normalised: x_t is weights times a scale. Functions do the same as in LaneWeights, but only for
/// the lanes of their mask. Only constrain() reads the set: it copies the entries of the arm that has changed.
template <class Real>
class TrialMajorWeights {
  using Arms = ArmPack<Real>;  // eight arms of one trial

 public:
  /// Starts at the uniform strategy.
  TrialMajorWeights(int num_arms, int num_constraints)
      : m_(num_constraints),
        x_(num_arms),
        A_(num_constraints, num_arms, 0.0),
        w_(1, num_arms, 0.0),
        entries_before_(Vector<Real>::Constant(m_, Real(0.0))),
        entries_after_(entries_before_),
        x_sums_(m_),
        w_sums_(m_),
        pack_sums_(m_),
        packs_(Vector<Arms>::Constant((1 + m_ + m_ * (m_ + 1) / 2 + 3) / 4 * 4, Arms(0.0))),
        pack_totals_(packs_.size()),
        factors_(Vector<Arms>::Constant(m_, Arms(0.0))),
        scratch_(Vector<Arms>::Constant(A_.packs(), Arms(0.0))),
        lane_x_(Vector<Real>::Constant(num_arms, Real(0.0))),
        lane_w_(lane_x_) {}

  const TrialMajorStrategy<Real>& strategy() const { return x_; }
  const Vector<Real>& vector() const { return x_.vector(); }
  REGRETTA_INLINE Real weight(const Index<Real>& arm) const { return x_.weights().gather(0, arm); }
  REGRETTA_INLINE Real chance(const Real& weight) const { return weight * x_.scale(); }

  REGRETTA_INLINE void constrain(const Index<Real>& arm, const Real& weight, const ConstraintSet<Real>& set) {
    if (!is_filled_) {
      begin(set.rows, arm);
    } else if (set.restricts) {
      set_entries(set.rows, arm, weight);
    }
  }
  /// Call it after constrain(), with the same arm.
  REGRETTA_INLINE void multiply(const Index<Real>& arm, const Real& weight, const Real& factor) {
    const Real z = max(weight * factor, Real(0x1p-1000));
    x_.put(arm, weight, z);
    x_sums_.exchange(weight, entries_after_, z, entries_after_);
  }
  const Real& sum() const { return x_sums_.sum; }

  REGRETTA_INLINE const RowMoments<Real>& moments(const ConstraintSet<Real>&) {
    return moments_ = {x_sums_.sum, x_sums_.first[0], x_sums_.second(0, 0), x_sums_.third};
  }
  REGRETTA_INLINE const RowMoments<Real>& weigh(Real lambda, const ConstraintSet<Real>& set, Mask<Real> which) {
    const int packs = A_.packs();
    for_lanes(which, [&](int k) REGRETTA_FLAT {
      const Arms *y = x_.weights().row(k), *row = A_.row(k);
      Arms* w = w_.row(k);
      RowMoments<Arms> sums;
      tilt_row(Arms(lane(lambda, k)), row, Arms(lane(set.size, k)), packs, y, w);
      for (int b = 0; b < packs; ++b) sums.add(w[b], row[b]);
      const Arms row_sums[] = {sums.sum, sums.first, sums.second, sums.third};
      Real* const targets[] = {&moments_.sum, &moments_.first, &moments_.second, &moments_.third};
      double totals[4];
      add_up(row_sums, 4, totals);
      for (int i = 0; i < 4; ++i) lane_in(*targets[i], k) = totals[i];
    });
    return moments_;
  }

  REGRETTA_INLINE void sums(const ConstraintSet<Real>& set, Real& sum, Vector<Real>& first, Matrix<Real>& second) {
    w_sums_ = x_sums_;
    tilted_sums(set, sum, first, second);
  }
  REGRETTA_INLINE Mask<Real> tilt(const Vector<Real>& lambda, const ConstraintSet<Real>&, Mask<Real> which) {
    Real small(1.0);
    for_lanes(which, [&](int k) REGRETTA_FLAT {
      set_factors(lambda, k);
      const Arms reach = tilt_arms(factors_, A_.trial(k), x_.weights().row(k), scratch_, w_.row(k));
      lane_in(small, k) = all(reach <= Arms(small_exponent_limit)) ? 1.0 : 0.0;
      sum_packs(w_.row(k), A_.trial(k));
      add_up_all(k, w_sums_);
    });
    return small > Real(0.0);
  }
  REGRETTA_INLINE void tilted_sums(const ConstraintSet<Real>&, Real& sum, Vector<Real>& first,
                                   Matrix<Real>& second) const {
    sum = w_sums_.sum;
    first = w_sums_.first;
    second = w_sums_.second;
  }
  REGRETTA_INLINE void push(const Vector<Real>& step, const ConstraintSet<Real>&, Mask<Real> which, Real& sum,
                            Vector<Real>& first) {
    sum = w_sums_.sum;
    first = w_sums_.first;
    for_lanes(which, [&](int k) REGRETTA_FLAT {
      set_factors(step, k);
      Arms* w = w_.row(k);
      pack_sums_.sum = change_arms(factors_, A_.trial(k), scratch_, w, pack_sums_.first,
                                   [&](int b, Arms u) REGRETTA_FLAT { return w[b] * exp_tiny(-u); });
      add_up_first(k, sum, first);
    });
  }

  [[gnu::noinline]] void solve_with(Mask<Real> busy, auto solve) {
    const int K = x_.weights().num_arms();
    for (int a = 0; a < K; ++a) lane_x_[a] = x_.weights().arm(0, a);
    solve(lane_x_, lane_w_);
    for_lanes(busy, [&](int k) {
      for (int a = 0; a < K; ++a) w_.numbers(k)[a] = lane(lane_w_[a], k);
    });
    stale_ = busy;
  }

  /// In the lanes whose projection has moved, x <- the solution; in the others, a new scale normalises x.
  REGRETTA_INLINE void finish(const KlSolution<Real>& solution, const UniformShare& share) {
    const Mask<Real> moved = solution.moved;
    Real sum = solution.sum;
    if (any(moved)) {
      sum = x_sums_.sum;
      solution.last == nullptr ? take_step(solution) : take_last_step(solution);
    }
    x_.rescale(moved, select(moved, Real(1.0), Real(1.0) / sum));
    if (share.add > 0) renew_lanes(every_lane(), share);  // all weights of all trials change
    for_lanes(stale_, [&](int k) { recompute_moments(k); });
    stale_ = !every_lane();
    renew(++rounds_ % rounds_between_renewals == 0);
  }
  /// Normalises weights and recomputes their sums: in every lane, or only in those whose sum has become so small that
  /// rounding errors count.
  void renew(bool in_every_lane) {
    const Mask<Real> is_small = x_sums_.sum < Real(0.5), which = in_every_lane ? every_lane() : is_small;
    if (any(which)) renew_lanes(which, {});
  }

 private:
  static constexpr int rounds_between_renewals = 64;  ///< keeps rounding errors of the updated sums small
  static Mask<Real> every_lane() { return Real(0.0) < Real(1.0); }

  /// Copies all entries of `rows`, m x K, before the first round. `arm` is the first arm that will change.
  [[gnu::noinline]] void begin(const Matrix<Real>& rows, const Index<Real>& arm) {
    is_filled_ = true;
    for (int i = 0; i < m_; ++i) {
      for (int a = 0; a < x_.weights().num_arms(); ++a) A_.set_arm(i, a, rows(i, a));
      entries_after_[i] = A_.gather(i, arm);
    }
    for (int k = 0; k < lanes<Real>; ++k) recompute_moments(k);
  }
  /// Copies the entries of one arm, which has weight y, from `rows`.
  REGRETTA_INLINE void set_entries(const Matrix<Real>& rows, const Index<Real>& arm, const Real& y) {
    for (int i = 0; i < m_; ++i) {
      entries_before_[i] = A_.gather(i, arm);
      entries_after_[i] = gather(&rows(i, 0), arm);
      A_.scatter(i, arm, entries_after_[i]);
    }
    x_sums_.exchange(y, entries_before_, y, entries_after_);
  }
  /// One constraint: x <- w exp(step A) / sum in the lanes that have moved.
  REGRETTA_INLINE void take_step(const KlSolution<Real>& solution) {
    const Mask<Real> moved = solution.moved;
    const Real step = solution.step, inverse = Real(1.0) / solution.sum;
    // Higher moments to the accuracy that the first step of the next projection needs.
    x_sums_.second(0, 0) = select(moved, inverse * fma(step, moments_.third, moments_.second), x_sums_.second(0, 0));
    x_sums_.third = select(moved, inverse * moments_.third, x_sums_.third);
    for_lanes(moved, [&](int k) REGRETTA_FLAT {
      const Arms *w = w_.row(k), *row = A_.row(k);
      Arms* x = x_.rewrite(k);
      const Arms factor(lane(step, k));
      const Finish<Arms> finished(Arms(lane(solution.sum, k)), {});
      Arms total(0.0), first(0.0);
      for (int b = 0; b < A_.packs(); ++b) {
        const Arms weight = finished(w[b] * exp_tiny(factor * row[b]));
        x[b] = weight;
        total += weight;
        first = fma(weight, row[b], first);
      }
      lane_in(x_sums_.sum, k) = add_up(total);
      lane_in(x_sums_.first[0], k) = add_up(first);
    });
  }
  /// Several constraints: x <- w (1 - last'A) / sum in the lanes that have moved.
  REGRETTA_INLINE void take_last_step(const KlSolution<Real>& solution) {
    const Mask<Real> moved = solution.moved;
    const Real inverse = Real(1.0) / solution.sum;
    for (int i = 0; i < m_; ++i)
      for (int j = 0; j <= i; ++j)
        x_sums_.second(i, j) = select(moved, w_sums_.second(i, j) * inverse, x_sums_.second(i, j));
    for_lanes(moved, [&](int k) REGRETTA_FLAT {
      const Arms* w = w_.row(k);
      set_factors(*solution.last, k);
      const Finish<Arms> finished(Arms(lane(solution.sum, k)), {});
      pack_sums_.sum = change_arms(factors_, A_.trial(k), scratch_, x_.rewrite(k), pack_sums_.first,
                                   [&](int b, Arms u) REGRETTA_FLAT { return finished(w[b] * (Arms(1.0) - u)); });
      add_up_first(k, x_sums_.sum, x_sums_.first);
    });
  }

  /// Computes pack_sums_ for the weights w and the m rows of A.
  REGRETTA_INLINE void sum_packs(const Arms* w, const Matrix<Arms>& A) {
    sum_moments(w, A, pack_sums_.sum, pack_sums_.first, pack_sums_.second);
  }
  /// Adds up the packs of pack_sums_ into lane k of sum and first; add_up_all() also into the second moments.
  REGRETTA_INLINE void add_up_first(int k, Real& sum, Vector<Real>& first) {
    packs_[0] = pack_sums_.sum;
    for (int i = 0; i < m_; ++i) packs_[i + 1] = pack_sums_.first[i];
    add_up(packs_.data(), m_ + 1, pack_totals_.data());
    lane_in(sum, k) = pack_totals_[0];
    for (int i = 0; i < m_; ++i) lane_in(first[i], k) = pack_totals_[i + 1];
  }
  REGRETTA_INLINE void add_up_all(int k, MomentSums<Real>& totals) {
    Arms* pack = packs_.data();
    *pack++ = pack_sums_.sum;
    for (int i = 0; i < m_; ++i) {
      *pack++ = pack_sums_.first[i];
      for (int j = 0; j <= i; ++j) *pack++ = pack_sums_.second(i, j);
    }
    add_up(packs_.data(), static_cast<int>(packs_.size()), pack_totals_.data());
    const double* sum = pack_totals_.data();
    lane_in(totals.sum, k) = *sum++;
    for (int i = 0; i < m_; ++i) {
      lane_in(totals.first[i], k) = *sum++;
      for (int j = 0; j <= i; ++j) lane_in(totals.second(i, j), k) = *sum++;
    }
  }
  /// Recomputes lane k of x_sums_ from all arms.
  [[gnu::noinline]] void recompute_moments(int k) {
    const Arms *weights = x_.weights().row(k), *row = A_.row(k);
    sum_packs(weights, A_.trial(k));
    add_up_all(k, x_sums_);
    if (m_ > 1) return;
    Arms third(0.0);
    for (int b = 0; b < A_.packs(); ++b) third = fma(weights[b] * row[b] * row[b], row[b], third);
    lane_in(x_sums_.third, k) = add_up(third);
  }
  [[gnu::noinline]] void renew_lanes(Mask<Real> which, const UniformShare& share) {
    const Arms existing = x_.weights().existing();
    const int last = A_.packs() - 1;
    for_lanes(which, [&](int k) {
      Arms* x = x_.rewrite(k);
      const Arms scale(lane(x_.scale(), k)), keep(share.keep), add(share.add);
      for (int b = 0; b <= last; ++b) x[b] = max(fma(x[b] * scale, keep, add), Arms(0x1p-1000));
      x[last] = x[last] * existing;
      recompute_moments(k);
    });
    x_.rescale(which, select(which, Real(1.0), x_.scale()));
  }
  REGRETTA_INLINE void set_factors(const Vector<Real>& values, int k) {
    for (int i = 0; i < m_; ++i) factors_[i] = Arms(lane(values[i], k));
  }

  int m_;
  bool is_filled_ = false;  ///< whether A_ and x_sums_ have been filled in
  std::int64_t rounds_ = 0;
  TrialMajorStrategy<Real> x_;
  TrialMajor<Real> A_;
  TrialMajor<Real> w_;
  Vector<Real> entries_before_, entries_after_;  ///< entries in A_ of the arm that changes, m
  MomentSums<Real> x_sums_;                      ///< moments of x_, updated from round to round
  MomentSums<Real> w_sums_;     ///< moments of w_ in lanes where w_ has been computed, elsewhere x_sums_
  RowMoments<Real> moments_;    ///< replaces w_sums_ if there is one constraint
  MomentSums<Arms> pack_sums_;  ///< moments of one lane, each as eight partial sums
  Vector<Arms> packs_;          ///< the packs of pack_sums_ in one array, filled up to a multiple of four for add_up
  Vector<double> pack_totals_;  ///< the totals of packs_
  Vector<Arms> factors_, scratch_;    ///< multipliers of one lane, m; scratch for arm_sums.hpp
  Vector<Real> lane_x_, lane_w_;      ///< x_ and w_ in lanes, for solve_with()
  Mask<Real> stale_ = !every_lane();  ///< lanes whose x_sums_ must be recomputed
};

}  // namespace regretta
