#pragma once
/// Studies of the C interface.

#include "regretta/engine/study/plan/plan.hpp"
#include "regretta/tools/c/handles.hpp"
#include "regretta/tools/c/regretta.h"

namespace regretta::c {

struct StudyPlan {
  Plan plan;
  Catalogue catalogue;

  /// Throws std::out_of_range.
  const Cell& cell(std::int64_t number) const;
};

Handles<regretta_plan, StudyPlan>& plans();

}  // namespace regretta::c
