#pragma once
/// Inserts blocks into a study file. Used by StudyWriter during a run, and when files are merged.

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// Trials of a block without a result, or without a feasible strategy.
struct BlockCounts {
  std::int64_t failed = 0;
  std::int64_t infeasible = 0;  ///< not failed, but OPT is NaN

  bool operator==(const BlockCounts&) const = default;
};
BlockCounts counts_of(const BlockResult& block);

/// Writes blocks into table `block`. Opens no transaction; the caller does.
class BlockInserter {
 public:
  explicit BlockInserter(const Database& database);

  /// `block` must be canonical (make_canonical), and its origin listed (origin.hpp). Replaces a stored block of the
  /// same trials. Throws StudyFileError.
  void insert(const BlockResult& block);

 private:
  Statement insert_;
};

}  // namespace regretta
