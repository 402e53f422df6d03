#include "regretta/engine/study/file/block_inserter.hpp"

#include <algorithm>
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
    : insert_(database.prepare("INSERT OR REPLACE INTO block VALUES (" + placeholders(8) + ")")) {}

void BlockInserter::insert(const BlockResult& block) {
  const BlockRange& range = block.range;
  const std::vector<std::byte> bytes = block_bytes(block);
  const BlockCounts counts = counts_of(block);
  insert_.bind(1, range.cell)
      .bind(2, range.first)
      .bind(3, std::int64_t{range.count})
      .bind(4, counts.failed)
      .bind(5, counts.infeasible)
      .bind(6, block.seconds)
      .bind(7, std::string_view(block_checksum(range, bytes)))
      .bind(8, std::span<const std::byte>(bytes))
      .run();
}

}  // namespace regretta
