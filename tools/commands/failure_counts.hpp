#pragma once
/// Trials that failed or were infeasible, as `run`, `merge` and other commands report them.

#include <cstdint>
#include <string>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// Counts of the failed and infeasible trials in a study file.
struct FailureCounts {
  std::int64_t failed = 0;
  std::int64_t infeasible = 0;
  std::string first_failure;
};

/// Throws StudyFileError.
FailureCounts failure_counts(const StudyReader& study);

/// Prints the lines of a report; none if all counts are 0.
void print_failure_counts(const FailureCounts& lost);

/// Notes on standard error if the file is a shard, or if the study is not finished.
void note_what_is_missing(const StudyReader& study);

}  // namespace regretta
