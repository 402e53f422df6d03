#pragma once
/// The looks of a stop rule: a run proceeds from look to look until every cell or setting is decided or has all its
/// trials (`regretta run`), and a file shows how far it is (`regretta stops`).

#include <functional>
#include <vector>

#include "regretta/engine/evidence/stopping/stop_units.hpp"
#include "regretta/engine/evidence/stopping/stopping.hpp"
#include "regretta/engine/study/run_study.hpp"

namespace regretta {

/// What takes the looks of the plan's rule during a run, which must not outlive `plan`. Throws as stop_units and
/// Results do.
RunPolicy::NextTrials looks_of(const Plan& plan, StudyWriter& file);

/// The answer to a question in a study file, at the last look that the saved trials of its unit allow.
struct StopLine {
  StopQuestion question;
  std::int64_t trials = 0;  ///< at the last look; 0: none yet
  bool at_most = false;     ///< whether this is the largest number allowed
  Look look{};
};

/// Visits the lines of each unit, in order of cells. Throws as stop_units(Results) does.
void visit_stop_lines(const Results& study,
                      const std::function<void(const StopUnit& unit, const std::vector<StopLine>& lines)>& visit);

}  // namespace regretta
