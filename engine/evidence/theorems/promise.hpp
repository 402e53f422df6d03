#pragma once
/// What a plan cannot show, however its trials turn out: that a theorem fails as seldom as it promises.

#include <cstdint>
#include <optional>

#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct UnshownPromise {
  double failure = 0;       ///< the probability with which the theorem may fail
  std::int64_t needed = 0;  ///< trials, all below the bound, that a ledger needs to say "holds"
};

/// The promise that needs most trials, if the plan has fewer. Bounds that say nothing at the horizon even without
/// corruption and at the largest margin are left out.
std::optional<UnshownPromise> unshown_promise(const Plan& plan);

}  // namespace regretta
