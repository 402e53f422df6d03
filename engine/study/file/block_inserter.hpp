#pragma once
#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// Writes blocks into the tables `block` and `trial` of a study file.
class BlockInserter {
 public:
  explicit BlockInserter(const Database& database);

  /// `block` is canonical; one of the same place is replaced.
  void insert(const BlockResult& block);

 private:
  Statement insert_block_, insert_trial_;
};

}  // namespace regretta
