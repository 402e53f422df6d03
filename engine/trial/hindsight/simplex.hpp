#pragma once
/// The simplex method on a dictionary (condensed tableau) of twofold numbers, for the small dense linear programs of
/// hindsight.cpp and minimax_rows.hpp:
///
///   maximise gain'z  subject to  A z <= bound,  z >= 0,   with bound >= 0, so that z = 0 is feasible.
///
/// Columns may be added after an optimum has been found; the next solve starts from it. Twofold numbers distinguish
/// zeros from rounding errors, so degenerate and repeated rows need no perturbation. Plain loops in index order: the
/// bits depend on the input only.

#include <cstddef>
#include <span>
#include <vector>

#include "regretta/engine/trial/hindsight/twofold.hpp"

namespace regretta {

class Simplex {
 public:
  enum class Outcome {
    optimal,
    unbounded,
    stalled  ///< pivot limit reached: z is feasible but not proven optimal
  };

  /// Starts without columns. bound: one number >= 0 per row.
  explicit Simplex(std::span<const double> bound);

  /// Adds a variable with its gain and one coefficient per row; all of order one.
  void add_column(std::span<const Twofold> coefficients, double gain);

  Outcome solve();

  Twofold value() const { return at(rows_, 0); }  ///< gain'z
  std::vector<Twofold> solution() const;          ///< z, one per column in the order added
  std::vector<Twofold> multipliers() const;       ///< of A z <= bound, one per row; >= 0 if optimal

 private:
  const Twofold* column(std::size_t j) const { return &cells_[j * (rows_ + 1)]; }
  Twofold* column(std::size_t j) { return &cells_[j * (rows_ + 1)]; }
  Twofold at(std::size_t i, std::size_t j) const { return column(j)[i]; }
  std::size_t entering(bool bland) const;
  std::size_t leaving(std::size_t j, bool bland) const;
  void pivot(std::size_t row, std::size_t j);

  // Row i means basic_i = cells(i, 0) - sum over j >= 1 of cells(i, j) nonbasic_j; the last row is the objective in the
  // same form. Stored column by column. Variables 0..rows-1 are the slacks, rows + k is the k-th column added.
  std::size_t rows_;
  std::vector<Twofold> cells_;
  std::vector<std::size_t> basic_;     ///< variable of each row
  std::vector<std::size_t> nonbasic_;  ///< variable of each column; entry 0, the column of bounds, is unused
};

/// parts / sum parts, with negative parts set to 0. parts: >= 0 up to rounding, not all 0.
std::vector<double> proportions(std::vector<Twofold> parts);

}  // namespace regretta
