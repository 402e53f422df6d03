#pragma once
/// The memory that trials take while they are played, for the estimate of a run.

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The most bytes that a thread takes for a block. Measured on each learner with its largest problem, or with a smaller
/// one of the same shape, in about a second at most. Forks, so no other thread may run.
double playing_bytes(const Plan& plan, const Layout& layout);

}  // namespace regretta
