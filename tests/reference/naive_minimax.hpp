#pragma once
/// v = min over x in the simplex of max_i (A x)_i, in long double, by the textbook tableau method: the steepest column
/// enters, the largest pivot among ties leaves, and Bland's rule takes over after many pivots.

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace regretta::naive {

using Number = long double;
using Column = std::vector<Number>;
using Table = std::vector<Column>;

/// The value v. Throws if the primal and the dual strategy do not prove it to within 1e-14 of the entries' range.
inline Number minimax(const Table& A) {
  const std::size_t m = A.size(), K = A[0].size();
  Number least = A[0][0], greatest = A[0][0];
  for (const Column& row : A)
    for (const Number entry : row) {
      least = std::min(least, entry);
      greatest = std::max(greatest, entry);
    }
  const Number range = greatest > least ? greatest - least : 1;
  const Number shift = range - least;
  // Maximise sum z subject to (A + shift) z <= 1, z >= 0; columns: z, slacks, right-hand side; last row: the objective.
  Table tableau(m + 1, Column(K + m + 1));
  std::vector<std::size_t> basis(m);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t a = 0; a < K; ++a) tableau[i][a] = (A[i][a] + shift) / range;
    tableau[i][K + i] = 1;
    tableau[i][K + m] = 1;
    basis[i] = K + i;
  }
  for (std::size_t a = 0; a < K; ++a) tableau[m][a] = -1;
  for (int pivots = 0; pivots < 20000; ++pivots) {
    const bool bland = pivots > 500;
    std::size_t column = K + m;
    for (std::size_t k = 0; k < K + m; ++k) {
      if (tableau[m][k] >= -1e-17L) continue;
      if (column == K + m || (!bland && tableau[m][k] < tableau[m][column])) column = k;
    }
    if (column == K + m) break;
    Number best = HUGE_VALL;
    for (std::size_t i = 0; i < m; ++i)
      if (tableau[i][column] > 1e-14L) best = std::min(best, tableau[i][K + m] / tableau[i][column]);
    std::size_t row = m;
    for (std::size_t i = 0; i < m; ++i) {
      if (tableau[i][column] <= 1e-14L || tableau[i][K + m] / tableau[i][column] > best + 1e-17L) continue;
      if (row == m || (bland ? basis[i] < basis[row] : tableau[i][column] > tableau[row][column])) row = i;
    }
    if (row == m) break;
    const Number divisor = tableau[row][column];
    for (Number& entry : tableau[row]) entry /= divisor;
    for (std::size_t i = 0; i <= m; ++i) {
      const Number factor = tableau[i][column];
      if (i == row || factor == 0) continue;
      for (std::size_t k = 0; k <= K + m; ++k) tableau[i][k] -= factor * tableau[row][k];
      tableau[i][column] = 0;
    }
    basis[row] = column;
  }
  Column x(K), q(m);
  Number sum_x = 0, sum_q = 0;
  for (std::size_t i = 0; i < m; ++i)
    if (basis[i] < K) x[basis[i]] = std::max<Number>(0, tableau[i][K + m]);
  for (const Number entry : x) sum_x += entry;
  for (std::size_t i = 0; i < m; ++i) sum_q += q[i] = std::max<Number>(0, tableau[m][K + i]);
  Number upper_bound = -HUGE_VALL, lower_bound = HUGE_VALL;
  for (std::size_t i = 0; i < m; ++i) {
    Number sum = 0;
    for (std::size_t a = 0; a < K; ++a) sum += A[i][a] * x[a] / sum_x;
    upper_bound = std::max(upper_bound, sum);
  }
  for (std::size_t a = 0; a < K; ++a) {
    Number sum = 0;
    for (std::size_t i = 0; i < m; ++i) sum += A[i][a] * q[i] / sum_q;
    lower_bound = std::min(lower_bound, sum);
  }
  if (!(upper_bound - lower_bound <= 1e-14L * range))
    throw std::runtime_error("minimax: not proven optimal: gap " +
                             std::to_string(static_cast<double>((upper_bound - lower_bound) / range * 1e15L)) + "e-15");
  return upper_bound;
}

}  // namespace regretta::naive
