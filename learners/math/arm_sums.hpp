#pragma once
/// Loops over arms for the KL projection. A Real holds one arm of every lane or, in trial-major order, eight arms of
/// one trial. With several constraints, up to four rows of A (one for each constraint) are handled at a time, in loops
/// whose number of rows is known at compile time, so that sums stay in registers.

#include "regretta/engine/real/functions.hpp"

namespace regretta {

namespace detail {

/// Calls f with n as a compile-time constant; n: 1 to 4.
REGRETTA_INLINE void with_count(int n, auto f) {
  if (n == 1) f(std::integral_constant<int, 1>());
  if (n == 2) f(std::integral_constant<int, 2>());
  if (n == 3) f(std::integral_constant<int, 3>());
  if (n == 4) f(std::integral_constant<int, 4>());
}
inline constexpr int most_rows_at_once = 4;

/// The number of rows whose moments (10 for three rows, 15 for four) all fit into registers; 0 if sum_moments does not
/// work in one pass. AVX-512 has 32 registers.
template <class Real>
inline constexpr int most_rows_in_a_pass = 0;
template <int W>
inline constexpr int most_rows_in_a_pass<BasicPack<W, native::Avx512>> = W == 8 ? 4 : 3;

/// sum_moments() in one pass over the arms, for up to four rows.
template <class Real>
REGRETTA_INLINE void sum_moments_in_a_pass(const Real* weights, const Matrix<Real>& A, Real& sum, Vector<Real>& first,
                                           Matrix<Real>& second) {
  const int m = static_cast<int>(A.rows()), K = static_cast<int>(A.cols());
  with_count(m, [&](auto count) REGRETTA_FLAT {
    const Real* rows = A.data();
    Real total(0.0), first_sums[count], products[count][count];
    each<count>([&](auto i) REGRETTA_FLAT {
      first_sums[i] = Real(0.0);
      each<i + 1>([&](auto j) REGRETTA_FLAT { products[i][j] = Real(0.0); });
    });
    for (int a = 0; a < K; ++a) {
      total += weights[a];
      each<count>([&](auto i) REGRETTA_FLAT {
        const Real p = weights[a] * rows[i * K + a];
        first_sums[i] += p;
        each<i + 1>([&](auto j) REGRETTA_FLAT { products[i][j] = fma(p, rows[j * K + a], products[i][j]); });
      });
    }
    sum = total;
    each<count>([&](auto i) REGRETTA_FLAT {
      first[i] = first_sums[i];
      each<i + 1>([&](auto j) REGRETTA_FLAT { second(i.value, j.value) = products[i][j]; });
    });
  });
}

}  // namespace detail

/// Calls use(a, sum_i factors_i A(i, a)) for every arm a, in order. `scratch`: K Reals, used if there are five rows or
/// more.
template <class Real, class Use>
REGRETTA_INLINE void for_each_mixture(const Vector<Real>& factors, const Matrix<Real>& A, Vector<Real>& scratch,
                                      Use use) {
  const int m = static_cast<int>(A.rows()), K = static_cast<int>(A.cols());
  Real* partial = scratch.data();
  int begin = 0;
  for (; begin + detail::most_rows_at_once < m; begin += detail::most_rows_at_once) {
    const Real* rows = &A(begin, 0);
    for (int a = 0; a < K; ++a) {
      Real mixture = begin == 0 ? Real(0.0) : partial[a];
      for (int i = 0; i < detail::most_rows_at_once; ++i) mixture = fma(factors[begin + i], rows[i * K + a], mixture);
      partial[a] = mixture;
    }
  }
  detail::with_count(m - begin, [&](auto count) REGRETTA_FLAT {
    const Real* rows = &A(begin, 0);
    Real block_factors[count];
    detail::each<count>([&](auto i) REGRETTA_FLAT { block_factors[i] = factors[begin + i]; });
    for (int a = 0; a < K; ++a) {
      Real mixture = begin == 0 ? Real(0.0) : partial[a];
      detail::each<count>([&](auto i) REGRETTA_FLAT { mixture = fma(block_factors[i], rows[i * K + a], mixture); });
      use(a, mixture);
    }
  });
}

/// Computes the sums over arms of w (`sum`), w A_i (`first`, m) and w A_i A_j for j <= i (`second`, m x m).
template <class Real>
REGRETTA_INLINE void sum_moments(const Real* weights, const Matrix<Real>& A, Real& sum, Vector<Real>& first,
                                 Matrix<Real>& second) {
  const int m = static_cast<int>(A.rows()), K = static_cast<int>(A.cols());
  if (m <= detail::most_rows_in_a_pass<Real>) return detail::sum_moments_in_a_pass(weights, A, sum, first, second);
  for (int i = 0; i < m; ++i) {
    const Real* row = &A(i, 0);
    for (int begin = 0; begin <= i; begin += detail::most_rows_at_once) {
      const Real* earlier = &A(begin, 0);
      detail::with_count(std::min(i + 1 - begin, detail::most_rows_at_once), [&](auto count) REGRETTA_FLAT {
        Real first_sum(0.0), total(0.0), products[count];
        detail::each<count>([&](auto j) REGRETTA_FLAT { products[j] = Real(0.0); });
        for (int a = 0; a < K; ++a) {
          const Real p = weights[a] * row[a];
          first_sum += p;
          if constexpr (count == 1) total += weights[a];  // the first block of row 0 has count 1
          detail::each<count>([&](auto j) REGRETTA_FLAT { products[j] = fma(p, earlier[j * K + a], products[j]); });
        }
        if (i == 0) sum = total;
        first[i] = first_sum;
        detail::each<count>([&](auto j) REGRETTA_FLAT { second(i, begin + j) = products[j]; });
      });
    }
  }
}

/// sums_i = sum of w A_i over the arms.
template <class Real>
REGRETTA_INLINE void sum_products(const Real* weights, const Matrix<Real>& A, Vector<Real>& sums) {
  const int m = static_cast<int>(A.rows()), K = static_cast<int>(A.cols());
  for (int begin = 0; begin < m; begin += detail::most_rows_at_once) {
    const Real* rows = &A(begin, 0);
    detail::with_count(std::min(m - begin, detail::most_rows_at_once), [&](auto count) REGRETTA_FLAT {
      Real sums_of_rows[count];
      detail::each<count>([&](auto i) REGRETTA_FLAT { sums_of_rows[i] = Real(0.0); });
      for (int a = 0; a < K; ++a)
        detail::each<count>([&](auto i)
                                REGRETTA_FLAT { sums_of_rows[i] = fma(weights[a], rows[i * K + a], sums_of_rows[i]); });
      detail::each<count>([&](auto i) REGRETTA_FLAT { sums[begin + i] = sums_of_rows[i]; });
    });
  }
}

/// w = y exp(lambda row), with exp_small in lanes where all exponents are small. size: an upper bound on |row|.
/// The sign is opposite to that in tilt_arms and push_arms, which use exp(-lambda'A).
template <class Real>
REGRETTA_INLINE void tilt_row(Real lambda, const Real* row, Real size, int K, const Real* y, Real* w) {
  const Mask<Real> small = abs(lambda) * size <= Real(small_exponent_limit);
  if (all(small)) {
    for (int a = 0; a < K; ++a) w[a] = y[a] * exp_small(lambda * row[a]);
  } else {
    for (int a = 0; a < K; ++a) {
      const Real u = lambda * row[a];
      w[a] = y[a] * select(small, exp_small(u), exp(u));
    }
  }
}

/// w = y exp(-lambda'A) for small exponents; returns the largest absolute value of an exponent.
template <class Real>
REGRETTA_INLINE Real tilt_arms(const Vector<Real>& lambda, const Matrix<Real>& A, const Real* y, Vector<Real>& scratch,
                               Real* w) {
  Real largest(0.0);
  for_each_mixture(lambda, A, scratch, [&](int a, Real u) REGRETTA_FLAT {
    w[a] = y[a] * exp_small(-u);
    largest = max(abs(u), largest);
  });
  return largest;
}

/// changed(a) = change(a, sum_i factors_i A(i, a)). Returns sum_a changed(a); first_i = sum_a changed(a) A(i, a).
template <class Real, class Change>
REGRETTA_INLINE Real change_arms(const Vector<Real>& factors, const Matrix<Real>& A, Vector<Real>& scratch,
                                 Real* changed, Vector<Real>& first, Change change) {
  const int m = static_cast<int>(A.rows()), K = static_cast<int>(A.cols());
  Real total(0.0);
  if (m > detail::most_rows_at_once) {
    for_each_mixture(factors, A, scratch, [&](int a, Real u) REGRETTA_FLAT {
      changed[a] = change(a, u);
      total += changed[a];
    });
    sum_products(changed, A, first);
    return total;
  }
  detail::with_count(m, [&](auto count) REGRETTA_FLAT {
    const Real* rows = A.data();
    Real all_factors[count], products[count];
    detail::each<count>([&](auto i) REGRETTA_FLAT { all_factors[i] = factors[i], products[i] = Real(0.0); });
    for (int a = 0; a < K; ++a) {
      Real mixture(0.0);
      detail::each<count>([&](auto i) REGRETTA_FLAT { mixture = fma(all_factors[i], rows[i * K + a], mixture); });
      const Real weight = change(a, mixture);
      changed[a] = weight;
      total += weight;
      detail::each<count>([&](auto i) REGRETTA_FLAT { products[i] = fma(weight, rows[i * K + a], products[i]); });
    }
    detail::each<count>([&](auto i) REGRETTA_FLAT { first[i] = products[i]; });
  });
  return total;
}

/// w <- w exp(-step'A) for a tiny step. Returns the sum of w, and in `first` the sums of w A_i.
template <class Real>
REGRETTA_INLINE Real push_arms(const Vector<Real>& step, const Matrix<Real>& A, Vector<Real>& scratch, Real* w,
                               Vector<Real>& first) {
  if constexpr (detail::most_rows_in_a_pass<Real> != 0) {  // enough registers for one pass
    return change_arms(step, A, scratch, w, first, [&](int a, Real u) REGRETTA_FLAT { return w[a] * exp_tiny(-u); });
  } else {
    Real total(0.0);
    for_each_mixture(step, A, scratch, [&](int a, Real u) REGRETTA_FLAT {
      w[a] = w[a] * exp_tiny(-u);
      total += w[a];
    });
    sum_products(w, A, first);
    return total;
  }
}

}  // namespace regretta
