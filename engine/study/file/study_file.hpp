#pragma once
/// A study's results on disk: one SQLite file (WAL), written block by block, each with its checksum. Killed at any
/// moment, it holds every block whose transaction was committed, and `StudyWriter` goes on from there.
///
///   study  key, value            format and program version, the study, seed, shard (of a shard file), builds, efforts
///   cell   one row per cell      plugins, problem, swept parameters, settings, checkpoints
///   block  one row per block     checksum, curves (doubles: trials x checkpoints x quantities), seconds
///   trial  one row per trial     quantities (NaN is NULL), failure
///   stopped  cell, trials        cells that a stop rule has stopped, and where; only of studies that have one
///   trials, cells, curves        what `regretta export` prints; the last two and `bound` are written when a run ends

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/block_inserter.hpp"
#include "regretta/engine/study/file/build.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/file_lock.hpp"
#include "regretta/engine/study/file/stopped.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// Blocks of a shard of `layout` that `database` lacks, by cell and first trial.
std::vector<BlockPlace> missing_blocks(const Database& database, const Layout& layout, const Shard& shard = {});

/// Throws StudyFileError if the file holds another study than `plan`, another shard, or results of another version.
void check_same_study(const Database& database, const Plan& plan, const Shard& shard = {});

/// Throws StudyFileError unless `head`, the first bytes of a file, could be a study file's of this format.
void check_study_head(const std::string& path, const std::string& head);

class StudyWriter {
 public:
  /// Creates the file, or goes on with it. Throws StudyFileError if it cannot, if another run is writing it, or if it
  /// holds anything else than this very study; then nothing has changed on disk.
  /// `build` is recorded with the first results that are saved.
  StudyWriter(const std::string& path, const Plan& plan, const Shard& shard = {}, std::string build = build_text());

  bool is_new() const { return is_new_; }

  /// Blocks of the plan, or of its shard, that the file lacks, by cell and first trial.
  std::vector<BlockPlace> missing() const { return missing_blocks(*database_, layout(), shard_); }
  /// The same of another layout.
  std::vector<BlockPlace> missing(const Layout& layout) const { return missing_blocks(*database_, layout, shard_); }

  /// What the cells are to have, as far as a stop rule has decided.
  Layout layout() const { return stopped_layout(*database_, planned_); }
  const Shard& shard() const { return shard_; }

  /// These cells need no more than `trials`, says the stop rule. One transaction.
  void stop(const std::vector<std::int64_t>& cells, std::int64_t trials);

  /// One transaction. The results are made canonical on the way.
  void save(std::vector<BlockResult>& blocks);
  /// The same, for run_blocks.
  SaveBlocks saver() {
    return [this](std::vector<BlockResult>& blocks) { save(blocks); };
  }

  /// The connection, for tables made from what is saved.
  const Database& database() const { return *database_; }

 private:
  Layout planned_;
  Shard shard_;
  std::vector<std::size_t> num_checkpoints_;  ///< per cell
  bool is_new_ = false;
  std::string build_;  ///< "" once it is recorded
  FileLock lock_;      ///< outlives the connection
  std::optional<Database> database_;
  std::optional<BlockInserter> inserter_;
};

}  // namespace regretta
