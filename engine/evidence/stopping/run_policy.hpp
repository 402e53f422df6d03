#pragma once
/// What a run takes from this wing: where a stop rule ends it, and the facts that it stores.

#include "regretta/engine/study/run_study.hpp"

namespace regretta {

/// For run_study and play_study: the looks of a stop rule (stopping.hpp), and facts with intervals and the theorems'
/// bounds (engine/evidence/tables/facts.hpp), so that Results need no plugins.
RunPolicy usual_policy();

}  // namespace regretta
