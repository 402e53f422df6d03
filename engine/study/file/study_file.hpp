#pragma once
/// The results of a study on disk: one SQLite file (WAL), written block by block, each block with a checksum. If the
/// run is killed, the file holds every committed block, and `StudyWriter` resumes from there.
///
///   study    key, value              format, engine, the study, shard (of a shard file)
///   cell     one row per cell        labels, content, and which of its content's trials it has
///   content  hash, text              text that determines the bits of trials (engine/study/plan/content.hpp)
///   block    content, first_trial    results (quantities, curves, failures), checksum, seconds
///   facts    content, trials         data derived from plugins, or from exactly this number of trials
///
/// A block is stored under the content of its trials, so that a changed study still finds the blocks of unchanged
/// cells. Blocks that the study no longer has stay until `run --prune`. FORMATS.md documents the columns. `regretta
/// run` writes the file; StudyReader (study_reader.hpp) reads it.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/file_lock.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/file/study_schema.hpp"
#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The difference between the study that a results file describes and a plan, with numbers of stored trials.
struct StudyChange {
  std::string difference;          ///< description of the first difference
  std::int64_t trials_before = 0;  ///< trials per cell of the file's study
  std::int64_t before = 0;         ///< stored trials that belong to the file's study
  std::int64_t now = 0;            ///< stored trials that belong to the plan
  std::int64_t foreign = 0;        ///< those of `before` in cells in which only plugin code or data has changed
};

/// Throws StudyFileError if another version of the engine has played the trials of a file.
void check_same_engine(const Database& database);

/// The change from the stored study to the plan; empty if they are the same. Throws StudyFileError if the file is of
/// another shard.
std::optional<StudyChange> difference_from_plan(const StudyReader& stored, const Plan& plan, const Shard& shard);

/// Throws StudyFileError if a run needs `--anew` to continue: if the plan has none of the file's trials, as with a
/// wrong file, or if plugin code or data has changed.
void refuse_foreign_file(const std::string& file, const StudyChange& change);

/// Writes blocks into table `block`. Opens no transaction; the caller does.
class BlockInserter {
 public:
  explicit BlockInserter(const Database& database);
  /// `block` must be canonical (make_canonical). Replaces a stored block with the same first trial.
  void insert(std::int64_t content, const BlockResult& block);

 private:
  Statement insert_;
};

/// Writes the results of one run. Not thread-safe: run_blocks saves from a single thread. Every member that uses the
/// file throws StudyFileError.
class StudyWriter {
 public:
  /// Creates the file or resumes it. Throws StudyFileError, with nothing on disk changed, if that fails, if another run
  /// is writing the file, or if another engine or shard has written it. `build`: description of the program, for
  /// information. `anew`: whether a damaged description is ignored.
  StudyWriter(const std::string& path, const Plan& plan, const Shard& shard = {}, std::string build = build_text(),
              bool anew = false);
  /// A writer whose database is in memory instead of in a file.
  static StudyWriter in_memory(const Plan& plan, const Shard& shard, std::string build) {
    return StudyWriter(InMemory(), plan, shard, std::move(build));
  }

  /// The difference between the file's study and the plan; null if they are the same.
  const StudyChange* change() const { return change_ ? &*change_ : nullptr; }
  /// Replaces the description in the file by that of the plan. All blocks stay.
  void adopt(const Plan& plan);
  /// A reader of the current state of the file.
  StudyReader reader() const;
  /// The blocks of the plan, or of its shard, that the file lacks, ordered by cell and first trial.
  BlockSpans missing() const { return missing_blocks(*database_, layout_, shard_); }
  /// The same for another layout.
  BlockSpans missing(const Layout& layout) const { return missing_blocks(*database_, layout, shard_); }
  /// The trials that each cell needs, reduced where a stop rule has ended a cell.
  const Layout& layout() const { return layout_; }
  const Shard& shard() const { return shard_; }
  /// Records that the stop rule has ended these cells: {cell, trials}. One transaction.
  void stop(const std::vector<std::pair<std::int64_t, std::int64_t>>& cells);
  /// Saves `blocks` in one transaction, after making them canonical.
  void save(std::vector<BlockResult>& blocks);
  /// `save` as a function for run_blocks.
  SaveBlocks saver() {
    return [this](std::vector<BlockResult>& blocks) { save(blocks); };
  }
  /// Removes blocks of the study with failed trials, so that they are played again.
  void forget_failed();
  /// Removes blocks that the study does not have, and shrinks the file.
  void prune(const Plan& plan);
  /// The connection, for writing tables derived from the saved blocks.
  const Database& database() const { return *database_; }

 private:
  struct InMemory {};
  StudyWriter(const Plan& plan, const Shard& shard, std::string build);  ///< without a connection
  StudyWriter(InMemory, const Plan& plan, const Shard& shard, std::string build);
  void create(const Plan& plan);
  void describe_plan(const Plan& plan);
  void compare(const Plan& plan, bool anew);
  /// Row ids of the blocks that meet an SQL condition and have trials of cells or, unless `are_used`, have none.
  std::vector<std::int64_t> rows_of_blocks(std::string_view condition, bool are_used) const;
  void remove_blocks(const std::vector<std::int64_t>& rows);  ///< also removes the facts of their contents

  Layout layout_;
  Shard shard_;
  std::vector<TrialShape> shapes_;  ///< per cell
  std::optional<StudyChange> change_;
  std::string build_;
  std::optional<FileLock> lock_;  ///< outlives the connection; none in memory
  std::optional<Database> database_;
  std::optional<Lease> lease_;
  std::optional<BlockInserter> inserter_;
};

}  // namespace regretta
