#pragma once
/// Plans of studies, which regretta_plan_new makes and games use.

#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/tools/c/handles.hpp"
#include "regretta/tools/c/regretta.h"

namespace regretta::c {

/// The plan of a study with the catalogue that it refers to.
struct StudyPlan {
  Plan plan;
  Catalogue catalogue;

  /// Throws std::out_of_range.
  const Cell& cell(std::int64_t number) const;
};

Handles<regretta_plan, StudyPlan>& plans();

}  // namespace regretta::c
