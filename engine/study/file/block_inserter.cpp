#include "regretta/engine/study/file/block_inserter.hpp"

#include "regretta/engine/study/blocks/block_bytes.hpp"

namespace regretta {

BlockInserter::BlockInserter(const Database& database)
    : insert_block_(database.prepare("INSERT OR REPLACE INTO block VALUES (" + placeholders(6) + ")")),
      insert_trial_(
          database.prepare("INSERT OR REPLACE INTO trial VALUES (" + placeholders(num_quantities + 4) + ")")) {}

void BlockInserter::insert(const BlockResult& block) {
  const BlockRange& range = block.range;
  insert_block_.bind(1, range.cell)
      .bind(2, range.first)
      .bind(3, std::int64_t{range.count})
      .bind(4, std::string_view(block_checksum(block)))
      .bind(5, block.seconds)
      .bind(6, std::span<const std::byte>(curve_bytes(block)))
      .run();
  for (const TrialResult& trial : block.trials) {
    insert_trial_.bind(1, range.cell).bind(2, trial.trial);
    for (std::size_t q = 0; q < num_quantities; ++q) insert_trial_.bind(static_cast<int>(3 + q), trial.quantities[q]);
    const int after = 3 + static_cast<int>(num_quantities);
    if (trial.failure) {
      insert_trial_.bind(after, trial.failure->round).bind(after + 1, std::string_view(trial.failure->message));
    } else {
      insert_trial_.bind_null(after).bind_null(after + 1);
    }
    insert_trial_.run();
  }
}

}  // namespace regretta
