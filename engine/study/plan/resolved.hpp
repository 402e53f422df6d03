#pragma once
/// The study in full, in one canonical form: what a study file on disk remembers to tell whether it is still the same.

#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/engine/study/plan/grid.hpp"
#include "regretta/engine/study/text/study.hpp"
#include "regretta/engine/trial/adversary.hpp"

namespace regretta {

/// {"study": {...}, "environment": [{"kind", "name", PARAM: value or [values], ...}], "learner": [...], "means":
/// digest}. Defaults are written out. The digest covers the adversaries' rows, so that a trace edited in place is
/// noticed.
nlohmann::ordered_json resolved_study(const Study& study, const std::vector<ResolvedPlugin>& environments,
                                      const std::vector<ResolvedPlugin>& learners,
                                      const std::vector<const Adversary*>& adversaries);

}  // namespace regretta
