#include "regretta/engine/trial/simplex.hpp"

#include <numeric>
#include <utility>

namespace regretta {
namespace {

// Data of order one are themselves rounded at 1e-16. A pivot on anything smaller would multiply the 1e-32 of twofold
// arithmetic until it shows in the results.
constexpr double negligible = 1e-16;

// Two ratios closer than this, relatively, are a tie.
constexpr double tie = 1e-28;

}  // namespace

Simplex::Simplex(int rows, int columns)
    : rows_(rows),
      columns_(columns),
      cells_(static_cast<std::size_t>(rows + 1) * static_cast<std::size_t>(columns + 1)),
      basic_(static_cast<std::size_t>(rows)),
      nonbasic_(static_cast<std::size_t>(columns)),
      solution_(static_cast<std::size_t>(columns)),
      duals_(static_cast<std::size_t>(rows)) {
  std::iota(nonbasic_.begin(), nonbasic_.end(), 0);
  std::iota(basic_.begin(), basic_.end(), columns);
}

/// The column to enter, or -1 at the optimum: largest gain, lowest index first; under Bland's rule the lowest variable.
int Simplex::entering(bool bland) const {
  int best = -1;
  for (int j = 0; j < columns_; ++j) {
    const Twofold gain = at(rows_, j);
    if (gain.hi >= -negligible) continue;
    const bool better =
        best < 0 || (bland ? nonbasic_[static_cast<std::size_t>(j)] < nonbasic_[static_cast<std::size_t>(best)]
                           : gain < at(rows_, best));
    if (better) best = j;
  }
  return best;
}

/// The row that limits the entering column, or -1 if none does. Ties go to the largest pivot, then to the lowest index;
/// under Bland's rule to the lowest variable.
int Simplex::leaving(int column, bool bland) const {
  int best = -1;
  Twofold best_ratio;
  for (int i = 0; i < rows_; ++i) {
    const Twofold slope = at(i, column);
    if (slope.hi <= negligible) continue;
    const Twofold ratio = at(i, columns_) / slope;
    bool better = best < 0;
    if (!better) {
      const double difference = (ratio - best_ratio).hi;
      if (difference > tie * best_ratio.hi) continue;
      better = difference < -tie * best_ratio.hi ||
               (bland ? basic_[static_cast<std::size_t>(i)] < basic_[static_cast<std::size_t>(best)]
                      : at(best, column) < slope);
    }
    if (better) {
      best = i;
      best_ratio = ratio;
    }
  }
  return best;
}

void Simplex::pivot(int row, int column) {
  const Twofold inverse = Twofold{1, 0} / at(row, column);
  for (int j = 0; j <= columns_; ++j) {
    if (j != column) entry(row, j) = at(row, j) * inverse;
  }
  const Twofold* from = &cells_[cell(row, 0)];
  for (int i = 0; i <= rows_; ++i) {
    const Twofold factor = at(i, column);
    if (i == row || (factor.hi == 0 && factor.lo == 0)) continue;
    Twofold* to = &cells_[cell(i, 0)];
    for (int j = 0; j <= columns_; ++j) {
      if (j != column) to[j] = to[j] - factor * from[j];
    }
    to[column] = -(factor * inverse);
    if (i < rows_ && to[columns_].hi < 0) to[columns_] = {};  // a tie, up to rounding
  }
  entry(row, column) = inverse;
  std::swap(basic_[static_cast<std::size_t>(row)], nonbasic_[static_cast<std::size_t>(column)]);
}

Simplex::Outcome Simplex::solve() {
  // Far more than any program here has needed; Bland's rule takes over where the objective rests for too long.
  const int patience = rows_ + columns_ + 10;
  const int limit = 100 * patience;
  int resting = 0;
  Outcome outcome = Outcome::stalled;
  for (int step = 0; step < limit; ++step) {
    const bool bland = resting > patience;
    const int column = entering(bland);
    if (column < 0) {
      outcome = Outcome::optimal;
      break;
    }
    const int row = leaving(column, bland);
    if (row < 0) {
      outcome = Outcome::unbounded;
      break;
    }
    const Twofold before = value();
    pivot(row, column);
    resting = before < value() ? 0 : resting + 1;
  }
  read_off();
  return outcome;
}

void Simplex::read_off() {
  for (int i = 0; i < rows_; ++i) {
    const int variable = basic_[static_cast<std::size_t>(i)];
    if (variable < columns_) solution_[static_cast<std::size_t>(variable)] = at(i, columns_);
  }
  for (int j = 0; j < columns_; ++j) {
    const int variable = nonbasic_[static_cast<std::size_t>(j)];
    if (variable >= columns_) duals_[static_cast<std::size_t>(variable - columns_)] = at(rows_, j);
  }
}

}  // namespace regretta
