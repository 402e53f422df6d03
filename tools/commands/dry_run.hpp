#pragma once
/// Prints what a run would take (`regretta run --dry-run`).

#include <string>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Prints the cells, trials, rounds, time, memory and disk that a run of the shard into `out` would take, less what is
/// there already. Throws StudyFileError if `out` cannot be resumed, and as estimate() does.
void dry_run(const Plan& plan, const std::string& out, const Shard& shard, int threads, bool anew);

}  // namespace regretta
