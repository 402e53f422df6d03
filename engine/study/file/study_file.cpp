#include "regretta/engine/study/file/study_file.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block_bytes.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/file/unfinished_table.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/plan/difference.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

std::string busy_message(const FileLock& lock) {
  const auto owner = lock.owner();
  return fmt::format("{} is running or repairing this study; wait for it, or give another --output",
                     owner ? fmt::format("process {}", *owner) : "another process");
}

/// Throws unless the file holds the requested shard.
void check_same_shard(const Database& database, const Shard& shard) {
  const auto stored = study_value(database, "shard");
  if (stored.value_or("1/1") == shard.text()) return;
  if (!stored) {
    throw StudyFileError(database.file(), FileFault::mismatch,
                         fmt::format("holds the whole study, not shard {}; give another --output", shard.text()));
  }
  const std::string asked = shard.is_whole() ? "the whole study" : "shard " + shard.text();
  throw StudyFileError(database.file(), FileFault::mismatch,
                       fmt::format("holds shard {} of this study, not {}; give --shard {}, or another --output",
                                   *stored, asked, *stored));
}

}  // namespace

void check_same_study(const Database& database, const Plan& plan, const Shard& shard) {
  const std::string& path = database.file();
  if (study_value(database, "description_checksum") != text_checksum(described_cells(database)))
    throw StudyFileError(path, FileFault::damaged, "the description of the study has changed since it was written");
  if (const std::int64_t format = stored_format(database); format != format_version)
    throw StudyFileError(
        path, FileFault::mismatch,
        fmt::format("a results file of format {}, which can be read but not continued; `regretta merge "
                    "{} --partial --output NEW` makes one of format {} of it, with all its trials",
                    format, path, format_version));
  const std::string written_by = study_value(database, "regretta_version").value_or("?");
  if (written_by != version) {
    throw StudyFileError(path, FileFault::mismatch,
                         fmt::format("begun by regretta {}, this is {}: results might differ; finish it with {}, "
                                     "or give another --output",
                                     written_by, version, written_by));
  }
  const Study stored = parse_canonical(study_value(database, "study").value_or(""), path);
  if (const auto difference = first_difference(identity_json(stored), identity_json(plan.study)))
    throw StudyFileError(path, FileFault::mismatch,
                         "holds another study: " + *difference + "; undo the change, or give another --output");
  check_same_shard(database, shard);
}

BlockList missing_blocks(const Database& database, const Layout& layout, const Shard& shard) {
  std::vector<bool> saved(static_cast<std::size_t>(layout.num_blocks()));
  bool any = false;
  Statement blocks = database.prepare("SELECT cell, first_trial FROM block");
  while (blocks.step()) {
    const std::int64_t cell = blocks.integer(0);
    const std::int64_t first = blocks.integer(1);
    if (!layout.has(cell, first)) continue;
    saved[static_cast<std::size_t>(layout.number(cell, first))] = true;
    any = true;
  }
  BlockList planned = planned_blocks(layout, shard);
  if (!any) return planned;
  BlockList missing;
  for (const BlockRange block : planned)
    if (!saved[static_cast<std::size_t>(layout.number(block.cell, block.first))]) missing.add(block);
  return missing;
}

StudyWriter::StudyWriter(const Plan& plan, const Shard& shard, std::string origin, std::string plugins)
    : planned_(layout_of(plan)), shard_(shard), origin_(std::move(origin)), plugins_(std::move(plugins)) {
  for (const Cell& cell : plan.cells) {
    shapes_.push_back(cell.work->without_facts().shape());
    horizons_.push_back(cell.problem().horizon);
  }
}

StudyWriter::StudyWriter(const std::string& path, const Plan& plan, const Shard& shard, std::string origin,
                         std::string plugins)
    : StudyWriter(plan, shard, std::move(origin), std::move(plugins)) {
  lock_.emplace(path);
  if (!lock_->taken()) throw StudyFileError(path, FileFault::unusable, busy_message(*lock_));
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
      check_same_study(*database_, plan, shard);
    }
    lease_.emplace(*database_);
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

StudyWriter::StudyWriter(const Plan& plan, const Shard& shard, std::string origin)
    : StudyWriter(plan, shard, std::move(origin), "") {
  database_.emplace(Database::in_memory());
  mark_as_ours(*database_);
  create(plan);
  inserter_.emplace(*database_);
}

void StudyWriter::create(const Plan& plan) {
  Transaction transaction(*database_);
  create_tables(*database_, plan, shard_);
  transaction.commit();
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
    if (has_unfinished_) remove_unfinished(*database_, block.range.cell, block.range.first, block.range.count);
  }
  transaction.commit();
  if (lock_ && !lock_->in_place()) {
    throw StudyFileError(database_->file(), FileFault::unusable,
                         "has been moved or removed while it was written; put it back, or run the same command again "
                         "to begin anew");
  }
}

bool StudyWriter::may_go_on(const UnfinishedPack& pack) const {
  return pack.plugins == plugins_ && planned_.has_trial(pack.cell, pack.state.first) && pack.state.rounds >= 1 &&
         pack.state.rounds < horizons_[static_cast<std::size_t>(pack.cell)];
}

UnfinishedTrials StudyWriter::unfinished(double seconds) {
  StoredUnfinished stored = stored_unfinished(*database_);
  has_unfinished_ = !stored.trials.empty() || stored.damaged > 0;
  std::erase_if(stored.trials, [this](const UnfinishedPack& pack) { return !may_go_on(pack); });
  return {.seconds_between = seconds, .earlier = std::move(stored.trials), .store = [this](UnfinishedPack trials) {
            trials.plugins = plugins_;
            store_unfinished(*database_, trials);
            has_unfinished_ = true;
          }};
}

void StudyWriter::stop(const std::vector<std::int64_t>& cells, std::int64_t trials) {
  std::map<std::int64_t, std::int64_t> stops;
  for (const std::int64_t cell : cells) stops[cell] = trials;
  record_stops(*database_, stops);
}

}  // namespace regretta
