#pragma once
/// The simplex method on a dictionary (condensed tableau) of twofold numbers, for the small dense programs of
/// hindsight:
///
///   maximise gain'z  subject to  A z <= bound,  z >= 0,   with bound >= 0, so that z = 0 is a start.
///
/// Columns may be added after an optimum was found, which stays the start for the next one. Twofold numbers let zeros
/// be told from rounding, so that degenerate and repeated rows need no perturbation. Plain loops in index order: bits
/// depend on nothing but the input.

#include <cstddef>
#include <span>
#include <vector>

#include "regretta/engine/trial/twofold.hpp"

namespace regretta {

class Simplex {
 public:
  enum class Outcome {
    optimal,
    unbounded,
    stalled  ///< out of pivots: z is feasible, but not proven optimal
  };

  /// No columns yet. bound: one number >= 0 per row.
  explicit Simplex(std::span<const double> bound);

  /// One more variable: its gain, and its coefficients, one per row. Numbers of order one.
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

  // Row i says: basic_i = cells(i, 0) - sum over j >= 1 of cells(i, j) nonbasic_j; the last row is the objective, in
  // the same form. Column by column. Variables: 0..rows-1 are the slacks, rows + k is the k-th column added.
  std::size_t rows_;
  std::vector<Twofold> cells_;
  std::vector<std::size_t> basic_;     ///< variable of each row
  std::vector<std::size_t> nonbasic_;  ///< variable of each column; the first entry, of the bounds, is unused
  std::vector<Twofold> pivot_row_;
};

/// The point of the simplex with these proportions. parts: >= 0 up to rounding, not all 0.
std::vector<double> proportions(std::vector<Twofold> parts);

}  // namespace regretta
