#include "regretta/engine/study/maintenance/verify.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <stdexcept>

#include <fmt/format.h>
#include <xxhash.h>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/blocks/workers.hpp"
#include "regretta/engine/study/file/file_lock.hpp"
#include "regretta/engine/study/file/study_file.hpp"
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

std::string text_of(std::int64_t number, const char* noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

void examine_contents(const StudyReader& study, StudyHealth& health) {
  run_check(health, [&] {
    std::int64_t changed = 0;
    Statement rows = study.database().prepare("SELECT hash, text FROM content");
    while (rows.step()) changed += content_hash(rows.text(1)) == rows.integer(0) ? 0 : 1;
    if (changed > 0) health.database.push_back(text_of(changed, "row") + " in table content have changed");
  });
}

/// Blocks with the smallest keys are sampled.
std::uint64_t sampling_key(const BlockRange& block, std::uint64_t seed) {
  const std::int64_t address[] = {block.cell, block.first};
  return XXH3_64bits_withSeed(address, sizeof address, seed);
}

}  // namespace

StudyHealth examine(const StudyReader& study) {
  StudyHealth health;
  std::int64_t stray_blocks = 0;
  run_check(health, [&] {
    Statement row = study.database().prepare(
        fmt::format("SELECT {}, content, rowid FROM block NOT INDEXED", StudyReader::block_columns));
    while (row.step()) {
      const std::int64_t content = row.integer(6), first = row.integer(0);
      const std::int64_t cell = row.value(6).integer() == nullptr ? -1 : study.layout().first_with(content);
      if (cell < 0) {
        if (block_checksum(content, first, row.integer(1), row.bytes(5)) == row.text(4)) continue;
        health.bad_rows.push_back(row.integer(7));
        ++stray_blocks;
        continue;
      }
      const CellLabel& label = study.cells()[static_cast<std::size_t>(cell)];
      const int trials = static_cast<int>(row.integer(1));
      try {
        study.read_block(row, label);
        health.sound.push_back({cell, first, trials});
      } catch (const DamagedBlock& error) {
        health.damaged.push_back({{cell, first - label.first_trial, trials}, error.problem_in_block()});
        health.bad_rows.push_back(row.integer(7));
      }
    }
  });
  if (stray_blocks > 0) health.database.push_back(text_of(stray_blocks, "damaged block") + " outside this study");
  std::ranges::sort(health.sound);
  run_check(health, [&] { study.saved_ranges(); });
  run_check(health,
            [&] { health.missing = blocks_in(missing_blocks(study.database(), study.layout(), study.shard())); });
  examine_pages(study, health);
  examine_contents(study, health);
  return health;
}

std::vector<BlockRange> sample(const std::vector<BlockRange>& blocks, double share, std::uint64_t seed) {
  const auto size = std::ssize(blocks);  // the 1e-9 keeps rounding errors from adding a block
  const auto count = std::min(size, static_cast<std::int64_t>(std::ceil(share * static_cast<double>(size) - 1e-9)));
  std::vector<BlockRange> drawn = blocks;
  std::ranges::nth_element(drawn, drawn.begin() + count, {},
                           [seed](const BlockRange& block) { return sampling_key(block, seed); });
  drawn.resize(static_cast<std::size_t>(count));
  std::ranges::sort(drawn);
  return drawn;
}

std::vector<BadBlock> recompute(const StudyReader& study, RebuiltCells& cells, const std::vector<BlockRange>& blocks,
                                int threads, const std::atomic<bool>& stop) {
  std::map<std::int64_t, Cell> rebuilt;
  for (const BlockRange& block : blocks)
    if (!rebuilt.contains(block.cell))
      rebuilt.emplace(block.cell, cells.cell(study.cells()[static_cast<std::size_t>(block.cell)]));
  std::map<std::size_t, std::string> differences;  // by index in `blocks`
  std::mutex reader_mutex;                         // the connection is shared
  Statement row = study.database().prepare(
      fmt::format("SELECT {} FROM block WHERE content = ? AND first_trial = ?", StudyReader::block_columns));
  std::atomic<std::size_t> next = 0;
  const auto compare = [&](std::size_t k) {
    const BlockRange range = blocks[k];
    BlockResult now = advance_block(rebuilt.at(range.cell), range, {.stop = &stop});
    const CellLabel& label = study.cells()[static_cast<std::size_t>(range.cell)];
    make_canonical(now, study.shape(label));
    const std::lock_guard lock(reader_mutex);
    row.reset();
    row.set(1, label.content);
    row.set(2, range.first);
    if (!row.step()) throw std::logic_error("a sound block has been removed");
    if (const auto difference = difference_in_bits(study.quantities(), study.read_block(row, label), now))
      differences[k] = *difference;
  };
  run_workers(threads, [&](int) {
    for (std::size_t k = next++; k < blocks.size(); k = next++) compare(k);
  });
  std::vector<BadBlock> different;
  for (const auto& [k, difference] : differences) different.push_back({blocks[k], difference});
  return different;
}

void drop_damaged(const std::string& path, const std::vector<std::int64_t>& rows) {
  const Database database(path, Database::Mode::write);
  const Lease lease(database);
  Transaction transaction(database);
  database.run("REINDEX block");  // the index may still list a damaged key at its old position
  Statement remove = database.prepare("DELETE FROM block WHERE rowid = ?");
  for (const std::int64_t row : rows) remove.run(row);
  database.run("DELETE FROM facts");
  std::vector<std::int64_t> changed;  // contents that do not match their hashes; the next run stores them again
  for (Statement contents = database.prepare("SELECT hash, text FROM content"); contents.step();)
    if (content_hash(contents.text(1)) != contents.integer(0)) changed.push_back(contents.integer(0));
  for (const std::int64_t hash : changed) database.run("DELETE FROM content WHERE hash = ?", hash);
  transaction.commit();
}

}  // namespace regretta
