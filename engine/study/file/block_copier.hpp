#pragma once
/// Copies blocks from one study file into another, with their origins. Used when files are merged or repaired.

#include <map>

#include "regretta/engine/study/file/block_inserter.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

class BlockCopier {
 public:
  /// origins: those of `from` that are known; blocks of another one get the origin {}.
  BlockCopier(Origins origins, const Database& to) : origins_(std::move(origins)), to_(to), inserter_(to) {}

  /// Inserts a block as BlockInserter does.
  void copy(BlockResult block) {
    const auto [place, is_new] = numbers_.emplace(block.origin, 0);
    if (is_new) {
      const auto known = origins_.find(block.origin);
      place->second = origin_number(to_, known == origins_.end() ? "{}" : known->second);
    }
    block.origin = place->second;
    inserter_.insert(block);
  }

 private:
  Origins origins_;
  const Database& to_;
  BlockInserter inserter_;
  std::map<std::int64_t, std::int64_t> numbers_;  ///< in the new file, by number in the old one
};

}  // namespace regretta
