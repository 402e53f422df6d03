#pragma once
#include <cstdint>
#include <string>

#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// What the study file holds about trials that went wrong.
struct Casualties {
  std::int64_t failed = 0;
  std::int64_t infeasible = 0;
  std::string first_failure;
};

Casualties casualties(const Database& database);

/// Lines of a report; none if there are no casualties.
void print_casualties(const Casualties& lost);

/// Says on standard error where the file is a shard, or not finished.
void note_what_is_missing(const StudyReader& study);

}  // namespace regretta
