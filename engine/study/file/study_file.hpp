#pragma once
/// The results of a study on disk: one SQLite file (WAL), written block by block, each block with a checksum. If the
/// run is killed, the file holds every committed block, and `StudyWriter` resumes from there.
///
///   study  key, value            format and program version, the study, seed, shard (of a shard file)
///   cell   one row per cell      plugins, problem, swept parameters, checkpoints
///   block  one row per block     results (quantities, curves, failures), origin, checksum, seconds
///   origin  origin, json         where blocks come from (origin.hpp)
///   stopped  cell, trials        cells that a stop rule has ended, and where; only for studies with a stop rule
///   facts  one row per cell      what follows from its plugins or all its blocks; written when a run ends
///   gone   one row per block     what is no longer in the study (gone.hpp)
///
/// FORMATS.md documents the columns. `regretta run` writes the file; StudyReader (study_reader.hpp) reads it.

#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/block_inserter.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/extension.hpp"
#include "regretta/engine/study/file/file_lock.hpp"
#include "regretta/engine/study/file/lease.hpp"
#include "regretta/engine/study/file/origin.hpp"
#include "regretta/engine/study/file/stopped.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

/// The blocks of a shard of `layout`, or parts of them, that `database` lacks, ordered by cell and first trial. If it
/// is to be extended: that it will then lack.
Stretches missing_blocks(const Database& database, const Layout& layout, const Shard& shard = {},
                         const Extension* extension = nullptr);

/// Writes the results of one run. Not thread-safe: run_blocks saves from a single thread. Every member that uses the
/// file throws StudyFileError.
class StudyWriter {
 public:
  /// Creates the file or resumes it. Throws StudyFileError if that fails, if another run is writing it, or if it holds
  /// what cannot become this study; in that case nothing on disk has changed. origin: that of all blocks
  /// saved, a JSON object as text (origin.hpp).
  StudyWriter(const std::string& path, const Plan& plan, const Shard& shard = {},
              std::string origin = default_origin());

  /// In memory instead of in a file.
  static StudyWriter in_memory(const Plan& plan, const Shard& shard, std::string origin) {
    return StudyWriter(InMemory(), plan, shard, std::move(origin));
  }

  /// What must be done first, by extend(), if the file holds another state of this study; else null.
  const Extension* extension() const { return extension_ ? &*extension_ : nullptr; }
  void extend(const Plan& plan);

  /// What it holds now.
  StudyReader reader() const;

  /// The blocks of the plan, or of its shard, that the file lacks, ordered by cell and first trial.
  Stretches missing() const { return missing_blocks(*database_, layout(), shard_); }
  /// The same for another layout.
  Stretches missing(const Layout& layout) const { return missing_blocks(*database_, layout, shard_); }

  /// The trials that each cell needs, as far as a stop rule has decided.
  Layout layout() const { return stopped_layout(*database_, planned_); }
  const Shard& shard() const { return shard_; }

  /// Records that the stop rule has ended `cells` after `trials` trials. One transaction.
  void stop(const std::vector<std::int64_t>& cells, std::int64_t trials);

  /// Saves `blocks` in one transaction, after making them canonical.
  void save(std::vector<BlockResult>& blocks);

  /// `save` as run_blocks takes it.
  SaveBlocks saver() {
    return [this](std::vector<BlockResult>& blocks) { save(blocks); };
  }

  /// The connection, for writing tables derived from the saved blocks.
  const Database& database() const { return *database_; }

 private:
  struct InMemory {};
  StudyWriter(const Plan& plan, const Shard& shard, std::string origin);  ///< no connection yet
  StudyWriter(InMemory, const Plan& plan, const Shard& shard, std::string origin);
  void create(const Plan& plan);

  Layout planned_;
  Shard shard_;
  std::vector<TrialShape> shapes_;  ///< per cell
  std::optional<Extension> extension_;
  std::string origin_;
  std::optional<std::int64_t> origin_number_;  ///< once recorded, with the first blocks
  std::optional<FileLock> lock_;               ///< outlives the connection; none in memory
  std::optional<Database> database_;
  std::optional<Lease> lease_;
  std::optional<BlockInserter> inserter_;
};

}  // namespace regretta
