#pragma once
/// A look of a stop rule: what it computes from the trials so far, and what it may conclude.
///
/// The design is group-sequential with equal spending (Bonferroni over the looks, which are fixed before the first
/// trial). Each look has an interval with error rate alpha / number of looks, so all intervals hold simultaneously with
/// probability at least 1 - alpha, whenever and for whatever reason the study stops. Interval and test are those of
/// evidence.hpp. Looks are at whole blocks in trial order, so only the trials
/// decide where a cell stops.

#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/study/text/stop_rule.hpp"

namespace regretta {

enum class StopReason {
  not_yet,
  narrow,    ///< the interval is narrow enough
  below,     ///< A is below B: the interval for A - B lies below 0
  above,     ///< A is above B
  tie,       ///< the interval for A - B contains 0 and lies within StopRule::tie of their size; 0 in every trial
  no_values  ///< no trial has the metric
};

struct Look {
  StopReason reason = StopReason::not_yet;
  double mean = not_a_number;  ///< of the trials that have the metric; NaN for none
  Interval interval{-infinity, infinity};
  double needed = infinity;  ///< estimate of the trials that the rule needs; infinite if unknown
};

/// What is looked at: the metric, or A's minus B's (differences_of), one per trial from trial 0, or per instance; NaN
/// if one has none.
struct Sample {
  std::vector<double> values;
  Interval reach;          ///< what they can be
  double size = 0;         ///< what the rule and ties take a share of: the larger one of size_of A and B
  bool are_trials = true;  ///< false: instances, which further trials do not add to
};

/// `family`: of all claims at all looks, one of which this is.
Look look_at(const StopRule& rule, const Sample& sample, const Family& family);

}  // namespace regretta
