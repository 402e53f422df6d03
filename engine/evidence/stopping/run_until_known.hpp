#pragma once
/// Runs a study. With a stop rule, the run proceeds from look to look until every cell or setting is decided or has all
/// its trials (`regretta run`, `regretta stops`).

#include <functional>
#include <vector>

#include "regretta/engine/evidence/stopping/stopping.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/file/study_file.hpp"

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

/// Runs the blocks of the plan that `file` lacks; with a stop rule, as many as the rule needs. A look is taken only
/// when all its trials are complete, so its outcome, and hence every bit of the results, depends neither on threads nor
/// on earlier runs. `call_crew` is called before every part of the run. save_every: seconds between saves of the state
/// of a trial that takes long. Throws as run_blocks, stop_units and StudyWriter do.
RunOutcome run_until_known(
    const Plan& plan, StudyWriter& file, RunProgress& progress, double save_every,
    const std::function<Crew*()>& call_crew = [] { return nullptr; });

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
