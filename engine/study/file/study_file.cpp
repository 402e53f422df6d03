#include "regretta/engine/study/file/study_file.hpp"

#include <unistd.h>
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/text/canonical.hpp"

namespace regretta {
namespace {

StudyFileError refusal(const std::string& file, const std::string& why) { return {file, FileFault::mismatch, why}; }

void check_same_shard(const StudyReader& stored, const Plan& plan, const Shard& shard) {
  const std::string& file = stored.database().file();
  const std::string stored_shard = stored.shard().text();
  if (stored.shard() != shard) {
    if (stored.shard().is_whole())
      throw refusal(file, fmt::format("holds the whole study, not shard {}; give another --output", shard.text()));
    const std::string requested = shard.is_whole() ? "the whole study" : "shard " + shard.text();
    throw refusal(file, fmt::format("holds shard {} of this study, not {}; give --shard {}, or another --output",
                                    stored_shard, requested, stored_shard));
  }
  // What stays in one shard: a block (0), a cell (1), or all cells of a setting (2).
  const auto division = [](const Study& study) { return !study.stop ? 0 : study.stop->is_of_settings() ? 2 : 1; };
  if (!shard.is_whole() && division(stored.study()) != division(plan.study))
    throw refusal(file,
                  fmt::format("was written when blocks were divided among shards in a different way; `regretta merge "
                              "{} ... --partial --output NEW` keeps its trials, and a run of the whole study "
                              "finishes NEW",
                              file));
}

bool has_same_cells(const StudyReader& stored, const Plan& plan) {
  return std::ranges::equal(stored.cells(), plan.cells, [](const CellLabel& label, const Cell& cell) {
    return label.content == cell.content->hash && label.first_trial == cell.first_trial;
  });
}

/// Finds cells whose contents differ although the study's text describes them as before, as after a change of plugin
/// code. Ignores a cell if the file has no trials of the old content, or already has those of the new content.
void find_foreign(const StudyReader& stored, const Plan& plan, const Layout& planned, const BlockSpans& missing,
                  StudyChange& change) {
  std::map<std::string, const Cell*> missing_cells;  // by the lines of their content that follow from the study's text
  for (const BlockSpan& span : missing) {
    const Cell& cell = plan.cells[static_cast<std::size_t>(span.cell)];
    if (stored.layout().first_with(cell.content->hash) < 0)
      missing_cells.emplace(study_lines(content_lines(*cell.content)), &cell);
  }
  for (const CellLabel& label : stored.cells()) {
    const std::int64_t saved = stored.saved_trials(label);
    if (missing_cells.empty() || saved == 0 || planned.first_with(label.content) >= 0) continue;
    const std::vector<ContentLine> before = stored_content_lines(stored.database(), label.content);
    const auto found = missing_cells.find(study_lines(before));
    if (found == missing_cells.end()) continue;
    if (change.foreign == 0)
      change.difference =
          fmt::format("{} (cell {})", first_difference(before, content_lines(*found->second->content)), label.cell);
    change.foreign += saved;
  }
}

}  // namespace

void check_same_engine(const Database& database) {
  if (const std::string engine = study_value(database, "engine").value_or("?"); engine != engine_identity())
    throw refusal(database.file(),
                  fmt::format("played by regretta {}, this is {}: results might differ; use that version, or give "
                              "another --output",
                              engine, engine_identity()));
}

std::optional<StudyChange> difference_from_plan(const StudyReader& stored, const Plan& plan, const Shard& shard) {
  nlohmann::ordered_json before = identity_json(stored.study()), now = identity_json(plan.study);
  const auto difference = first_difference(before, now);
  check_same_shard(stored, plan, shard);
  if (!difference && has_same_cells(stored, plan)) return std::nullopt;
  const Layout planned = layout_of(plan);
  StudyChange change;
  change.trials_before = stored.trials();
  change.before = trials_in_both(stored.saved_ranges(), stored.layout().blocks());
  const BlockSpans blocks = planned_blocks(planned, shard), saved = saved_blocks(stored.database(), planned);
  change.now = trials_in_both(saved, planned.blocks());
  for (nlohmann::ordered_json* identity : {&before, &now})
    for (const char* key : {"name", "trials", "until", "metric", "alpha", "most_trials"})
      (*identity)["study"].erase(key);  // these do not affect any bit
  change.difference = first_difference(before, now).value_or(difference.value_or(""));
  find_foreign(stored, plan, planned, missing_blocks(blocks, saved), change);
  return change;
}

void refuse_foreign_file(const std::string& file, const StudyChange& change) {
  if (change.foreign > 0)
    throw refusal(file, fmt::format("{} of its trials were played with other plugin code or data: {}; give --anew, "
                                    "which keeps them and plays their cells again, or another --output",
                                    change.foreign, change.difference));
  if (change.before > 0 && change.now == 0)
    throw refusal(file, fmt::format("holds another study: {}, and it has none of the {} trials in the file; undo the "
                                    "change, or give another --output, or --anew, which keeps them",
                                    change.difference, change.before));
}

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
    if (is_new) write_application_id(*database_);
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
  write_application_id(*database_);
  create(plan);
  inserter_.emplace(*database_);
}

void StudyWriter::compare(const Plan& plan, bool anew) {
  check_same_engine(*database_);
  try {
    const StudyReader stored(Database(database_->file(), Database::Mode::read));
    change_ = difference_from_plan(stored, plan, shard_);
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
  if (plan.study.stop)  // a run evaluates the stop rule again if there are no facts
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
    inserter_->insert(layout_.at(block.range.cell).content, block);
  }
  transaction.commit();
  if (lock_ && !lock_->is_at_path()) {
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

std::vector<std::int64_t> StudyWriter::rows_of_blocks(std::string_view condition, bool are_used) const {
  std::vector<std::int64_t> found;
  Statement rows =
      database_->prepare(fmt::format("SELECT rowid, content, first_trial, trials FROM block {}", condition));
  while (rows.step()) {
    const std::int64_t cell = layout_.first_with(rows.integer(1)), trials = rows.integer(3);
    if ((cell >= 0 && layout_.used_trials({cell, rows.integer(2), trials, trials}) > 0) == are_used)
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
  const std::vector<std::int64_t> unused = rows_of_blocks("", false);
  if (unused.empty()) return;
  Transaction transaction(*database_);
  remove_blocks(unused);
  database_->run("DELETE FROM content");
  store_contents(*database_, plan);
  transaction.commit();
  database_->run("VACUUM");
}

}  // namespace regretta
