#pragma once
/// Summaries of trials: means, standard errors and quantiles of cells and curves. Values are accumulated in trial order
/// by plain loops, so the bits of a summary depend on the trials only.

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/trial/contract/result.hpp"

namespace regretta {

/// Summary of one quantity over the trials that have a value (not NaN). A trial has no regret if no strategy is
/// feasible, for example.
struct Statistic {
  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::int64_t count = 0;
  double mean = nan;
  double se = nan;   ///< standard error of the mean, sample standard deviation / sqrt(count); NaN if count < 2
  double third = 0;  ///< third central moment of the mean; 0 if count < 3
  double q05 = nan, q50 = nan, q95 = nan;  ///< exact quantiles, interpolated linearly (Hyndman and Fan's type 7)
};

/// The moments from which intervals for the mean are computed.
MeanMoments moments_of(const Statistic& statistic);

/// The numbers of a Statistic in tables, with their names.
inline constexpr std::array<std::pair<std::string_view, double Statistic::*>, 5> statistic_numbers = {
    {{"mean", &Statistic::mean},
     {"se", &Statistic::se},
     {"q05", &Statistic::q05},
     {"q50", &Statistic::q50},
     {"q95", &Statistic::q95}}};

/// Summary of values, which are in trial order; NaN is left out.
Statistic summarise(std::vector<double> values);

/// The p-quantile, of type 7: it interpolates between the order statistics around 1 + (n - 1) p. `sorted` is ascending
/// and not empty.
double quantile(const std::vector<double>& sorted, double p);
/// The p-quantile of values in any order; NaN for no values.
double quantile_of(std::vector<double> values, double p);
/// The p-quantile from two order statistics: sorted[floor((count - 1) p)] and its successor, if any.
double quantile_between(double below, double above, std::int64_t count, double p);

struct CellSummary {
  explicit CellSummary(const TrialShape& shape = {})
      : quantities(shape.quantities), curve(shape.checkpoints, std::vector<Statistic>(shape.curve_quantities)) {}

  /// Counts a finished trial. Returns false if the trial failed, so that it has no numbers.
  bool count(const TrialResult& trial);

  std::int64_t trials = 0;            ///< finished trials, including failed and infeasible ones
  std::int64_t infeasible = 0;        ///< trials without OPT that did not fail; left out of the means of regrets
  std::int64_t failed = 0;            ///< failed trials; left out of all means
  std::vector<Statistic> quantities;  ///< indexed by Quantity
  std::vector<std::vector<Statistic>> curve;  ///< checkpoints x columns of Curve

  const Statistic& operator[](Quantity q) const { return quantities[static_cast<std::size_t>(q)]; }
};

/// Visits the numbers of a trial in the order in which they are stored: quantities, then checkpoints x curve columns.
template <class Visit>
void for_each_number(const TrialResult& trial, const Visit& visit) {
  for (const double x : trial.quantities) visit(x);
  for (const double x : trial.curve.values()) visit(x);
}

/// Visits the statistics of these numbers in the same order.
template <class Summary, class Visit>
void for_each_statistic(Summary& summary, const Visit& visit) {
  for (auto& statistic : summary.quantities) visit(statistic);
  for (auto& point : summary.curve)
    for (auto& statistic : point) visit(statistic);
}

/// Summarises the trials of one cell in several passes, each of which keeps some numbers of every trial in memory. In
/// each pass, add all trials in order, then call end_pass. It returns true after the last pass.
class CellFold {
 public:
  explicit CellFold(const TrialShape& shape) : summary_(shape), numbers_(shape.numbers()) {}
  /// max_numbers: how many numbers of each trial a pass may keep; at least 1, and the same for all trials of a pass.
  void add(const TrialResult& trial, std::size_t max_numbers = no_limit);
  bool end_pass();
  const CellSummary& summary() const { return summary_; }

 private:
  static constexpr auto no_limit = static_cast<std::size_t>(-1);
  CellSummary summary_;
  std::size_t numbers_, first_ = 0;          ///< how many numbers a trial has; index of the first number of this pass
  std::vector<std::vector<double>> values_;  ///< numbers of this pass, by number and trial
};

}  // namespace regretta
