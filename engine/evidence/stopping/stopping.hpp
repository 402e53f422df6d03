#pragma once
/// What a stop rule sees when it looks, and what it may say then.
///
/// A group-sequential design with equal spending (Bonferroni over the looks, which are fixed before the first trial):
/// each look has an interval whose error rate is alpha / number of looks, so all of them hold together with probability
/// 1 - alpha, whenever and for whatever reason one stops. The intervals are those of bootstrap.hpp, which allow for
/// skew. Looks are at whole blocks in trial order, so that nothing but the trials decides where a cell stops.

#include <optional>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/study/text/stop_rule.hpp"

namespace regretta {

enum class StopReason {
  not_yet,
  narrow,    ///< the interval is as narrow as wanted
  below,     ///< A is below B: the interval of A less B lies below 0
  above,     ///< A is above B
  no_values  ///< not one trial has the metric
};

struct Look {
  StopReason reason = StopReason::not_yet;
  std::int64_t values = 0;  ///< trials that have the metric
  double mean = 0;          ///< of them; NaN for none
  Interval interval;        ///< at error rate alpha / looks; Student's alone where that says "not yet" already
  double needed = 0;        ///< trials that the rule may come to need, as far as can be told; infinite if not
};

/// values: of the metric, or A's less B's, one per trial from trial 0; NaN where a trial has none. looks: how many
/// there are in all. to_report: spend the time on the full interval in any case.
Look look_at(const StopRule& rule, const std::vector<double>& values, std::size_t looks, bool to_report = false);

}  // namespace regretta
