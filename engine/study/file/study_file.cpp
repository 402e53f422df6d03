#include "regretta/engine/study/file/study_file.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/stored_traits.hpp"

namespace regretta {

BlockInserter::BlockInserter(const Database& database)
    : insert_(database.prepare("INSERT OR REPLACE INTO block VALUES (" + placeholders(8) + ")")) {}

void BlockInserter::insert(std::int64_t content, const BlockResult& block) {
  const std::vector<std::byte> bytes = block_bytes(block);
  const BlockCounts counts = counts_of(block);
  insert_.run(content, block.range.first, block.range.count, counts.failed, counts.infeasible, block.seconds,
              block_checksum(content, block.range.first, block.range.count, bytes), bytes);
}

StudyWriter::StudyWriter(const Plan& plan, const Shard& shard, std::string build)
    : layout_(layout_of(plan)), shard_(shard), build_(std::move(build)) {
  for (const Cell& cell : plan.cells) shapes_.push_back(cell.work->without_facts().shape());
}

StudyWriter::StudyWriter(const std::string& path, const Plan& plan, const Shard& shard, std::string build, bool anew)
    : StudyWriter(plan, shard, std::move(build)) {
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
      compare(plan, anew);
    }
    lease_.emplace(*database_);
    if (!is_new && !change_) {
      Transaction transaction(*database_);
      store_traits(*database_, plan);
      store_contents(*database_, plan);
      transaction.commit();
    }
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

StudyWriter::StudyWriter(InMemory, const Plan& plan, const Shard& shard, std::string build)
    : StudyWriter(plan, shard, std::move(build)) {
  database_.emplace(Database::in_memory());
  mark_as_ours(*database_);
  create(plan);
  inserter_.emplace(*database_);
}

void StudyWriter::compare(const Plan& plan, bool anew) {
  check_same_engine(*database_);
  try {
    const StudyReader stored(Database(database_->file(), Database::Mode::read));
    change_ = change_to(stored, plan, shard_);
    if (!change_) layout_ = stored.layout();
  } catch (const StudyFileError& error) {
    if (!anew || error.fault() != FileFault::damaged) throw;
    change_.emplace().difference = error.problem();
    change_->now = trials_in_both(saved_blocks(*database_, layout_), layout_.blocks());
  }
}

void StudyWriter::create(const Plan& plan) {
  Transaction transaction(*database_);
  describe_plan(plan);
  transaction.commit();
}

void StudyWriter::describe_plan(const Plan& plan) {
  describe(*database_, plan, shard_);
  set_study_value(*database_, "build", build_);
  store_traits(*database_, plan);
}

void StudyWriter::adopt(const Plan& plan) {
  const std::int64_t before = change_->trials_before;
  Transaction transaction(*database_);
  describe_plan(plan);
  if (plan.study.stop)  // without facts, a run takes the looks of the rule
    database_->run("DELETE FROM facts WHERE content IN (SELECT content FROM cell)");
  if (before > 0 && before != plan.study.trials) set_study_value(*database_, "trials_before", std::to_string(before));
  transaction.commit();
  change_.reset();
}

StudyReader StudyWriter::reader() const {
  return StudyReader(lock_ ? Database(database_->file(), Database::Mode::read) : *database_);
}

void StudyWriter::save(std::vector<BlockResult>& blocks) {
  Transaction transaction(*database_);
  if (lease_) lease_->renew();
  for (BlockResult& block : blocks) {
    make_canonical(block, shapes_[static_cast<std::size_t>(block.range.cell)]);
    inserter_->insert(layout_.of(block.range.cell).content, block);
  }
  transaction.commit();
  if (lock_ && !lock_->in_place()) {
    throw StudyFileError(database_->file(), FileFault::unusable,
                         "has been moved or removed while it was written; put it back, or run the same command again "
                         "to begin anew");
  }
}

void StudyWriter::stop(const std::vector<std::pair<std::int64_t, std::int64_t>>& cells) {
  set_trials(*database_, cells);
  std::vector<std::int64_t> trials;
  for (std::int64_t cell = 0; cell < layout_.cells(); ++cell) trials.push_back(layout_.trials(cell));
  for (const auto& [cell, count] : cells) trials[static_cast<std::size_t>(cell)] = count;
  layout_ = layout_.cut_to(trials);
}

std::vector<std::int64_t> StudyWriter::rows_of_blocks(std::string_view condition, bool are_seen) const {
  std::vector<std::int64_t> found;
  Statement rows =
      database_->prepare(fmt::format("SELECT rowid, content, first_trial, trials FROM block {}", condition));
  while (rows.step()) {
    const std::int64_t cell = layout_.first_with(rows.integer(1)), trials = rows.integer(3);
    if ((cell >= 0 && layout_.seen({cell, rows.integer(2), trials, trials}) > 0) == are_seen)
      found.push_back(rows.integer(0));
  }
  return found;
}

void StudyWriter::forget_failed() {
  const std::vector<std::int64_t> failed = rows_of_blocks("WHERE failed > 0", true);
  if (failed.empty()) return;
  Transaction transaction(*database_);
  remove_blocks(failed);
  transaction.commit();
}

void StudyWriter::remove_blocks(const std::vector<std::int64_t>& rows) {
  Statement facts = database_->prepare("DELETE FROM facts WHERE content = (SELECT content FROM block WHERE rowid = ?)");
  Statement block = database_->prepare("DELETE FROM block WHERE rowid = ?");
  for (const std::int64_t row : rows) {
    facts.run(row);
    block.run(row);
  }
}

void StudyWriter::prune(const Plan& plan) {
  const std::vector<std::int64_t> unseen = rows_of_blocks("", false);
  if (unseen.empty()) return;
  Transaction transaction(*database_);
  remove_blocks(unseen);
  database_->run("DELETE FROM content");
  store_contents(*database_, plan);
  transaction.commit();
  database_->run("VACUUM");
}

}  // namespace regretta
