#pragma once
/// The looks of a stop rule: a run proceeds from look to look until every cell or setting is decided or has all its
/// trials (`regretta run`), and a file shows how far it is (`regretta stops`).

#include <vector>

#include "regretta/engine/evidence/stopping/stopping.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/run_study.hpp"

namespace regretta {

/// The cells that a rule decides and stops together: a single cell; for "A < B", all cells of a setting (an environment
/// setting at a horizon).
struct StopUnit {
  std::vector<std::int64_t> cells;
  std::int64_t a = 0;   ///< the cell whose metric is examined
  std::int64_t b = -1;  ///< the cell whose metric is subtracted, trial by trial; -1: none
};

/// The units in order of cells; empty without a rule. Throws StudyError if a learner that the rule names does not
/// exist.
std::vector<StopUnit> stop_units(const Plan& plan);

/// What takes the looks of the plan's rule during a run, which must not outlive `plan`. Throws as stop_units and
/// Results do.
RunPolicy::NextTrials looks_of(const Plan& plan, StudyWriter& file);

/// The state of a unit in a study file: the last look that the saved trials allow.
struct StopLine {
  StopUnit unit;
  std::int64_t trials = 0;  ///< at the last look; 0: none yet
  bool at_most = false;     ///< whether this is the largest number allowed
  Look look;
};

/// One line per unit, in order of cells. `rule` must be that of the study. Throws StudyFileError as Results does.
std::vector<StopLine> stop_lines(const Results& study, const StopRule& rule);

}  // namespace regretta
