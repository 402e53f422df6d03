#pragma once
/// Reads a study file and checks it against its checksums. A reader sees the file as it was when the reader was opened,
/// even while a run is writing. Every command that evaluates results starts here.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/layout.hpp"
#include "regretta/engine/study/file/database.hpp"
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

/// The description of a cell in the file.
struct CellLabel {
  std::int64_t cell = 0;
  std::int64_t content = 0;                               ///< hash of Cell::content
  std::int64_t setting = 0;                               ///< Cell::setting
  std::int64_t setting_content = 0, learner_content = 0;  ///< hashes of the content's parts
  std::int64_t first_trial = 0;                           ///< Cell::first_trial
  std::int64_t trials = 0;                                ///< number planned, or at which a stop rule ended the cell
  std::string learner;                                    ///< kind
  std::string learner_name;                               ///< display name
  std::string environment;                                ///< name
  std::string environment_kind;
  std::int64_t horizon = 0;
  std::int64_t arms = 0;
  std::int64_t constraints = 0;
  std::vector<Value> swept;  ///< one per StudyReader::swept(); no value where the cell's plugins lack the parameter
  std::vector<std::int64_t> checkpoints;
};

/// One connection to a study file. Not thread-safe.
class StudyReader {
 public:
  /// Throws StudyFileError if `path` is not a study file, or if it is damaged.
  static StudyReader open(const std::string& path);
  /// For a file that this process may be writing: `open` would drop the writer's locks. Unless the database is in
  /// memory, `connection` must not be the writer's.
  explicit StudyReader(Database connection);

  const Study& study() const { return study_; }                         ///< resolved, as in the canonical text
  const QuantityList& quantities() const { return study_.quantities; }  ///< quantities that the trials report
  TrialShape shape(const CellLabel& cell) const { return quantities().shape(cell.checkpoints.size()); }
  std::string value(std::string_view key) const;  ///< value from table `study`; "" if absent
  std::string version() const;                    ///< version of the program that played the trials, such as "0.5.0"
  std::int64_t trials() const { return study_.trials; }  ///< planned trials per cell; with a stop rule, the maximum
  const Layout& layout() const { return layout_; }  ///< trials that each cell needs, with decisions of the stop rule
  const Shard& shard() const { return shard_; }     ///< the shard in this file; by default the whole study
  const std::vector<std::string>& swept() const { return swept_; }  ///< names of the swept parameters
  const std::vector<CellLabel>& cells() const { return cells_; }
  /// Whether a stop rule chooses the number of trials.
  bool has_stop_rule() const { return study_.stop.has_value(); }
  const Database& database() const { return database_; }

  /// Visits the saved trials of one cell in blocks, in order, from trial `from` on. Throws DamagedBlock, whose
  /// message names cell and trials, if a stored value has changed, and StudyFileError as saved_ranges() does.
  void for_each_block(const CellLabel& cell, const std::function<void(const BlockResult&)>& visit,
                      std::int64_t from = 0) const;
  /// A trial of the cell; empty if it is not saved. Throws as for_each_block does.
  std::optional<TrialResult> trial(const CellLabel& cell, std::int64_t number) const;
  /// The block in a row of table `block` whose columns are `block_columns`; `cell` has its content. Its trials are
  /// numbered within the content. Throws DamagedBlock.
  static constexpr std::string_view block_columns = "first_trial, trials, failed, infeasible, checksum, results";
  BlockResult read_block(const Statement& row, const CellLabel& cell) const;

  /// All saved blocks whose contents belong to cells, numbered as in Layout. Read at the first call. Throws
  /// StudyFileError if the list of blocks is damaged.
  const BlockSpans& saved_ranges() const;
  /// The saved trials of a cell as ranges {first, end}.
  std::vector<std::pair<std::int64_t, std::int64_t>> saved_of(const CellLabel& cell) const;
  std::int64_t saved_trials(const CellLabel& cell) const;
  std::int64_t saved_trials() const;
  /// Planned trials of the study or shard.
  std::int64_t planned_trials() const { return regretta::planned_trials(layout_, shard_); }
  std::int64_t unused_trials() const;  ///< number of trials in blocks without a trial of any cell

 private:
  void read_cells();
  [[noreturn]] void refuse(std::string_view part_name) const;
  [[noreturn]] void damaged(const CellLabel& cell, const BlockRange& range, const std::string& problem) const;

  Database database_;
  Study study_;
  Layout layout_;
  Shard shard_;
  mutable std::optional<BlockSpans> saved_;             ///< cache of saved_ranges()
  mutable std::int64_t unused_ = 0;                     ///< cache of unused_trials()
  mutable std::optional<Statement> blocks_of_content_;  ///< statement of for_each_block, unless it is running
  std::vector<std::string> swept_;
  std::vector<CellLabel> cells_;
};

/// For each cell, whether an earlier cell has the same trials; comparisons count such trials once.
std::vector<bool> repeated_cells(const StudyReader& study);

}  // namespace regretta
