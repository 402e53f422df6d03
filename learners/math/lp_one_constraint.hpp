#pragma once
/// The linear program with one constraint, through its dual: the maximum over lambda >= 0 of min_a c(a) + lambda A(a),
/// the lower envelope of K lines. Two lines bracket the maximum: a rising one (an infeasible arm) and a falling one (a
/// feasible arm). At their intersection, the lowest line either proves them optimal or replaces one of them. Called by
/// LinearProgram and allocates nothing.

#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/lp_outcome.hpp"

namespace regretta {

template <class Real>
class LpOneConstraint {
 public:
  LpOutcome<Real> solve(const Vector<Real>& c, const Matrix<Real>& A, const Vector<Real>& lots, Vector<Real>& x) {
    const int K = static_cast<int>(c.size());
    const Real* row = A.data();
    Real level(0.0);
    Real least = start(c, row, lots, level);
    const Mask<Real> thin = least >= Real(-emptiness_tolerance);
    if (any(thin)) {
      level = select(thin, least + Real(emptiness_tolerance), level);
      start(c, row, lots, level);
    }

    const Mask<Real> moved = rising_.violation > level;
    Mask<Real> active = moved;
    for (int pass = 0; pass < K + spare_passes && any(active); ++pass) {
      const Real lambda = (falling_.cost - rising_.cost) / (rising_.violation - falling_.violation);
      const Real top = fma(lambda, rising_.violation, rising_.cost);
      Real depth(infinity);
      for (int a = 0; a < K; ++a) depth = min(fma(lambda, row[a], c[a]), depth);
      const Real size =
          abs(rising_.cost) + abs(falling_.cost) + lambda * (abs(rising_.violation) + abs(falling_.violation));
      active = active & (depth < top - Real(rounding) * size);
      if (!any(active)) break;
      const Line lowest = line_at(lambda, depth, c, row, lots);
      const Mask<Real> outside = lowest.violation > level;
      rising_.take(active & outside, lowest);
      falling_.take(active & !outside, lowest);
    }

    const Real share =
        select(moved, (level - falling_.violation) / (rising_.violation - falling_.violation), Real(1.0));
    for (int a = 0; a < K; ++a) x[a] = Real(0.0);
    scatter(x.data(), to_index(falling_.arm), Real(1.0) - share);
    const Index<Real> risen = to_index(rising_.arm);
    scatter(x.data(), risen, select(moved, share, Real(1.0)));
    return {moved, least > Real(emptiness_tolerance)};
  }

 private:
  // The least value is found first, in a loop that waits for nothing but a minimum; then the few arms that have it in
  // some lane are compared.

  /// An arm, as the line cost + lambda violation.
  struct Line {
    Real cost, violation, arm, lot;
    REGRETTA_INLINE void take(Mask<Real> better, const Line& other) {
      cost = select(better, other.cost, cost);
      violation = select(better, other.violation, violation);
      arm = select(better, other.arm, arm);
      lot = select(better, other.lot, lot);
    }
  };

  /// rising_: the cheapest arm, ties to the least violation. falling_: the cheapest arm with violation <= level. Other
  /// ties go by lot. Returns the least violation of any arm.
  REGRETTA_INLINE Real start(const Vector<Real>& c, const Real* row, const Vector<Real>& lots, Real level) {
    Line cheapest{Real(infinity), Real(infinity), Real(0.0), Real(infinity)}, inside = cheapest;
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
      const Line line{cost, row[a], Real(a), lots[a]};
      const Mask<Real> as_mild = line.violation == cheapest.violation, milder = line.violation < cheapest.violation;
      const Mask<Real> preferred = milder | (as_mild & (line.lot < cheapest.lot));
      cheapest.take((line.cost < cheapest.cost) | ((line.cost == cheapest.cost) & preferred), line);
      const Mask<Real> keeps = line.violation <= level, tied = line.cost == inside.cost, first = line.lot < inside.lot;
      inside.take(keeps & ((line.cost < inside.cost) | (tied & first)), line);
    }
    rising_ = cheapest;
    falling_ = inside;
    return least;
  }

  /// The line of height `depth` at lambda, which is the least height. Ties go by lot.
  REGRETTA_INLINE static Line line_at(Real lambda, Real depth, const Vector<Real>& c, const Real* row,
                                      const Vector<Real>& lots) {
    Line lowest{Real(infinity), Real(0.0), Real(0.0), Real(infinity)};
    for (int a = 0, K = static_cast<int>(c.size()); a < K; ++a) {
      const Mask<Real> has = fma(lambda, row[a], c[a]) == depth;
      if (any(has)) lowest.take(has & (lots[a] < lowest.lot), {c[a], row[a], Real(a), lots[a]});
    }
    return lowest;
  }

  static constexpr int spare_passes = 8;
  static constexpr double rounding = 4e-16;
  Line rising_{Real(0.0), Real(0.0), Real(0.0), Real(0.0)}, falling_ = rising_;
};

}  // namespace regretta
