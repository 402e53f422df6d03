#pragma once
/// The small dense linear programs of hindsight, in double-double arithmetic: the simplex method on a dictionary
/// (condensed tableau), and the value of a matrix game with many rows. Plain loops in index order: with
/// -ffp-contract=off the bits depend on the input only.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "regretta/engine/real/functions.hpp"

namespace regretta {

/// A number with about 106 bits: the unevaluated sum hi + lo of two doubles, where hi is the double nearest to the sum.
/// Its arithmetic uses error-free sums and products.
struct DoubleDouble {
  double hi = 0;
  double lo = 0;
};

/// a + b, exactly.
inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a + b, exactly, for |a| >= |b| or a = 0.
inline DoubleDouble exact_sum_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const double product = a.hi * b.hi;
  const double error = fma(a.hi, b.hi, -product) + (a.hi * b.lo + a.lo * b.hi);
  return exact_sum_ordered(product, error);
}

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = exact_sum(a.hi, b.hi);
  const DoubleDouble low = exact_sum(a.lo, b.lo);
  const DoubleDouble sum = exact_sum_ordered(high.hi, high.lo + low.hi);
  return exact_sum_ordered(sum.hi, sum.lo + low.lo);
}

inline DoubleDouble operator-(DoubleDouble a) { return {-a.hi, -a.lo}; }
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) { return a + -b; }

inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double first = a.hi / b.hi;
  const DoubleDouble remainder = a - DoubleDouble{first, 0} * b;
  const double second = remainder.hi / b.hi;
  const DoubleDouble last_remainder = remainder - DoubleDouble{second, 0} * b;
  return exact_sum_ordered(first, 0.0) + exact_sum(second, last_remainder.hi / b.hi);
}

inline bool operator<(DoubleDouble a, DoubleDouble b) { return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo); }

/// sum += a * b, keeping the rounding errors.
inline void accumulate(DoubleDouble& sum, double a, double b) {
  const double product = a * b;
  const DoubleDouble s = exact_sum(sum.hi, product);
  sum = exact_sum_ordered(s.hi, s.lo + (sum.lo + fma(a, b, -product)));
}

/// The simplex method on a dictionary of double-double numbers:
///
///   maximise gain'z  subject to  A z <= bound,  z >= 0,   with bound >= 0, so that z = 0 is feasible.
///
/// Columns may be added after an optimum has been found; the next solve starts from it. DoubleDouble numbers
/// distinguish zeros from rounding errors, so degenerate and repeated rows need no perturbation.
class Simplex {
 public:
  enum class Outcome {
    optimal,
    unbounded,
    stalled  ///< the limit on pivots was reached: z is feasible but not proven optimal
  };

  /// Starts without columns. bound: one number >= 0 per row.
  explicit Simplex(std::span<const double> bound);

  /// Adds a variable with its gain and one coefficient per row. All numbers must be of order one.
  void add_column(std::span<const DoubleDouble> coefficients, double gain);

  Outcome solve();

  DoubleDouble value() const { return cell(rows_, 0); }  ///< gain'z
  std::vector<DoubleDouble> solution() const;            ///< z, one number per column, in the order added
  std::vector<DoubleDouble> multipliers() const;         ///< multipliers of A z <= bound, one per row; >= 0 if optimal

 private:
  const DoubleDouble* column(std::size_t j) const { return &cells_[j * (rows_ + 1)]; }
  DoubleDouble* column(std::size_t j) { return &cells_[j * (rows_ + 1)]; }
  DoubleDouble cell(std::size_t i, std::size_t j) const { return column(j)[i]; }
  std::size_t entering(bool bland) const;
  std::size_t leaving(std::size_t j, bool bland) const;
  void pivot(std::size_t row, std::size_t j);

  // Row i means basic_i = cells(i, 0) - sum over j >= 1 of cells(i, j) nonbasic_j; the last row is the objective in the
  // same form. Stored column by column. Variables 0..rows-1 are the slacks, rows + k is the k-th column added.
  std::size_t rows_;
  std::vector<DoubleDouble> cells_;
  std::vector<std::size_t> basic_;     ///< variable of each row
  std::vector<std::size_t> nonbasic_;  ///< variable of each column; entry 0, the column of bounds, is unused
};

/// Returns parts / sum of parts, with negative parts set to 0. The parts must be >= 0 up to rounding, and not all 0.
std::vector<double> proportions(std::vector<DoubleDouble> parts);

/// The value of a matrix game A and the optimal strategies of both players.
struct Minimax {
  double value = 0;
  std::vector<double> strategy;    ///< x, K
  std::vector<std::int64_t> rows;  ///< the rows with a weight, from 0, in no particular order
  std::vector<double> weights;     ///< q, one number per entry of `rows`: sum_i q_i A_i(a) >= value for every arm a
};

/// min over x in the simplex of max over rows of row'x, for any number of rows that can be read one at a time. The
/// problem is solved on a few rows, to which the rows that x violates most are added until none is violated.
///
/// row(r) returns a pointer to the K numbers of row r in 0..num_rows-1, valid until the next call. It is called for
/// whole stretches of rows in increasing order. The value is within 1e-14 of the exact one, or within 1e-12 if rows tie
/// up to rounding.
///
/// The row player's side of the game is the linear program max sum z s.t. (shift - A)'z <= 1, z >= 0, with q = z / sum
/// z. The shift makes every coefficient at least 1. Each row is a column of the program, and x is its multipliers.
Minimax minimax_over_rows(std::int64_t num_rows, int num_arms, auto&& row) {
  constexpr int num_ranges = 8;       // of rows; every iteration adds the most violated row of each range
  constexpr double rounding = 1e-14;  // a row is violated if it exceeds the value by more
  const auto K = static_cast<std::size_t>(num_arms);

  double max_entry = -infinity;
  for (std::int64_t r = 0; r < num_rows; ++r) {
    const double* values = row(r);
    for (std::size_t a = 0; a < K; ++a) max_entry = std::max(max_entry, values[a]);
  }
  const double shift = 1 + max_entry;

  Minimax game;
  game.value = -infinity;
  game.strategy.assign(K, 1 / static_cast<double>(K));
  Simplex simplex(std::vector<double>(K, 1.0));
  std::vector<DoubleDouble> coefficients(K);
  const auto add_row = [&](std::int64_t r) {
    if (std::find(game.rows.begin(), game.rows.end(), r) != game.rows.end()) return false;
    game.rows.push_back(r);
    const double* values = row(r);
    for (std::size_t a = 0; a < K; ++a) coefficients[a] = exact_sum(shift, -values[a]);
    simplex.add_column(coefficients, 1);
    return true;
  };
  while (true) {
    std::array<std::int64_t, num_ranges> worst;
    worst.fill(-1);
    for (int s = 0; s < num_ranges; ++s) {
      double threshold = game.value + rounding;
      for (std::int64_t r = num_rows * s / num_ranges; r < num_rows * (s + 1) / num_ranges; ++r) {
        const double* values = row(r);
        double sum = 0;
        for (std::size_t a = 0; a < K; ++a) sum += values[a] * game.strategy[a];
        if (sum > threshold) {
          threshold = sum;
          worst[static_cast<std::size_t>(s)] = r;
        }
      }
    }
    bool has_new_row = false;
    for (const std::int64_t r : worst) has_new_row |= r >= 0 && add_row(r);
    if (!has_new_row) break;
    simplex.solve();  // bounded, since every coefficient is positive
    const DoubleDouble total = simplex.value();
    game.value = (DoubleDouble{shift, 0} - DoubleDouble{1, 0} / total).hi;
    game.strategy = proportions(simplex.multipliers());
  }
  game.weights = proportions(simplex.solution());
  return game;
}

}  // namespace regretta
