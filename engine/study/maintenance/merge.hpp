#pragma once
/// Merges several files of one study, such as its shards, into one. Used by `regretta merge`.

#include <functional>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

enum class Gaps { refused, allowed };

struct MergeOutcome {
  std::string study;        ///< name of the study
  std::int64_t trials = 0;  ///< number of merged trials
  BlockSpans missing;       ///< ordered by cell and first trial; empty unless gaps are allowed
};

/// Merges `inputs`, in any order, into the new file `out`, whose results equal those of a single run. `finish` is
/// called with the connection once all blocks are written. The file is called `out`.partial until it is complete.
/// Throws StudyFileError if `out` exists, or if inputs are damaged, leave gaps, hold different results of one trial, or
/// results of different studies or versions; in that case nothing is left on disk.
MergeOutcome merge_study_files(const std::vector<std::string>& inputs, const std::string& out, Gaps gaps,
                               const std::function<void(const Database&)>& finish);

}  // namespace regretta
