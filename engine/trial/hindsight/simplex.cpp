#include "regretta/engine/trial/hindsight/simplex.hpp"

#include <numeric>
#include <utility>

namespace regretta {
namespace {

// Input of order one has rounding errors of 1e-16. A pivot below this would amplify the 1e-32 errors of double-double
// arithmetic until they become visible in the results.
constexpr double negligible = 1e-16;

// Two ratios tie if their relative difference is below this.
constexpr double tie = 1e-28;

constexpr auto none = static_cast<std::size_t>(-1);

}  // namespace

Simplex::Simplex(std::span<const double> bound) : rows_(bound.size()), basic_(rows_), nonbasic_(1) {
  for (const double b : bound) cells_.push_back({b, 0});
  cells_.push_back({});
  std::iota(basic_.begin(), basic_.end(), std::size_t{0});
}

void Simplex::add_column(std::span<const DoubleDouble> coefficients, double gain) {
  // Express the column in the current basis: each row's coefficient times the current column of its slack.
  std::vector<DoubleDouble> added(rows_ + 1);
  for (std::size_t i = 0; i < rows_; ++i)
    if (basic_[i] < rows_) added[i] = coefficients[basic_[i]];
  added[rows_] = {-gain, 0};
  for (std::size_t j = 1; j < nonbasic_.size(); ++j) {
    if (nonbasic_[j] >= rows_) continue;
    const DoubleDouble coefficient = coefficients[nonbasic_[j]];
    const DoubleDouble* slack = column(j);
    for (std::size_t i = 0; i <= rows_; ++i) added[i] = added[i] + coefficient * slack[i];
  }
  nonbasic_.push_back(rows_ + nonbasic_.size() - 1);
  cells_.insert(cells_.end(), added.begin(), added.end());
}

/// The entering column, or `none` at the optimum: the column with the largest gain (of several, the first added) or,
/// under Bland's rule, that of the lowest variable.
std::size_t Simplex::entering(bool bland) const {
  std::size_t best = none;
  for (std::size_t j = 1; j < nonbasic_.size(); ++j) {
    const DoubleDouble gain = cell(rows_, j);
    if (gain.hi >= -negligible) continue;
    if (best == none || (bland ? nonbasic_[j] < nonbasic_[best] : gain < cell(rows_, best))) best = j;
  }
  return best;
}

/// The row that limits the entering column, or `none`. Ties go to the largest pivot, then to the lowest row; under
/// Bland's rule, to the lowest variable.
std::size_t Simplex::leaving(std::size_t j, bool bland) const {
  std::size_t best = none;
  DoubleDouble best_ratio;
  for (std::size_t i = 0; i < rows_; ++i) {
    const DoubleDouble slope = cell(i, j);
    if (slope.hi <= negligible) continue;
    const DoubleDouble ratio = cell(i, 0) / slope;
    if (best != none) {
      const double difference = (ratio - best_ratio).hi;
      if (difference > tie * best_ratio.hi) continue;
      const bool tied = difference >= -tie * best_ratio.hi;
      if (tied && !(bland ? basic_[i] < basic_[best] : cell(best, j) < slope)) continue;
    }
    best = i;
    best_ratio = ratio;
  }
  return best;
}

void Simplex::pivot(std::size_t row, std::size_t j) {
  const DoubleDouble inverse = DoubleDouble{1, 0} / cell(row, j);
  DoubleDouble* entered = column(j);
  for (std::size_t k = 0; k < nonbasic_.size(); ++k) {
    if (k == j) continue;
    DoubleDouble* next = column(k);
    const DoubleDouble share = next[row] * inverse;
    if (share.hi != 0)
      for (std::size_t i = 0; i <= rows_; ++i) next[i] = next[i] - entered[i] * share;
    next[row] = share;
  }
  for (std::size_t i = 0; i <= rows_; ++i) entered[i] = -(entered[i] * inverse);
  entered[row] = inverse;
  DoubleDouble* bound = column(0);
  for (std::size_t i = 0; i < rows_; ++i)
    if (bound[i].hi < 0) bound[i] = {};  // negative only through rounding in a tie
  std::swap(basic_[row], nonbasic_[j]);
}

Simplex::Outcome Simplex::solve() {
  // Bland's rule takes over if the objective has not grown for `most_stalled` pivots. The limit on all pivots is far
  // more than any program here has needed.
  const std::size_t most_stalled = rows_ + nonbasic_.size() + 10;
  std::size_t num_stalled = 0;
  for (std::size_t step = 0; step < 100 * most_stalled; ++step) {
    const bool bland = num_stalled > most_stalled;
    const std::size_t j = entering(bland);
    if (j == none) return Outcome::optimal;
    const std::size_t row = leaving(j, bland);
    if (row == none) return Outcome::unbounded;
    const DoubleDouble before = value();
    pivot(row, j);
    num_stalled = before < value() ? 0 : num_stalled + 1;
  }
  return Outcome::stalled;
}

std::vector<DoubleDouble> Simplex::solution() const {
  std::vector<DoubleDouble> z(nonbasic_.size() - 1);
  for (std::size_t i = 0; i < rows_; ++i)
    if (basic_[i] >= rows_) z[basic_[i] - rows_] = cell(i, 0);
  return z;
}

std::vector<DoubleDouble> Simplex::multipliers() const {
  std::vector<DoubleDouble> duals(rows_);
  for (std::size_t j = 1; j < nonbasic_.size(); ++j)
    if (nonbasic_[j] < rows_) duals[nonbasic_[j]] = cell(rows_, j);
  return duals;
}

std::vector<double> proportions(std::vector<DoubleDouble> parts) {
  DoubleDouble total;
  for (DoubleDouble& part : parts) {
    if (part.hi < 0) part = {};
    total = total + part;
  }
  std::vector<double> shares;
  for (const DoubleDouble& part : parts) shares.push_back((part / total).hi);
  return shares;
}

}  // namespace regretta
