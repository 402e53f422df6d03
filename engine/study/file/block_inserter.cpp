#include "regretta/engine/study/file/block_inserter.hpp"

#include <cmath>

#include "regretta/engine/study/blocks/block_bytes.hpp"

namespace regretta {

BlockCounts counts_of(const BlockResult& block) {
  BlockCounts counts;
  for (const TrialResult& trial : block.trials) {
    counts.failed += trial.failure ? 1 : 0;
    counts.infeasible += !trial.failure && std::isnan(trial[Quantity::opt]) ? 1 : 0;
  }
  return counts;
}

BlockInserter::BlockInserter(const Database& database)
    : insert_(database.prepare("INSERT OR REPLACE INTO block VALUES (" + placeholders(9) + ")")) {}

void BlockInserter::insert(const BlockResult& block) {
  const auto& [cell, first, count] = block.range;
  const std::vector<std::byte> bytes = block_bytes(block);
  const BlockCounts counts = counts_of(block);
  insert_.run(cell, first, count, counts.failed, counts.infeasible, block.seconds, block.origin,
              block_checksum(block.range, block.origin, bytes), bytes);
}

}  // namespace regretta
