#pragma once
/// Forecasts the remaining time of a run from model_cost() and from the speed of each learner in finished blocks.
/// Used by run_blocks and `regretta run --dry-run`. Not thread-safe.

#include <cstdint>
#include <vector>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

class Forecast {
 public:
  Forecast(const Plan& plan, const BlockSpans& missing);

  /// Records that one worker took `seconds` for `trials` trials of the cell. If `finished`, they are removed from the
  /// remaining work; a calibration passes false.
  void record(std::int64_t cell, double trials, double seconds, bool finished);

  double seconds_left() const;  ///< remaining time of a single worker; 0 before the first record
  std::size_t num_groups() const { return groups_.size(); }  ///< number of groups of cells with the same speed
  double rounds_ahead() const { return rounds_ahead_; }      ///< trial-rounds of the remaining work
  bool has_seen(std::int64_t cell) const { return groups_[group_of_[index(cell)]].recorded_cost > 0; }

 private:
  /// Cells that are expected to run at the same speed.
  struct Group {
    double cost_ahead = 0;        ///< model cost of the remaining trials
    double recorded_cost = 0;     ///< model cost of the recorded trials
    double recorded_seconds = 0;  ///< time that they took
  };
  static std::size_t index(std::int64_t cell) { return static_cast<std::size_t>(cell); }

  std::vector<std::size_t> group_of_;  ///< per cell
  std::vector<double> cost_of_trial_;  ///< per cell
  std::vector<double> horizon_;        ///< per cell
  std::vector<Group> groups_;
  double recorded_cost_ = 0;
  double recorded_seconds_ = 0;
  double rounds_ahead_ = 0;
};

}  // namespace regretta
