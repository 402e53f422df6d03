#pragma once
/// The simplex method on a dictionary (condensed tableau) of twofold numbers, for the small dense programs of
/// hindsight:
///
///   maximise gain'z  subject to  A z <= bound,  z >= 0,   with bound >= 0, so that z = 0 is a start.
///
/// Twofold numbers let zeros be told from rounding, so that degenerate and repeated rows need no perturbation. Plain
/// loops in index order: bits depend on nothing but the input.

#include <cstddef>
#include <vector>

#include "regretta/engine/trial/twofold.hpp"

namespace regretta {

class Simplex {
 public:
  enum class Outcome {
    optimal,
    unbounded,
    stalled  ///< out of pivots: the present z is feasible, but not proven optimal
  };

  Simplex(int rows, int columns);

  /// A(row, column) = value + correction, exactly.
  void set(int row, int column, double value, double correction = 0) {
    entry(row, column) = exact_sum(value, correction);
  }
  void set_bound(int row, double bound) { entry(row, columns_) = {bound, 0}; }  ///< bound >= 0
  void set_gain(int column, double gain) { entry(rows_, column) = {-gain, 0}; }

  /// Pivots to the optimum. Once per object.
  Outcome solve();

  Twofold value() const { return at(rows_, columns_); }               ///< gain'z
  const std::vector<Twofold>& solution() const { return solution_; }  ///< z, one per column
  const std::vector<Twofold>& multipliers() const { return duals_; }  ///< of A z <= bound, one per row; >= 0 if optimal

 private:
  Twofold& entry(int row, int column) { return cells_[cell(row, column)]; }
  Twofold at(int row, int column) const { return cells_[cell(row, column)]; }
  std::size_t cell(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_ + 1) + static_cast<std::size_t>(column);
  }
  int entering(bool bland) const;
  int leaving(int column, bool bland) const;
  void pivot(int row, int column);
  void read_off();

  // Row i: basic_i = cells(i, last) - sum_j cells(i, j) nonbasic_j; the last row is the objective in the same form.
  int rows_;
  int columns_;
  std::vector<Twofold> cells_;  ///< (rows + 1) x (columns + 1)
  std::vector<int> basic_;      ///< variable of each row: 0..columns-1 is z, columns + i the slack of row i
  std::vector<int> nonbasic_;   ///< variable of each column
  std::vector<Twofold> solution_;
  std::vector<Twofold> duals_;
};

}  // namespace regretta
