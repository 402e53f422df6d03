#pragma once
/// Trials -> cells and curves. Folded in trial order by plain loops, so that nothing but the trials decides a bit.

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "regretta/engine/trial/result.hpp"

namespace regretta {

/// Of one quantity over the trials that have it (NaN: no strategy was feasible, or the quantity does not apply).
struct Statistic {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::int64_t count = 0;
  double mean = nan;
  double se = nan;  ///< standard error of the mean: sample standard deviation / sqrt(count); NaN for fewer than two
  double q05 = nan, q50 = nan, q95 = nan;  ///< exact quantiles, interpolated linearly (Hyndman and Fan's type 7)
};

/// `values` in trial order; NaN is left out.
Statistic summarise(std::vector<double> values);

/// Type 7: between the order statistics around 1 + (n - 1) p. `sorted` is ascending and not empty.
double quantile(const std::vector<double>& sorted, double p);

/// Of Student's t interval for the mean; NaN for fewer than two values.
double half_width(const Statistic& statistic, double level = 0.95);

struct CellSummary {
  std::int64_t trials = 0;      ///< finished, failed and infeasible ones included
  std::int64_t infeasible = 0;  ///< not failed, but OPT is NaN: their regrets are in no mean
  std::int64_t failed = 0;      ///< in no mean at all
  std::array<Statistic, num_quantities> quantities;
  std::vector<std::array<Statistic, num_curve_quantities>> curve;  ///< one per checkpoint

  const Statistic& operator[](Quantity q) const { return quantities[static_cast<std::size_t>(q)]; }
};

/// Collects the trials of one cell, in trial order. Memory: the trials of one cell.
class CellFold {
 public:
  explicit CellFold(std::size_t num_checkpoints) : curve_values_(num_checkpoints) {}
  void add(const TrialResult& trial);
  CellSummary finish();  ///< once; the values are used up

 private:
  CellSummary counts_;
  std::array<std::vector<double>, num_quantities> values_;
  std::vector<std::array<std::vector<double>, num_curve_quantities>> curve_values_;
};

}  // namespace regretta
