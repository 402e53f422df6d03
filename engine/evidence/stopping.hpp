#pragma once
/// Stop rules: a run proceeds from look to look until every cell or setting is decided or has all its trials (`regretta
/// run --until`).
///
/// The design is group-sequential with equal spending (Bonferroni over the looks, which are fixed before the first
/// trial). Each look has an interval with error rate alpha / number of looks, so all intervals hold simultaneously with
/// probability at least 1 - alpha, whenever and for whatever reason the study stops. Interval and test are those of
/// statistics/evidence.hpp. Looks are at whole blocks in trial order, so only the trials decide where a cell stops.

#include <cstdint>
#include <functional>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/engine/study/run_study.hpp"
#include "regretta/engine/study/text/stop_rule.hpp"

namespace regretta {

struct StopQuestion {
  std::int64_t a = 0;      ///< the cell whose metric is examined
  std::int64_t b = -1;     ///< the cell whose metric is subtracted, trial by trial; -1: none
  std::size_t metric = 0;  ///< index in StopRule::metrics
};

/// The cells that a rule stops together, when all questions of them are answered: a single cell, or those of a setting
/// (an environment setting at a horizon).
struct StopUnit {
  std::vector<std::int64_t> cells;
  std::vector<StopQuestion> questions;
};

/// All questions of a rule.
struct StopUnits {
  std::vector<StopUnit> units;  ///< in the order of cells
  Family family;                ///< family of the answers at all looks
};

/// The questions of the plan's rule; none without a rule. Throws StudyError if a learner that the rule names does not
/// exist.
StopUnits stop_units(const Plan& plan);

/// The same for a study file with a rule. Throws std::invalid_argument if a learner that the rule names does not exist,
/// and StudyFileError as Results does.
StopUnits stop_units(const Results& study);

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
  double mean = not_a_number;  ///< mean over the trials with the metric; NaN if there is none
  Interval interval{-infinity, infinity};
  double needed = infinity;  ///< estimate of the trials that the rule needs; infinite if unknown
};

/// The values at a look: the metric, or A's minus B's (differences_of), one per trial from trial 0, or one per
/// instance; NaN for trials without a value.
struct Sample {
  std::vector<double> values;
  Interval reach;          ///< possible values
  double size = 0;         ///< the size of which rules and ties take a share: the larger size_of_mean of A and B
  bool are_trials = true;  ///< false for means of instances, of which further trials add none
};

/// `family`: the family of all claims at all looks.
Look look_at(const StopRule& rule, const Sample& sample, const Family& family);

/// The looks of the plan's rule during a run. The result must not outlive `plan`. Throws as stop_units and Results do.
RunPolicy::NextTrials looks_of(const Plan& plan, StudyWriter& file);

/// Visits each unit of a study file, in order of cells, with the last look that its saved trials allow: the number of
/// trials, 0 if they allow none yet, and what was seen, for every question of the unit. Throws as stop_units(Results)
/// does.
void visit_last_looks(
    const Results& study,
    const std::function<void(const StopUnit& unit, std::int64_t trials, const std::vector<Look>& looks)>& visit);

/// For run_study and play_study: the looks of a stop rule (stopping.hpp), and facts with intervals and the theorems'
/// bounds (engine/evidence/tables/facts.hpp), so that Results need no plugins.
RunPolicy usual_policy();

}  // namespace regretta
