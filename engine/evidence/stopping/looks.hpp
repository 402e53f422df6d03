#pragma once
/// The looks of a stop rule: a run proceeds from look to look until every cell or setting is decided or has all its
/// trials (`regretta run`), and a file shows how far it is.

#include <functional>
#include <vector>

#include "regretta/engine/evidence/stopping/stop_units.hpp"
#include "regretta/engine/evidence/stopping/stopping.hpp"
#include "regretta/engine/study/run_study.hpp"

namespace regretta {

/// What takes the looks of the plan's rule during a run, which must not outlive `plan`. Throws as stop_units and
/// Results do.
RunPolicy::NextTrials looks_of(const Plan& plan, StudyWriter& file);

/// Visits each unit of a study file, in order of cells, with the last look that its saved trials allow: the number of
/// trials, 0 if they allow none yet, and what was seen, for every question of the unit. Throws as stop_units(Results)
/// does.
void visit_last_looks(
    const Results& study,
    const std::function<void(const StopUnit& unit, std::int64_t trials, const std::vector<Look>& looks)>& visit);

}  // namespace regretta
