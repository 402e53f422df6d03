#pragma once
/// A look of a stop rule: what it computes from the trials so far, and what it may conclude.
///
/// The design is group-sequential with equal spending (Bonferroni over the looks, which are fixed before the first
/// trial). Each look has an interval with error rate alpha / number of looks, so all intervals hold simultaneously with
/// probability at least 1 - alpha, whenever and for whatever reason the study stops. The intervals are those of
/// mean_interval.hpp, which allow for trials too rare to be seen, or, with rare_trials = false, of bootstrap.hpp, which
/// allow for skew. Looks are at whole blocks in trial order, so only the trials decide where a cell stops.

#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/study/text/stop_rule.hpp"

namespace regretta {

enum class StopReason {
  not_yet,
  narrow,    ///< the interval is narrow enough
  below,     ///< A is below B: the interval for A - B lies below 0
  above,     ///< A is above B
  no_values  ///< no trial has the metric
};

struct Look {
  StopReason reason = StopReason::not_yet;
  std::int64_t values = 0;  ///< trials that have the metric
  double mean = 0;          ///< of these values; NaN for none
  /// At error rate alpha / looks. Without rare_trials only Student's, if that already gives "not yet".
  Interval interval;
  Interval seen;      ///< at the same rate, from what was seen: bootstrap.hpp. Only if `to_report`
  double needed = 0;  ///< estimate of the trials that the rule needs; infinite if unknown
};

/// values: the metric, or A's minus B's, one per trial from trial 0; NaN if a trial has none. reach: what they can be.
/// looks: the total number of looks. to_report: compute both intervals in any case.
Look look_at(const StopRule& rule, const std::vector<double>& values, const Interval& reach, std::size_t looks,
             bool to_report = false);

}  // namespace regretta
