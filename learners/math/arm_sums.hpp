#pragma once
/// Passes over the arms for the projection with several constraints (kl_many_constraints.hpp). Sums are kept in
/// registers by handling up to four rows at a time, in loops whose number of rows is known at compile time.

#include "regretta/engine/real/real.hpp"

namespace regretta {

namespace detail {

template <class F>
REGRETTA_INLINE void with_count(int n, F f) {
  if (n == 1) f(std::integral_constant<int, 1>());
  if (n == 2) f(std::integral_constant<int, 2>());
  if (n == 3) f(std::integral_constant<int, 3>());
  if (n == 4) f(std::integral_constant<int, 4>());
}
inline constexpr int most_rows_at_once = 4;

}  // namespace detail

/// Calls use(a, sum_i factors_i A(i, a)) for every arm a, in order. `scratch`: K Reals, used if there are five rows or
/// more.
template <class Real, class Use>
REGRETTA_INLINE void for_each_mixture(const Vector<Real>& factors, const Matrix<Real>& A, Vector<Real>& scratch,
                                      Use use) {
  const int m = static_cast<int>(A.rows()), K = static_cast<int>(A.cols());
  Real* so_far = scratch.data();
  int first = 0;
  for (; first + detail::most_rows_at_once < m; first += detail::most_rows_at_once) {
    const Real* rows = &A(first, 0);
    for (int a = 0; a < K; ++a) {
      Real mixture = first == 0 ? Real(0.0) : so_far[a];
      for (int i = 0; i < detail::most_rows_at_once; ++i) mixture = fma(factors[first + i], rows[i * K + a], mixture);
      so_far[a] = mixture;
    }
  }
  detail::with_count(m - first, [&](auto count) REGRETTA_FLAT {
    const Real* rows = &A(first, 0);
    Real own[count];
    detail::each<count>([&](auto i) REGRETTA_FLAT { own[i] = factors[first + i]; });
    for (int a = 0; a < K; ++a) {
      Real mixture = first == 0 ? Real(0.0) : so_far[a];
      detail::each<count>([&](auto i) REGRETTA_FLAT { mixture = fma(own[i], rows[i * K + a], mixture); });
      use(a, mixture);
    }
  });
}

/// Sums of w, w A_i and w A_i A_j (j <= i) over the arms.
template <class Real>
REGRETTA_INLINE void sum_moments(const Vector<Real>& w, const Matrix<Real>& A, Real& sum, Vector<Real>& first,
                                 Matrix<Real>& second) {
  const int m = static_cast<int>(A.rows()), K = static_cast<int>(A.cols());
  const Real* weights = w.data();
  for (int i = 0; i < m; ++i) {
    const Real* row = &A(i, 0);
    for (int begin = 0; begin <= i; begin += detail::most_rows_at_once) {
      const Real* others = &A(begin, 0);
      detail::with_count(std::min(i + 1 - begin, detail::most_rows_at_once), [&](auto count) REGRETTA_FLAT {
        Real mean(0.0), total(0.0), products[count];
        detail::each<count>([&](auto j) REGRETTA_FLAT { products[j] = Real(0.0); });
        for (int a = 0; a < K; ++a) {
          const Real p = weights[a] * row[a];
          mean += p;
          if constexpr (count == 1) total += weights[a];
          detail::each<count>([&](auto j) REGRETTA_FLAT { products[j] = fma(p, others[j * K + a], products[j]); });
        }
        if (i == 0) sum = total;
        first[i] = mean;
        detail::each<count>([&](auto j) REGRETTA_FLAT { second(i, begin + j) = products[j]; });
      });
    }
  }
}

/// sums_i = sum of w A_i over the arms.
template <class Real>
REGRETTA_INLINE void sum_products(const Vector<Real>& w, const Matrix<Real>& A, Vector<Real>& sums) {
  const int m = static_cast<int>(A.rows()), K = static_cast<int>(A.cols());
  const Real* weights = w.data();
  for (int begin = 0; begin < m; begin += detail::most_rows_at_once) {
    const Real* rows = &A(begin, 0);
    detail::with_count(std::min(m - begin, detail::most_rows_at_once), [&](auto count) REGRETTA_FLAT {
      Real own[count];
      detail::each<count>([&](auto i) REGRETTA_FLAT { own[i] = Real(0.0); });
      for (int a = 0; a < K; ++a)
        detail::each<count>([&](auto i) REGRETTA_FLAT { own[i] = fma(weights[a], rows[i * K + a], own[i]); });
      detail::each<count>([&](auto i) REGRETTA_FLAT { sums[begin + i] = own[i]; });
    });
  }
}

}  // namespace regretta
