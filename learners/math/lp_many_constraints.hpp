#pragma once
/// The linear program with several constraints: the revised simplex method on a basis of m + 1 columns; each lane keeps
/// the inverse of its basis. One pass over the arms prices them for all lanes; the rest of an iteration costs O((m +
/// 1)^2). It starts from the cheapest feasible arm. If no single arm is feasible, phase 1 starts from the least
/// infeasible arm and reduces its excess to 0. Called by LinearProgram.

#include "regretta/learners/math/kl_problem.hpp"
#include "regretta/learners/math/thin_sets.hpp"

namespace regretta {

template <class Real>
class LpManyConstraints {
 public:
  LpManyConstraints(int num_arms, int num_constraints)
      : K_(num_arms),
        m_(num_constraints),
        inverse_(Matrix<Real>::Constant(m_ + 1, m_ + 1, Real(0.0))),
        basis_(Vector<Real>::Constant(m_ + 1, Real(0.0))),
        cost_(basis_),
        weight_(basis_),
        lambda_(basis_),
        column_(basis_),
        direction_(basis_),
        pivot_row_(basis_),
        thin_sets_(num_arms, num_constraints) {}

  /// Column k of the basis of the last solution, k in 0..m: the number of an arm, or K or more if it is not an arm.
  const Real& vertex_arm(int k) const { return basis_[k]; }

  LpOutcome<Real> solve(const Vector<Real>& c, const Matrix<Real>& A, const Vector<Real>& tie_order, Vector<Real>& x) {
    const Mask<Real> everywhere = Real(0.0) < Real(1.0);
    tied_ = !everywhere;
    const ThinLanes<Real> thin = thin_sets_.find({A, Real(0.0), Real(0.0)}, everywhere);
    level_ = thin.shift;
    start(c, A, tie_order);
    Mask<Real> active = everywhere;
    for (int pass = 0; pass < most_passes(); ++pass) {
      find_multipliers();
      const bool by_number = pass > bland_after();
      const Real entering = price(c, A, tie_order, by_number, active);
      if (!any(active)) break;
      fetch_column(A, entering);
      for (int r = 0; r <= m_; ++r) direction_[r] = times_column(r);
      const Real row = leaving_row(by_number, active);
      pivot(row, active, entering, entering_cost(c, entering));
    }
    const Mask<Real> moved = any_multiplier();
    read_off(A, x);
    return {moved, thin.empty, tied_};
  }

 private:
  // The columns are numbered: a is arm a, (A(.,a) - level, 1); K + i is the slack of constraint i, (e_i, 0); and in
  // phase 1, K + m is the excess, (-1, ..., -1, 0). The right-hand side is (0, ..., 0, 1), so the weights of the
  // basis are the last column of its inverse.
  Real number(int a) const { return Real(static_cast<double>(a)); }
  Real excess() const { return number(K_ + m_); }
  int most_passes() const { return 60 * (m_ + 1) + 4 * K_; }
  int bland_after() const { return 12 * (m_ + 1); }  // passes after which Bland's rule prevents cycles

  /// Builds the first basis: one arm and the slacks; without a feasible arm, the excess replaces the worst slack.
  void start(const Vector<Real>& c, const Matrix<Real>& A, const Vector<Real>& tie_order) {
    Real cheapest(infinity), best_feasible(0.0), least(infinity), least_arm(0.0), worst_row(0.0);
    Real feasible_place(infinity), least_place(infinity);
    Mask<Real> least_is_tied = tied_;
    size_c_ = Real(0.0);
    size_A_ = Real(0.0);
    for (int a = 0; a < K_; ++a) {
      Real highest(-infinity), lowest(infinity), row_of_highest(0.0);
      for (int i = 0; i < m_; ++i) {
        const Real v = A(i, a);
        row_of_highest = select(v > highest, number(i), row_of_highest);
        highest = max(v, highest);
        lowest = min(v, lowest);
      }
      size_A_ = max(max(abs(highest), abs(lowest)), size_A_);
      size_c_ = max(abs(c[a]), size_c_);
      const Mask<Real> feasible = highest <= level_, earlier = tie_order[a] < feasible_place;
      const Mask<Real> cheaper = c[a] < cheapest, tied = c[a] == cheapest,
                       better = feasible & (cheaper | (tied & earlier));
      const Mask<Real> as_low = highest == least, is_lower = highest < least;
      tied_ = (feasible & tied) | (tied_ & !(feasible & cheaper));
      least_is_tied = as_low | (least_is_tied & !is_lower);
      cheapest = select(better, c[a], cheapest);
      best_feasible = select(better, number(a), best_feasible);
      feasible_place = select(better, tie_order[a], feasible_place);
      const Mask<Real> wins_tie = tie_order[a] < least_place, replaces = (highest < least) | (as_low & wins_tie);
      least_place = select(replaces, tie_order[a], least_place);
      least_arm = select(replaces, number(a), least_arm);
      worst_row = select(replaces, row_of_highest, worst_row);
      least = min(highest, least);
    }
    size_A_ += abs(level_);
    in_phase_1_ = !(cheapest < Real(infinity));
    tied_ = tied_ | (least_is_tied & in_phase_1_);
    const Real arm = select(in_phase_1_, least_arm, best_feasible);
    fetch_column(A, arm);
    for (int r = 0; r <= m_; ++r) {
      for (int j = 0; j < m_; ++j) inverse_(r, j) = Real(r == j ? 1.0 : 0.0);
      inverse_(r, m_) = r == m_ ? Real(1.0) : -column_[r];
      basis_[r] = r == m_ ? arm : number(K_ + r);
      cost_[r] = r == m_ ? entering_cost(c, arm) : Real(0.0);
    }
    if (!any(in_phase_1_)) return;
    for (int r = 0; r <= m_; ++r) direction_[r] = Real(r == m_ ? 0.0 : -1.0);
    exchange(worst_row, in_phase_1_, excess(), Real(0.0));
  }

  /// Computes lambda and mu from c_B'B^-1 = (-lambda, mu). In phase 1 only the excess has a cost.
  void find_multipliers() {
    for (int j = 0; j <= m_; ++j) lambda_[j] = Real(0.0);
    for (int r = 0; r <= m_; ++r) {
      const Real cost = select(in_phase_1_, select(basis_[r] == excess(), Real(1.0), Real(0.0)), cost_[r]);
      for (int j = 0; j <= m_; ++j) lambda_[j] = fma(cost, inverse_(r, j), lambda_[j]);
    }
    mu_ = lambda_[m_];
    Real total(0.0), sum(0.0);
    for (int i = 0; i < m_; ++i) {
      lambda_[i] = -lambda_[i];
      total += abs(lambda_[i]);
      sum += lambda_[i];
    }
    mu_ = fma(level_, sum, mu_);
    tolerance_ = Real(1e-13) * fma(total, size_A_, select(in_phase_1_, Real(0.0), size_c_));
  }
  /// The entering column: the most negative reduced cost, ties of arms by tie order; by_number (Bland's rule): the
  /// lowest number with a negative reduced cost. Lanes without such a column are removed from `active`.
  Real price(const Vector<Real>& c, const Matrix<Real>& A, const Vector<Real>& tie_order, bool by_number,
             Mask<Real>& active) {
    const Real weight = select(in_phase_1_, Real(0.0), Real(1.0));
    const Real* rows = A.data();
    Real best = -tolerance_, entering(-1.0), place(-1.0);
    const auto offer = [&](Real reduced, Real column, Real offered_place) REGRETTA_FLAT {
      const Mask<Real> tied = reduced == best, is_earlier = offered_place < place;
      const Mask<Real> better = (reduced < best) | (tied & is_earlier);
      tied_ = tied_ | (tied & active);
      entering = select(better, column, entering);
      place = select(better, offered_place, place);
      best = by_number ? select(better, Real(-infinity), best) : min(reduced, best);
    };
    for (int a = 0; a < K_; ++a) {
      Real reduced = fma(weight, c[a], -mu_);
      for (int i = 0; i < m_; ++i) reduced = fma(lambda_[i], rows[i * K_ + a], reduced);
      offer(reduced, number(a), tie_order[a]);
    }
    for (int i = 0; i < m_; ++i) offer(lambda_[i] * size_A_, number(K_ + i), Real(1.0));
    active = active & (entering >= Real(0.0));
    return select(active, entering, Real(0.0));
  }
  void fetch_column(const Matrix<Real>& A, Real j) {  // into column_; j: a column number
    const Mask<Real> is_arm = j < number(K_);
    const Index<Real> arm = to_index(select(is_arm, j, Real(0.0)));
    for (int i = 0; i < m_; ++i)
      column_[i] = select(is_arm, gather(&A(i, 0), arm) - level_, select(j == number(K_ + i), Real(1.0), Real(0.0)));
    column_[m_] = select(is_arm, Real(1.0), Real(0.0));
  }
  Real entering_cost(const Vector<Real>& c, Real entering) const {
    const Mask<Real> is_arm = entering < number(K_);
    return select(is_arm, gather(c.data(), to_index(select(is_arm, entering, Real(0.0)))), Real(0.0));
  }
  Real times_column(int r) const {
    Real sum(0.0);
    for (int j = 0; j <= m_; ++j) sum = fma(inverse_(r, j), column_[j], sum);
    return sum;
  }

  /// The row whose weight reaches 0 first. Ties go to the excess, then to the largest pivot (Bland's rule: the lowest
  /// number).
  Real leaving_row(bool by_number, Mask<Real>& active) const {
    Real size(0.0), nearest(infinity);
    for (int r = 0; r <= m_; ++r) size = max(abs(direction_[r]), size);
    const Real smallest = Real(1e-11) * size;  // smaller pivots would be inaccurate
    for (int r = 0; r <= m_; ++r) nearest = select(direction_[r] > smallest, min(distance(r), nearest), nearest);
    Real row(-1.0), merit(-infinity);
    for (int r = 0; r <= m_; ++r) {
      const Mask<Real> falls = direction_[r] > smallest, first = distance(r) <= nearest + Real(1e-15);
      const Real offered = select(basis_[r] == excess(), Real(infinity), by_number ? -basis_[r] : direction_[r]);
      const Mask<Real> better = falls & first & (offered > merit);
      row = select(better, number(r), row);
      merit = select(better, offered, merit);
    }
    active = active & (row >= Real(0.0));  // the program is bounded, so a row is missing only because of rounding
    return row;
  }
  Real distance(int r) const { return max(inverse_(r, m_), Real(0.0)) / direction_[r]; }

  void pivot(Real row, Mask<Real> active, Real entering, Real cost) {
    exchange(row, active, entering, cost);
    Mask<Real> left = in_phase_1_;
    for (int r = 0; r <= m_; ++r) left = left & !(basis_[r] == excess());
    in_phase_1_ = in_phase_1_ & !left;
  }
  /// Replaces the basic column of row `row` by the column for which direction_ = B^-1 column.
  void exchange(Real row, Mask<Real> where, Real entering, Real cost) {
    Real pivot(1.0);
    for (int j = 0; j <= m_; ++j) pivot_row_[j] = Real(0.0);
    for (int r = 0; r <= m_; ++r) {
      const Mask<Real> is_row = row == number(r);
      pivot = select(is_row & where, direction_[r], pivot);
      for (int j = 0; j <= m_; ++j) pivot_row_[j] = select(is_row, inverse_(r, j), pivot_row_[j]);
    }
    const Real scale = Real(1.0) / pivot;
    for (int j = 0; j <= m_; ++j) pivot_row_[j] = pivot_row_[j] * scale;
    for (int r = 0; r <= m_; ++r) {
      const Mask<Real> is_row = row == number(r), leaves = is_row & where;
      basis_[r] = select(leaves, entering, basis_[r]);
      cost_[r] = select(leaves, cost, cost_[r]);
      for (int j = 0; j <= m_; ++j) {
        const Real next = select(is_row, pivot_row_[j], fma(-direction_[r], pivot_row_[j], inverse_(r, j)));
        inverse_(r, j) = select(where, next, inverse_(r, j));
      }
    }
  }

  Mask<Real> any_multiplier() const {
    Real highest(0.0);
    for (int i = 0; i < m_; ++i) highest = max(lambda_[i], highest);
    return highest * size_A_ > tolerance_;
  }

  /// Reads off the weights of the basis, with one step of iterative refinement.
  void read_off(const Matrix<Real>& A, Vector<Real>& x) {
    Vector<Real>& residual = column_;
    for (int r = 0; r <= m_; ++r) weight_[r] = max(inverse_(r, m_), Real(0.0));
    for (int j = 0; j <= m_; ++j) residual[j] = Real(j == m_ ? 1.0 : 0.0);
    for (int r = 0; r <= m_; ++r) {
      const Mask<Real> is_arm = basis_[r] < number(K_);
      const Index<Real> arm = to_index(select(is_arm, basis_[r], Real(0.0)));
      for (int i = 0; i < m_; ++i) {
        const Real slack = select(basis_[r] == number(K_ + i), Real(1.0), Real(0.0));
        const Real entry =
            select(is_arm, gather(&A(i, 0), arm) - level_, select(basis_[r] == excess(), Real(-1.0), slack));
        residual[i] = fma(-entry, weight_[r], residual[i]);
      }
      residual[m_] = residual[m_] - select(is_arm, weight_[r], Real(0.0));
    }
    Real sum(0.0);
    for (int r = 0; r <= m_; ++r) {
      const Mask<Real> is_arm = basis_[r] < number(K_);
      weight_[r] = select(is_arm, max(weight_[r] + times_column(r), Real(0.0)), Real(0.0));
      sum += weight_[r];
    }
    const Real scale = Real(1.0) / sum;
    for (int a = 0; a < K_; ++a) x[a] = Real(0.0);
    for (int r = 0; r <= m_; ++r) {
      const Index<Real> arm = to_index(select(basis_[r] < number(K_), basis_[r], Real(0.0)));
      scatter(x.data(), arm, fma(weight_[r], scale, gather(x.data(), arm)));
    }
  }

  int K_, m_;
  Matrix<Real> inverse_;                                                    // B^-1, m + 1 square
  Vector<Real> basis_;                                                      // column numbers of the basis, m + 1
  Vector<Real> cost_;                                                       // c of the basis, m + 1
  Vector<Real> weight_, lambda_, column_, direction_, pivot_row_;           // m + 1
  Real level_{0.0}, mu_{0.0}, size_c_{0.0}, size_A_{0.0}, tolerance_{0.0};  // sizes: bounds on |c| and |A - level|
  Mask<Real> in_phase_1_{};  // lanes in phase 1, where the excess is in the basis
  Mask<Real> tied_{};
  ThinSets<Real> thin_sets_;
};

}  // namespace regretta
