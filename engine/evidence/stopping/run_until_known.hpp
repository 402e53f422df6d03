#pragma once
/// A study with a stop rule: run from look to look, until every cell or setting is known, or has all its trials.

#include <functional>
#include <string>
#include <vector>

#include "regretta/engine/evidence/stopping/stopping.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// What a rule decides at once, and stops together: a cell; for "A < B" the cells of a setting (an environment at a
/// horizon).
struct StopUnit {
  std::vector<std::int64_t> cells;
  std::int64_t a = 0;   ///< the cell whose metric is looked at
  std::int64_t b = -1;  ///< the cell whose metric is taken from it, trial by trial; -1: none
};

/// By cell. Throws StudyError if the learners that the rule names are not there. Empty without a rule.
std::vector<StopUnit> stop_units(const Plan& plan);

/// Runs what `file` lacks of the plan, or, if the plan has a stop rule, as much of it as that needs. Each look begins
/// when all trials that it needs are there, so that what it says, hence every bit of the file, depends neither on
/// threads nor on earlier runs. call_crew is asked before every part of the run. Throws as run_study does.
RunOutcome run_until_known(
    const Plan& plan, StudyWriter& file, RunProgress& progress,
    const std::function<Crew*()>& call_crew = [] { return nullptr; });

/// How a unit of a study file stands: its last look, as the rule makes it from the trials that are there.
struct StopLine {
  StopUnit unit;
  std::int64_t trials = 0;  ///< at the last look; 0: there was none yet
  bool at_most = false;     ///< these are all that it may have
  Look look;
};

/// The rule of a study file; empty if it has none. Throws StudyFileError if it cannot be read.
std::optional<StopRule> stored_stop_rule(const StudyReader& study);

/// Of a study with a rule, in order of cells. Throws StudyFileError as StudyReader does.
std::vector<StopLine> stop_lines(const StudyReader& study, const StopRule& rule);

}  // namespace regretta
