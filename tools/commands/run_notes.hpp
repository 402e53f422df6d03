#pragma once
/// What `regretta run` says of a plan before it starts.

#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Says which pairs of learner and environment are left out; --strict refuses them.
void report_what_is_left_out(const Plan& plan, bool strict);

}  // namespace regretta
