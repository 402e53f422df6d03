#pragma once
/// Table `gone` of a results file: blocks that its study no longer has. No reader looks there for results. They return
/// when the study has them again, and `run --prune` removes them.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/stretches.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

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

/// Adds what is gone from another file, with its origins; damaged blocks are left out. Within the caller's transaction.
void copy_gone(const Database& from, const Database& to);

/// Removes it from the file, which gets smaller.
void prune(const Database& database);

/// A block of `gone` that a plan has again.
struct Returning {
  std::int64_t row = 0, place = 0;  ///< in the table; its cell in the plan
  BlockRange range;                 ///< with the cell that it had
  std::int64_t origin = 0;
};
std::vector<Returning> returning(const Database& database, const Plan& plan);

/// Removes one of them.
void forget_gone(const Database& database, const Returning& block);

/// Moves them to `block`, unless their trials have been played meanwhile.
void bring_back(const Database& database, const Plan& plan);

}  // namespace regretta
