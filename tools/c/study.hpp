#pragma once
/// Plans of studies, made by regretta_plan_new and used by games.

#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/tools/c/handles.hpp"
#include "regretta/tools/c/regretta.h"

namespace regretta::c {

/// The plan of a study, with the catalogue that the plan refers to.
struct StudyPlan {
  Plan plan;
  Catalogue catalogue;

  /// The cell with this number. Throws std::out_of_range if there is none.
  const Cell& cell(std::int64_t number) const;
};

Handles<regretta_plan, StudyPlan>& plans();

}  // namespace regretta::c
