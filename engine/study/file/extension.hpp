#pragma once
/// A results file whose study has become another: it got trials, learners, levels or horizons, or lost some. What is in
/// both is kept, under the numbers that the cells have now. What is gone goes to table `gone`, where no reader looks
/// for results: it returns when the study has it again, and `run --prune` removes it. A trial depends on its cell's
/// content and its own number only, so that the file then has the bits of one run of the whole.

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

/// Takes the trials of a cell from `from` on out of the results, if there are any. name: what they are, for people.
void set_aside(const Database& database, std::int64_t cell, std::int64_t from, const std::string& name);

struct SetAside {
  std::string name;
  std::int64_t trials = 0;
};
/// What has been set aside and has not returned, ordered by name.
std::vector<SetAside> what_is_gone(const Database& database);

/// Its blocks that have changed since they were set aside.
std::int64_t damaged_and_gone(const Database& database);

/// Removes it from the file, which gets smaller.
void prune(const Database& database);

}  // namespace regretta
