#pragma once
/// LP(c, A) = argmin of c'x over {x in the simplex, A x <= 0}; at most m + 1 arms get weight. Let v be the least
/// max_i (A x)_i over the simplex. If v >= -1e-9 (an empty or thin set, see learners/ALGORITHMS.md), the set is
/// {A x <= v + 1e-9} instead.
///
/// If several x are optimal, the result is a vertex. Among arms that tie, the one with the lowest place in the tie
/// order (TieOrder) is used or, if places are equal, the first. The computation in a lane depends only on the numbers
/// in that lane. State that is kept between calls (the last vertex, and points that prove sets not to be empty) saves
/// time and does not affect results.

#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/lp_many_constraints.hpp"
#include "regretta/learners/math/one_arm.hpp"

namespace regretta {

/// The linear program with one constraint, through its dual: the maximum over lambda >= 0 of min_a c(a) + lambda A(a),
/// the lower envelope of K lines. Two lines bracket the maximum: a rising one (an infeasible arm) and a falling one (a
/// feasible arm). At their intersection, the lowest line either proves them optimal or replaces one of them. Called by
/// LinearProgram and allocates nothing.
///
/// From one round to the next, the optimal pair is often the same, so the search starts from the pair of the last
/// program. Its result is used only if a search from the beginning is certain to give the same bits: see is_certain.
template <class Real>
class LpOneConstraint {
 public:
  /// Arm k = 0 or 1 of the last solution; -1 for k = 1 if the solution has only one arm.
  Real vertex_arm(int k) const { return k == 0 ? rising_.arm : select(moved_, falling_.arm, Real(-1.0)); }

  LpOutcome<Real> solve(const Vector<Real>& c, const Matrix<Real>& A, const Vector<Real>& tie_order, Vector<Real>& x) {
    const int K = static_cast<int>(c.size());
    const Real* row = A.data();
    if (is_solved_ && K >= least_arms_from_last && solve_from_last(c, row, tie_order))
      return write_optimum(K, Real(0.0), Real(-infinity), Real(1.0) < Real(0.0), x);
    is_solved_ = true;
    tied_ = Real(1.0) < Real(0.0);  // in no lane
    Real level(0.0);
    Real least = start(c, row, tie_order, level);
    const Mask<Real> thin = least >= Real(-emptiness_tolerance);
    if (any(thin)) {
      level = select(thin, least + Real(emptiness_tolerance), level);
      start(c, row, tie_order, level);
    }

    moved_ = rising_.violation > level;
    Mask<Real> active = moved_;
    for (int pass = 0; pass < K + spare_passes && any(active); ++pass) {
      const Crossing crossing = crossing_of(rising_, falling_);
      Real envelope(infinity);
      for (int a = 0; a < K; ++a) envelope = min(fma(crossing.lambda, row[a], c[a]), envelope);
      active = active & (envelope < crossing.top - Real(rounding) * crossing.size);
      if (!any(active)) break;
      const Line lowest = line_at(crossing.lambda, envelope, c, row, tie_order, active);
      const Mask<Real> outside = lowest.violation > level;
      rising_.take(active & outside, lowest);
      falling_.take(active & !outside, lowest);
    }

    return write_optimum(K, level, least, tied_, x);
  }

 private:
  // start() and line_at() first find the least value, in a loop that computes only a minimum, and then compare the few
  // arms that attain it in some lane.

  /// An arm as a line in lambda, cost + lambda violation.
  struct Line {
    Real cost, violation, arm, place;
    REGRETTA_INLINE void take(Mask<Real> better, const Line& line) {
      cost = select(better, line.cost, cost);
      violation = select(better, line.violation, violation);
      arm = select(better, line.arm, arm);
      place = select(better, line.place, place);
    }
  };

  /// The intersection of a rising and a falling line.
  struct Crossing {
    Real lambda, top, size;  ///< top: height; size: magnitude of the terms, which bounds rounding errors
  };
  REGRETTA_INLINE static Crossing crossing_of(const Line& rising, const Line& falling) {
    const Real lambda = (falling.cost - rising.cost) / (rising.violation - falling.violation);
    return {lambda, fma(lambda, rising.violation, rising.cost),
            abs(rising.cost) + abs(falling.cost) + lambda * (abs(rising.violation) + abs(falling.violation))};
  }

  /// Writes the optimum to x: a mixture of both lines in the lanes of moved_, elsewhere the arm of rising_ alone.
  LpOutcome<Real> write_optimum(int K, Real level, Real least, Mask<Real> tied, Vector<Real>& x) const {
    const Real share =
        select(moved_, (level - falling_.violation) / (rising_.violation - falling_.violation), Real(1.0));
    for (int a = 0; a < K; ++a) x[a] = Real(0.0);
    scatter(x.data(), to_index(falling_.arm), Real(1.0) - share);
    const Index<Real> rising_arm = to_index(rising_.arm);
    scatter(x.data(), rising_arm, select(moved_, share, Real(1.0)));
    return {moved_, least > Real(emptiness_tolerance), tied};
  }

  /// Searches from the arms of the last program. If the result is not certain, returns false and leaves rising_,
  /// falling_ and moved_ as they were.
  bool solve_from_last(const Vector<Real>& c, const Real* row, const Vector<Real>& tie_order) {
    const auto line_of = [&](Real arm) {
      const Index<Real> index = to_index(arm);
      return Line{gather(c.data(), index), gather(row, index), arm, gather(tie_order.data(), index)};
    };
    Line rising = line_of(rising_.arm), falling = line_of(falling_.arm);
    const Mask<Real> brackets =
        (rising.violation > Real(0.0)) & (falling.violation <= Real(0.0)) & (rising.cost < falling.cost);
    if (any(!select_mask(brackets, rising.violation < Real(-emptiness_tolerance)))) return false;
    for (int pass = 0; pass < most_passes_from_last; ++pass) {
      Crossing crossing = crossing_of(rising, falling);
      crossing.lambda = select(moved_, crossing.lambda, Real(0.0));
      crossing.top = select(moved_, crossing.top, rising.cost);
      const Real near = fma(select(moved_, crossing.size, abs(rising.cost)), Real(gap), crossing.top);
      Real envelope(infinity), highest(-infinity), widest(0.0), num_near(0.0);
      for (int a = 0, K = static_cast<int>(c.size()); a < K; ++a) {
        const Real height = fma(crossing.lambda, row[a], c[a]);
        envelope = min(height, envelope);
        highest = max(height, highest);
        widest = max(abs(row[a]), widest);
        num_near += select(height <= near, Real(1.0), Real(0.0));
      }
      const Mask<Real> optimal = envelope >= crossing.top - Real(rounding) * crossing.size;
      const Real reach = fma(Real(2.0) * crossing.lambda, widest, max(abs(envelope), abs(highest)));
      const Mask<Real> pair = (num_near == Real(2.0)) & is_certain(rising, falling, crossing, reach, widest);
      const Mask<Real> certain = select_mask(optimal & pair, num_near == Real(1.0));
      if (!any(!certain)) {
        rising_ = rising;
        falling_ = falling;
        return true;
      }
      const Mask<Real> active = moved_ & !optimal;
      if (any(!(certain | active))) return false;
      const Line lowest = line_at(crossing.lambda, envelope, c, row, tie_order, active);
      const Mask<Real> outside = lowest.violation > Real(0.0);
      rising.take(active & outside, lowest);
      falling.take(active & !outside, lowest);
    }
    return false;
  }

  /// Whether every search must end with these two lines. They are optimal up to rounding, and no other line is within
  /// gap * size of the top. reach: an upper bound on |c(a)| + lambda |A(a)| of every arm. A search ends where two
  /// lines meet within `tolerance` of the envelope; `tolerance` covers the rounding of this pair and of
  /// the pair where another search ends. From this crossing
  /// the envelope falls with slope `slope` or steeper to either side, so any such end has a lambda within tolerance /
  /// slope of this one. At that lambda, the other lines are still above the envelope by more than `tolerance`. The last
  /// condition keeps lambda so far from 0 that the cheapest arm is infeasible.
  REGRETTA_INLINE static Mask<Real> is_certain(const Line& rising, const Line& falling, const Crossing& crossing,
                                               Real reach, Real widest) {
    const Real slope = min(rising.violation, -falling.violation), tolerance = Real(25 * rounding) * reach;
    return (slope > Real(emptiness_tolerance)) & (Real(gap) * crossing.size * slope >= tolerance * (widest + slope)) &
           (crossing.lambda * slope >= Real(2.0) * tolerance);
  }

  /// Returns `moved` in the lanes of moved_, `unmoved` elsewhere.
  REGRETTA_INLINE Mask<Real> select_mask(Mask<Real> moved, Mask<Real> unmoved) const {
    return (moved_ & moved) | (unmoved & !moved_);
  }

  /// Sets rising_ to the cheapest arm (among ties, that with the least violation) and falling_ to the cheapest arm with
  /// violation <= level. Remaining ties are broken by tie order. Returns the least violation of any arm.
  REGRETTA_INLINE Real start(const Vector<Real>& c, const Real* row, const Vector<Real>& tie_order, Real level) {
    Line cheapest{Real(infinity), Real(infinity), Real(0.0), Real(infinity)}, feasible = cheapest;
    Real least(infinity), least_cost(infinity), least_inside(infinity);
    const int K = static_cast<int>(c.size());
    for (int a = 0; a < K; ++a) {
      least = min(row[a], least);
      least_cost = min(c[a], least_cost);
      least_inside = min(select(row[a] <= level, c[a], Real(infinity)), least_inside);
    }
    for (int a = 0; a < K; ++a) {
      const Real cost = c[a];
      if (!any((cost == least_cost) | (cost == least_inside))) continue;
      const Line line{cost, row[a], Real(a), tie_order[a]};
      const Mask<Real> as_safe = line.violation == cheapest.violation, safer = line.violation < cheapest.violation;
      const Mask<Real> as_cheap = line.cost == cheapest.cost,
                       preferred = safer | (as_safe & (line.place < cheapest.place));
      const Mask<Real> is_feasible = line.violation <= level, tied = line.cost == feasible.cost,
                       is_earlier = line.place < feasible.place;
      tied_ = tied_ | (as_cheap & as_safe) | (is_feasible & tied);
      cheapest.take((line.cost < cheapest.cost) | (as_cheap & preferred), line);
      feasible.take(is_feasible & ((line.cost < feasible.cost) | (tied & is_earlier)), line);
    }
    rising_ = cheapest;
    falling_ = feasible;
    return least;
  }

  /// The lowest line at lambda, whose height there is `envelope`. Ties are broken by tie order, and recorded in
  /// tied_ in the lanes of `where`.
  REGRETTA_INLINE Line line_at(Real lambda, Real envelope, const Vector<Real>& c, const Real* row,
                               const Vector<Real>& tie_order, Mask<Real> where) {
    Line lowest{Real(infinity), Real(0.0), Real(0.0), Real(infinity)};
    for (int a = 0, K = static_cast<int>(c.size()); a < K; ++a) {
      const Mask<Real> is_lowest = fma(lambda, row[a], c[a]) == envelope;
      if (!any(is_lowest)) continue;
      tied_ = tied_ | (where & is_lowest & (lowest.place < Real(infinity)));
      lowest.take(is_lowest & (tie_order[a] < lowest.place), {c[a], row[a], Real(a), tie_order[a]});
    }
    return lowest;
  }

  static constexpr int spare_passes = 8;          ///< passes in addition to K, for the effects of rounding
  static constexpr double rounding = 4e-16;       ///< relative rounding error of the height of a line
  static constexpr int least_arms_from_last = 8;  ///< with fewer, a search from the beginning is faster
  static constexpr int most_passes_from_last = 6;
  static constexpr double gap = 1e-9;  ///< relative distance that other lines must have from a certain optimum
  bool is_solved_ = false;             ///< whether a program was solved; the members below hold its result
  /// moved_: lanes whose optimum is a mixture of rising_ and falling_; elsewhere it is the arm of rising_. tied_: lanes
  /// in which arms tied.
  Mask<Real> moved_{}, tied_{};
  Line rising_{Real(0.0), Real(0.0), Real(0.0), Real(0.0)}, falling_ = rising_;
};

/// The linear program with any number of constraints. All storage is allocated by the constructor.
template <class Real>
class LinearProgram {
 public:
  LinearProgram(int num_arms, int num_constraints)
      : many_(num_arms, num_constraints),
        equal_places_(Vector<Real>::Constant(num_arms, Real(0.0))),
        violation_of_arm_(Vector<Real>::Constant(num_constraints, Real(0.0))) {}

  /// c: K. A: m x K. tie_order: K places. x: K, overwritten with the solution.
  LpOutcome<Real> solve(const Vector<Real>& c, const Matrix<Real>& A, const Vector<Real>& tie_order, Vector<Real>& x) {
    return A.rows() == 1 ? one_.solve(c, A, tie_order, x) : many_.solve(c, A, tie_order, x);
  }
  /// Solves with equal places: of arms that tie, the first is used.
  LpOutcome<Real> solve(const Vector<Real>& c, const Matrix<Real>& A, Vector<Real>& x) {
    return solve(c, A, equal_places_, x);
  }

  /// Twins are arms with equal c and A. For every arm of the last solution that has twins, moves its weight to a random
  /// arm among it and its twins, chosen by a uniform draw of this purpose. c, A, x: those of the last solve().
  void choose_among_twins(const Vector<Real>& c, const Matrix<Real>& A, const Randomness<Real>& random, int purpose,
                          Vector<Real>& x) {
    const int K = static_cast<int>(c.size()), m = static_cast<int>(A.rows());
    for (int k = 0; k <= m; ++k) {
      const Real number = m == 1 ? one_.vertex_arm(k) : many_.vertex_arm(k);
      const Mask<Real> is_arm = (number >= Real(0.0)) & (number < Real(static_cast<double>(K)));
      const Real arm = select(is_arm, number, Real(0.0));
      const Index<Real> index = to_index(arm);
      const Real weight = gather(x.data(), index), cost_of_arm = gather(c.data(), index);
      for (int i = 0; i < m; ++i) violation_of_arm_[i] = gather(&A(i, 0), index);
      const auto is_twin = [&](int a) REGRETTA_FLAT {
        Mask<Real> equal = c[a] == cost_of_arm;
        for (int i = 0; i < m && any(equal); ++i) equal = equal & (A(i, a) == violation_of_arm_[i]);
        return equal;
      };
      Real n(0.0);
      for (int a = 0; a < K; ++a) n += select(is_twin(a) & is_arm, Real(1.0), Real(0.0));
      if (!any(n > Real(1.0))) continue;
      const Index<Real> chosen = to_index(choose_marked(n, random.uniform({purpose, k}), K, arm, is_twin));
      scatter(x.data(), index, Real(0.0));
      scatter(x.data(), chosen, gather(x.data(), chosen) + weight);
    }
  }

 private:
  LpOneConstraint<Real> one_;
  LpManyConstraints<Real> many_;
  Vector<Real> equal_places_;      // K
  Vector<Real> violation_of_arm_;  // violations of an arm that may have twins, m
};

}  // namespace regretta
