#pragma once
/// Reports of failed, infeasible and missing trials in a study file.

#include <cstdint>
#include <string>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

struct FailureCounts {
  std::int64_t failed = 0;
  std::int64_t infeasible = 0;
  std::string first_failure;  ///< "cell 0, trial 5, round 17: MESSAGE"
};

/// Counts the failed and infeasible trials. Throws StudyFileError.
FailureCounts failure_counts(const StudyReader& study);

/// Prints a line for each count that is not 0.
void print_failure_counts(const FailureCounts& counts);

/// Prints a note on standard error if the file is a shard, or if the study is not finished.
void note_missing_trials(const StudyReader& study);

}  // namespace regretta
