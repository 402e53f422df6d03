#pragma once
/// Whether a plan has enough trials to show that a theorem's bound fails as seldom as the theorem says.

#include <cstdint>
#include <optional>

#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct NeededTrials {
  double failure = 0;       ///< the probability with which the theorem allows its bound to fail
  std::int64_t needed = 0;  ///< trials, all below the bound, that a ledger needs to say "holds"
};

/// For the bound that needs most trials; empty if the plan has as many. Bounds that exceed the horizon even without
/// corruption and at the largest margin are left out.
std::optional<NeededTrials> needed_trials(const Plan& plan);

}  // namespace regretta
