#include "regretta/engine/study/file/study_file.hpp"

#include <unistd.h>

#include <algorithm>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/gone.hpp"
#include "regretta/engine/study/file/stored_traits.hpp"
#include "regretta/engine/study/file/study_schema.hpp"

namespace regretta {

Stretches missing_blocks(const Database& database, const Layout& layout, const Shard& shard,
                         const Extension* extension) {
  std::vector<BlockRange> saved;
  Statement blocks = database.prepare(
      "SELECT cell, first_trial, trials FROM block WHERE typeof(cell) = 'integer' AND typeof(first_trial) = 'integer'");
  while (blocks.step()) {
    BlockRange range{blocks.integer(0), blocks.integer(1), static_cast<int>(blocks.integer(2))};
    if (extension && range.cell >= 0 && range.cell < std::ssize(extension->places))
      range.cell = extension->places[static_cast<std::size_t>(range.cell)];
    if (layout.has_trial(range.cell, range.first)) saved.push_back(range);
  }
  std::ranges::sort(saved);
  Stretches ordered;
  for (const BlockRange& range : saved) append(ordered, range);
  return left_to_play(planned_blocks(layout, shard), ordered);
}

StudyWriter::StudyWriter(const Plan& plan, const Shard& shard, std::string origin)
    : planned_(layout_of(plan)), shard_(shard), origin_(std::move(origin)) {
  for (const Cell& cell : plan.cells) shapes_.push_back(cell.work->without_facts().shape());
}

StudyWriter::StudyWriter(const std::string& path, const Plan& plan, const Shard& shard, std::string origin)
    : StudyWriter(plan, shard, std::move(origin)) {
  lock_.emplace(path);
  if (!lock_->taken())
    throw StudyFileError(path, FileFault::unusable,
                         "another process is writing it; wait for it, or give another --output");
  try {
    check_study_head(path, lock_->head());
    database_.emplace(path, Database::Mode::write);
    const bool is_new = !database_->has_table("study");
    if (is_new) mark_as_ours(*database_);
    database_->run("PRAGMA journal_mode = WAL");
    database_->run("PRAGMA synchronous = NORMAL");
    if (is_new) {
      create(plan);
    } else {
      extension_ = extension_to(*database_, plan, shard);
    }
    lease_.emplace(*database_);
    if (!is_new && !extension_) store_traits(*database_, plan);
  } catch (...) {
    database_.reset();
    if (lock_->created()) {
      remove_companions(path);
      ::unlink(path.c_str());
    }
    throw;
  }
  inserter_.emplace(*database_);
}

StudyWriter::StudyWriter(InMemory, const Plan& plan, const Shard& shard, std::string origin)
    : StudyWriter(plan, shard, std::move(origin)) {
  database_.emplace(Database::in_memory());
  mark_as_ours(*database_);
  create(plan);
  inserter_.emplace(*database_);
}

void StudyWriter::create(const Plan& plan) {
  Transaction transaction(*database_);
  create_tables(*database_, plan, shard_);
  store_traits(*database_, plan);
  transaction.commit();
}

void StudyWriter::extend(const Plan& plan) {
  regretta::extend(*database_, plan, shard_, *extension_);
  store_traits(*database_, plan);
  extension_.reset();
}

StudyReader StudyWriter::reader() const {
  return StudyReader(lock_ ? Database(database_->file(), Database::Mode::read) : *database_);
}

void StudyWriter::save(std::vector<BlockResult>& blocks) {
  Transaction transaction(*database_);
  if (lease_) lease_->renew();
  if (!origin_number_) origin_number_ = origin_number(*database_, origin_);
  for (BlockResult& block : blocks) {
    block.origin = *origin_number_;
    make_canonical(block, shapes_[static_cast<std::size_t>(block.range.cell)]);
    inserter_->insert(block);
  }
  transaction.commit();
  if (lock_ && !lock_->in_place()) {
    throw StudyFileError(database_->file(), FileFault::unusable,
                         "has been moved or removed while it was written; put it back, or run the same command again "
                         "to begin anew");
  }
}

void StudyWriter::stop(const std::vector<std::int64_t>& cells, std::int64_t trials) {
  std::map<std::int64_t, std::int64_t> stops;
  for (const std::int64_t cell : cells) {
    stops[cell] = trials;
    set_aside(*database_, cell, trials,
              "trials after a stop rule has ended their cells");  // of a rule with other looks
  }
  record_stops(*database_, stops);
}

}  // namespace regretta
