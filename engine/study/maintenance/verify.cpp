#include "regretta/engine/study/maintenance/verify.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <queue>

#include <fmt/format.h>
#include <xxhash.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/blocks/same_bits.hpp"
#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/engine/study/file/facts_table.hpp"
#include "regretta/engine/study/file/gone.hpp"
#include "regretta/engine/study/file/lease.hpp"
#include "regretta/engine/study/file/stopped.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {
namespace {

/// Runs `check` and records an error, such as a damaged page, as a finding.
template <class Check>
void run_check(StudyHealth& health, Check&& check) {
  try {
    check();
  } catch (const StudyFileError& error) {
    if (std::ranges::find(health.database, error.problem()) == health.database.end())
      health.database.push_back(error.problem());
  }
}

void examine_pages(const StudyReader& study, StudyHealth& health) {
  health.pages_are_sound = false;
  run_check(health, [&] {
    const std::size_t before = health.database.size();
    Statement check = study.database().prepare("PRAGMA integrity_check(20)");
    while (check.step())
      if (const std::string line = check.text(0); line != "ok") health.database.push_back(line);
    health.pages_are_sound = health.database.size() == before;
  });
}

std::string rows_text(std::int64_t rows) { return rows == 1 ? "1 row" : fmt::format("{} rows", rows); }

/// Finds rows that belong to no block of this study.
void examine_strays(const StudyReader& study, StudyHealth& health) {
  run_check(health, [&] {
    std::int64_t strays = 0;
    Statement rows = study.database().prepare("SELECT typeof(cell), typeof(first_trial), cell, first_trial FROM block");
    while (rows.step()) {
      const bool numbered = rows.text(0) == "integer" && rows.text(1) == "integer";
      strays += numbered && study.layout().has_trial(rows.integer(2), rows.integer(3)) ? 0 : 1;
    }
    if (strays > 0)
      health.database.push_back(
          fmt::format("{} in table block that belong to no block of this study", rows_text(strays)));
  });
}

void examine_gone(const StudyReader& study, StudyHealth& health) {
  run_check(health, [&] {
    if (const std::int64_t damaged = damaged_and_gone(study.database()))
      health.database.push_back(fmt::format(
          "{} in table gone, of what the study no longer has (run --prune removes it)", rows_text(damaged)));
  });
}

const CellLabel& label_of(const StudyReader& study, const BlockRange& range) {
  return study.cells()[static_cast<std::size_t>(range.cell)];
}

/// A block by its key.
struct Key {
  std::int64_t cell, first;
  auto operator<=>(const Key&) const = default;
};

/// All blocks in the table or its index, in order; a damaged index may lack some.
std::vector<Key> named_blocks(const StudyReader& study) {
  std::vector<Key> named;
  for (const char* where : {"NOT INDEXED", "INDEXED BY sqlite_autoindex_block_1"}) {
    Statement rows = study.database().prepare(
        fmt::format("SELECT cell, first_trial FROM block {} WHERE typeof(cell) = 'integer' AND typeof(first_trial) = "
                    "'integer'",
                    where));
    while (rows.step())
      if (study.layout().has_trial(rows.integer(0), rows.integer(1)))
        named.push_back({rows.integer(0), rows.integer(1)});
  }
  std::ranges::sort(named);
  named.erase(std::unique(named.begin(), named.end()), named.end());
  return named;
}

/// By which a block is drawn: the least first.
std::uint64_t lot(const BlockRange& block, std::uint64_t seed) {
  const std::int64_t name[] = {block.cell, block.first};
  return XXH3_64bits_withSeed(name, sizeof name, seed);
}

}  // namespace

StudyHealth examine(const StudyReader& study) {
  StudyHealth health;
  const Layout& layout = study.layout();
  Layout needed = layout;
  run_check(health, [&] { needed = stopped_layout(study.database(), layout); });
  run_check(health, [&] { study.origins(); });
  Stretches saved;
  const auto look_at = [&](std::int64_t cell, std::int64_t first) {
    BlockRange range = layout.block_of(cell, first);
    range = {cell, first, static_cast<int>(range.end() - first)};
    try {
      const auto found = study.find_block(label_of(study, range), first);
      if (!found) return;
      range = found->range;
      health.sound.push_back(range);
    } catch (const DamagedBlock& error) {
      health.damaged.push_back({range, error.problem_in_block()});
    } catch (const StudyFileError& error) {
      health.damaged.push_back({range, error.problem()});
    }
    append(saved, range);
  };
  std::int64_t foreign = 0;
  std::int64_t needless = 0;
  try {
    for (const auto& [cell, first] : named_blocks(study)) {
      if (!study.shard().owns(layout.of(cell), first)) {
        ++foreign;
      } else if (!needed.has_trial(cell, first)) {
        ++needless;
      } else {
        look_at(cell, first);
      }
    }
  } catch (const StudyFileError&) {  // examine_pages reports it; look for the remaining blocks one by one
    health.sound.clear();
    saved.clear();
    health.damaged.clear();
    for (const CellLabel& cell : study.cells())
      for (std::int64_t first = 0; first < layout.trials(cell.cell); first += pack_trials) look_at(cell.cell, first);
  }
  health.planned = blocks_in(saved) + blocks_in(left_to_play(planned_blocks(needed, study.shard()), saved));
  if (foreign > 0) health.database.push_back(fmt::format("{} blocks in table block that are another shard's", foreign));
  if (needless > 0)
    health.database.push_back(fmt::format("{} blocks in table block after the stop rule ended their cells", needless));
  examine_pages(study, health);
  examine_strays(study, health);
  examine_gone(study, health);
  return health;
}

std::vector<BlockRange> sample(const std::vector<BlockRange>& blocks, double share, std::uint64_t seed) {
  const auto size = std::ssize(blocks);
  const auto wanted = std::min(size, static_cast<std::int64_t>(std::ceil(share * static_cast<double>(size) - 1e-9)));
  const auto lot_of = [seed](const BlockRange& block) { return lot(block, seed); };
  if (wanted == size) return blocks;
  if (wanted == 0) return {};
  std::priority_queue<std::uint64_t> smallest;  // the largest of them on top
  for (const BlockRange block : blocks) {
    smallest.push(lot_of(block));
    if (std::ssize(smallest) > wanted) smallest.pop();
  }
  const std::uint64_t last = smallest.top();
  std::vector<BlockRange> drawn;
  for (const BlockRange& block : blocks)
    if (lot_of(block) <= last) drawn.push_back(block);
  return drawn;
}

std::vector<BlockRange> sample_of_each_origin(const StudyReader& study, const std::vector<BlockRange>& blocks,
                                              double share, std::uint64_t seed) {
  const std::vector<BlockRange> drawn = sample(blocks, share, seed);
  Statement origins = study.database().prepare("SELECT count(DISTINCT origin) FROM block");
  if (drawn.empty() || !origins.step() || origins.integer(0) < 2) return drawn;
  Statement origin = study.database().prepare("SELECT origin FROM block WHERE cell = ? AND first_trial = ?");
  const auto origin_of = [&](const BlockRange& block) {
    origin.reset();
    origin.set(1, block.cell);
    origin.set(2, block.first);
    return origin.step() ? origin.integer(0) : 0;
  };
  std::map<std::int64_t, BlockRange> first;  // by origin: the block that would be drawn first
  for (const BlockRange block : blocks)
    if (BlockRange& least = first.try_emplace(origin_of(block), block).first->second;
        lot(block, seed) < lot(least, seed))
      least = block;
  for (const BlockRange block : drawn) first.erase(origin_of(block));
  const auto is_first = [&](const BlockRange& block) {
    return std::ranges::any_of(
        first, [&](const auto& one) { return one.second.cell == block.cell && one.second.first == block.first; });
  };
  std::vector<BlockRange> all;
  auto next = drawn.begin();
  for (const BlockRange block : blocks) {
    const bool is_next = next != drawn.end() && *next == block;
    if (is_next) ++next;
    if (is_next || is_first(block)) all.push_back(block);
  }
  return all;
}

std::vector<BadBlock> recompute(const StudyReader& study, RebuiltCells& cells, const std::vector<BlockRange>& blocks,
                                int threads, const std::atomic<bool>& stop) {
  std::map<std::int64_t, Cell> rebuilt;
  for (const BlockRange& block : blocks)
    if (!rebuilt.contains(block.cell)) rebuilt.emplace(block.cell, cells.cell(label_of(study, block)));
  std::map<std::size_t, std::string> differences;  // by place in `blocks`
  std::mutex reading;                              // the connection is shared
  std::atomic<std::size_t> next = 0;
  const auto compare = [&](std::size_t k) {
    const BlockRange range = blocks[k];
    BlockResult now = advance_block(rebuilt.at(range.cell), range, {.stop = &stop});
    const CellLabel& label = label_of(study, range);
    make_canonical(now, study.shape(label));
    const std::lock_guard lock(reading);
    const auto stored = study.find_block(label, range.first);
    if (const auto difference = difference_in_bits(study.quantities(), stored.value(), now))
      differences[k] = *difference;
  };
  run_workers(threads, [&](int) {
    for (std::size_t k = next++; k < blocks.size(); k = next++) compare(k);
  });
  std::vector<BadBlock> different;
  for (const auto& [k, difference] : differences) different.push_back({blocks[k], difference});
  return different;
}

void drop_all_but(const std::string& path, const std::vector<BlockRange>& sound) {
  const Database database(path, Database::Mode::write);
  const Lease lease(database);
  Transaction transaction(database);
  database.run("REINDEX block");  // a key that has changed is not where the index has it
  std::vector<std::int64_t> others;
  Statement rows = database.prepare(
      "SELECT rowid, typeof(cell) = 'integer' AND typeof(first_trial) = 'integer', cell, first_trial FROM block ORDER "
      "BY cell, first_trial");
  auto next = sound.begin();
  while (rows.step()) {
    const std::pair key(rows.integer(2), rows.integer(3));
    const auto key_of_next = [&] { return std::pair((*next).cell, (*next).first); };
    const bool is_numbered = rows.integer(1) != 0;
    while (is_numbered && next != sound.end() && key_of_next() < key) ++next;
    if (!is_numbered || next == sound.end() || key_of_next() != key) others.push_back(rows.integer(0));
  }
  Statement remove = database.prepare("DELETE FROM block WHERE rowid = ?");
  for (const std::int64_t row : others) remove.run(row);
  drop_facts(database);
  forget_damaged_origins(database);
  if (study_value(database, "cells_together")) {
    database.run("DROP TABLE IF EXISTS stopped");
    create_table_of_stops(database);
    set_study_value(database, "stopped_checksum", "");
  }
  transaction.commit();
}

}  // namespace regretta
