#pragma once
/// Reads a study file and checks it against its checksums. A reader sees the state of the file at the time it was
/// opened, even while a run is writing. Every command that evaluates results starts here.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/database.hpp"
#include "regretta/engine/study/file/origin.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// A block whose stored values have changed since it was saved.
class DamagedBlock : public StudyFileError {
 public:
  DamagedBlock(const std::string& file, const BlockRange& range, const std::string& problem);
  const std::string& problem_in_block() const { return problem_in_block_; }  ///< the problem without cell and trials

 private:
  std::string problem_in_block_;
};

/// A cell as the file describes it.
struct CellLabel {
  std::int64_t cell = 0;
  std::string learner;       ///< kind
  std::string learner_name;  ///< as displayed
  std::string environment;   ///< name
  std::string environment_kind;
  std::int64_t horizon = 0;
  std::int64_t arms = 0;
  std::int64_t constraints = 0;
  std::vector<Value> swept;  ///< one per StudyReader::swept(); no value where the cell's plugins lack the parameter
  std::vector<std::int64_t> checkpoints;
  std::string content;  ///< Cell::content
};

/// One connection to a study file. Not thread-safe.
class StudyReader {
 public:
  enum class Stops { believed, left_out };  ///< left_out: as if a stop rule had ended no cell

  /// Throws StudyFileError if `path` is not a study file, or if it is damaged.
  static StudyReader open(const std::string& path, Stops stops = Stops::believed);

  /// For a file that this process may be writing: `open` would drop the writer's locks. `connection` must be a separate
  /// one, not the writer's.
  explicit StudyReader(Database connection, Stops stops = Stops::believed);

  const Study& study() const { return study_; }                         ///< resolved, as in the canonical text
  const QuantityList& quantities() const { return study_.quantities; }  ///< that its trials report
  TrialShape shape(const CellLabel& cell) const { return quantities().shape(cell.checkpoints.size()); }
  std::string value(std::string_view key) const;         ///< from table `study`; "" if absent
  std::int64_t trials() const { return study_.trials; }  ///< planned per cell; with a stop rule, the maximum
  const Layout& layout() const { return layout_; }  ///< trials that each cell needs, as far as the rule has decided
  const Shard& shard() const { return shard_; }     ///< the shard in this file; by default the whole study
  const std::vector<std::string>& swept() const { return swept_; }
  const std::vector<CellLabel>& cells() const { return cells_; }
  /// Whether a stop rule chooses the number of trials.
  bool has_stop_rule() const { return study_.stop.has_value(); }
  const Database& database() const { return database_; }
  /// Where its blocks come from, by their number `origin`; read at the first call. Throws StudyFileError if the table
  /// is damaged.
  const Origins& origins() const;

  /// Visits the saved blocks of one cell in trial order, from trial `from` on. Throws DamagedBlock, which names cell
  /// and trials, if a stored value has changed, and StudyFileError like saved_ranges().
  void for_each_block(const CellLabel& cell, const std::function<void(const BlockResult&)>& visit,
                      std::int64_t from = 0) const;

  /// The block of `cell` that begins with trial `first`; empty if it is not saved. Throws like for_each_block.
  std::optional<BlockResult> find_block(const CellLabel& cell, std::int64_t first) const;
  /// The block of `cell` that holds a trial.
  std::optional<BlockResult> find_block_with(const CellLabel& cell, std::int64_t trial) const;

  /// All saved blocks, ordered by cell and first trial, read at the first call. Throws StudyFileError if the list of
  /// blocks is damaged.
  const Stretches& saved_ranges() const;
  std::int64_t saved_blocks(const CellLabel& cell) const;
  std::int64_t saved_trials() const { return trials_in(saved_ranges()); }
  std::int64_t planned_trials() const { return regretta::planned_trials(layout_, shard_); }  ///< of the study or shard

 private:
  void read_cells();
  [[noreturn]] void refuse(std::string_view what) const;
  /// kept: where keep() leaves the statement for the next who asks.
  Statement select_blocks(std::optional<Statement>& kept, std::string_view which, const CellLabel& cell,
                          std::int64_t first) const;
  static void keep(Statement& select, std::optional<Statement>& kept);
  BlockResult read_block(const Statement& row, const CellLabel& cell) const;
  [[noreturn]] void damaged(const BlockRange& range, const std::string& problem) const;

  Database database_;
  Study study_;
  Layout layout_;
  Shard shard_;
  mutable std::optional<Origins> origins_;        ///< what origins() has read
  mutable std::optional<Stretches> saved_;        ///< what saved_ranges() has read
  mutable std::optional<Statement> find_, from_;  ///< of find_block and for_each_block, unless they are running
  std::vector<std::string> swept_;
  std::vector<CellLabel> cells_;
};

}  // namespace regretta
