#pragma once
/// A results file whose study has become another: it got trials, learners, levels or horizons, or lost some. What is in
/// both is kept, under the numbers that the cells have now; what is gone is set aside (gone.hpp). A trial depends on
/// its cell's content and its own number only, so that the file then has the bits of one run of the whole.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// From the study of a file to that of a plan.
struct Extension {
  std::string difference;            ///< the first one, as a sentence
  std::vector<std::int64_t> places;  ///< of each cell of the file: its number in the plan; -1: it is gone
};

/// Empty if the file holds the study of `plan`. Throws StudyFileError if it holds a study that cannot become this one,
/// a different shard, or results of another version.
std::optional<Extension> extension_to(const Database& database, const Plan& plan, const Shard& shard = {});

/// One transaction. Facts and decisions of a stop rule are left out: a run finds them again.
void extend(const Database& database, const Plan& plan, const Shard& shard, const Extension& extension);

}  // namespace regretta
