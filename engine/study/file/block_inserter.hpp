#pragma once
/// Inserts blocks into a study file. Used by StudyWriter during a run, and when files are merged or repaired.

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// Writes blocks into the tables `block` and `trial`. Opens no transaction; the caller does.
class BlockInserter {
 public:
  explicit BlockInserter(const Database& database);

  /// `block` must be canonical (make_canonical). Replaces a stored block of the same trials. Throws StudyFileError.
  void insert(const BlockResult& block);

 private:
  Statement insert_block_, insert_trial_;
};

}  // namespace regretta
