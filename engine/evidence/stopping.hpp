#pragma once
/// Stop rules (`regretta run --until`): trials are added, and their results looked at, until every cell or setting is
/// decided or has the maximum number of trials.
///
/// The design is group-sequential with equal spending (Bonferroni over the looks, which are fixed before the first
/// trial). Each look has an interval with error rate alpha / number of looks, so all intervals hold simultaneously with
/// probability at least 1 - alpha, whenever and for whatever reason the study stops. Intervals and tests are those of
/// statistics/evidence.hpp. Looks are taken at whole blocks in the order of trials, so that the results of the trials
/// alone decide where a cell stops.

#include <cstdint>
#include <functional>
#include <vector>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/engine/study/run_study.hpp"
#include "regretta/engine/study/text/stop_rule.hpp"

namespace regretta {

/// A question about the mean of a metric in cell A, or about the difference of the means in cells A and B.
struct StopQuestion {
  std::int64_t a = 0;      ///< index of cell A
  std::int64_t b = -1;     ///< index of cell B, whose metric is subtracted trial by trial; -1: none
  std::size_t metric = 0;  ///< index in StopRule::metrics
};

/// Cells that a rule stops together, once all questions about them are answered: a single cell, or the cells of a
/// setting.
struct StopUnit {
  std::vector<std::int64_t> cells;
  std::vector<StopQuestion> questions;
};

/// All units of a rule, with their questions.
struct StopUnits {
  std::vector<StopUnit> units;  ///< in the order of cells
  Family family;                ///< family of all answers at all looks
};

/// The units of the plan's rule; none without a rule. Throws StudyError if the rule names a learner that does not
/// exist.
StopUnits stop_units(const Plan& plan);

/// The units of a study file with a rule. Throws std::invalid_argument if the rule names a learner that does not exist,
/// and StudyFileError as Results does.
StopUnits stop_units(const Results& study);

enum class StopReason {
  not_yet,
  narrow,    ///< the interval is narrow enough
  below,     ///< A is below B: the interval for A - B lies below 0
  above,     ///< A is above B
  tie,       ///< the interval for A - B contains 0, and no value in it exceeds StopRule::tie times Sample::size
  no_values  ///< no trial has a value of the metric
};

struct Look {
  StopReason reason = StopReason::not_yet;
  double mean = not_a_number;  ///< mean over the trials with a value; NaN if there is none
  Interval interval{-infinity, infinity};
  double needed = infinity;  ///< estimated number of trials after which the rule stops; infinite if unknown
};

/// The values for one question at a look: the metric in A, or its difference between A and B (differences_of). One
/// value per trial from trial 0, or one per instance; NaN if there is no value.
struct Sample {
  std::vector<double> values;
  Interval reach;          ///< possible values
  double size = 0;         ///< the larger size_of_mean of A and B, relative to which rules and ties are defined
  bool are_trials = true;  ///< false for means of instances: further trials add no values
};

/// The answer to one question. `family`: the family of all claims at all looks.
Look look_at(const StopRule& rule, const Sample& sample, const Family& family);

/// The looks of the plan's rule during a run. The result must not outlive `plan`. Throws as stop_units and Results do.
RunPolicy::NextTrials looks_of(const Plan& plan, StudyWriter& file);

/// Visits each unit of a study file, in order of cells, with the last look that its saved trials allow. `trials`:
/// number of trials at that look, 0 if they allow none yet. `looks`: one per question of the unit. Throws as
/// stop_units(Results) does.
void visit_last_looks(
    const Results& study,
    const std::function<void(const StopUnit& unit, std::int64_t trials, const std::vector<Look>& looks)>& visit);

/// The usual policy for run_study and play_study: takes the looks of the stop rule, and stores facts
/// (tables/facts.hpp), so that Results need no plugins.
RunPolicy usual_policy();

}  // namespace regretta
