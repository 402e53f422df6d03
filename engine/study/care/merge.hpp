#pragma once
/// Several files of one study, such as its shards, put together into one.

#include <functional>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

enum class Gaps { refused, allowed };

struct MergeOutcome {
  std::string study;                ///< its name
  std::int64_t trials = 0;          ///< merged
  std::vector<BlockPlace> missing;  ///< by cell and first trial; empty unless gaps are allowed
};

/// Reads `inputs`, in any order, and writes `out`, which must not exist: a file as one run would have written it.
/// `finish` is given its connection when every block is there. `out` appears when it is whole; until then it is
/// `out`.partial. Throws StudyFileError where inputs are damaged, overlap, leave gaps, or hold results of different
/// studies or versions; then nothing has been written.
MergeOutcome merge_study_files(const std::vector<std::string>& inputs, const std::string& out, Gaps gaps,
                               const std::function<void(const Database&)>& finish);

}  // namespace regretta
