#pragma once
/// What a study file holds, checked against its checksums as it is read. Sees the state at the moment it was opened,
/// also while a run goes on.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/engine/study/blocks/block.hpp"
#include "regretta/engine/study/blocks/shard.hpp"
#include "regretta/engine/study/file/database.hpp"

namespace regretta {

/// A cell, as the file describes it.
struct CellLabel {
  std::int64_t cell = 0;
  std::string learner;       ///< kind
  std::string learner_name;  ///< as displayed
  std::string environment;   ///< name
  std::string environment_kind;
  std::int64_t horizon = 0;
  std::int64_t arms = 0;
  std::int64_t constraints = 0;
  std::vector<nlohmann::json> swept;  ///< one per StudyReader::swept(); null where the cell's plugins lack it
  std::vector<std::int64_t> checkpoints;
};

class StudyReader {
 public:
  enum class Stops { believed, left_out };  ///< where a stop rule is said to have ended cells; left out: nowhere

  /// Throws StudyFileError if `path` is no study file, or a damaged one.
  static StudyReader open(const std::string& path, Stops stops = Stops::believed);

  /// A connection of its own to a file that this process may be writing: `open` would drop the writer's locks.
  explicit StudyReader(Database connection, Stops stops = Stops::believed);

  std::string value(std::string_view key) const;    ///< of table `study`; "" if absent
  std::int64_t trials() const { return trials_; }   ///< planned, per cell; with a stop rule, at most
  const Layout& layout() const { return layout_; }  ///< what the cells are to have, as far as the rule has decided
  const Shard& shard() const { return shard_; }     ///< that the file holds, or is to hold
  const std::vector<std::string>& swept() const { return swept_; }
  const std::vector<CellLabel>& cells() const { return cells_; }
  const Database& database() const { return database_; }

  /// Saved blocks of one cell in trial order. Throws StudyFileError naming cell and trials where a stored value is not
  /// the one that was saved; also if saved_places() does. Begins with trial `from`.
  void for_each_block(const CellLabel& cell, const std::function<void(const BlockResult&)>& visit,
                      std::int64_t from = 0) const;

  /// The block of `cell` that begins with trial `first`; empty if it is not there. Throws like for_each_block.
  std::optional<BlockResult> find_block(const CellLabel& cell, std::int64_t first) const;

  /// By cell and first trial. Throws StudyFileError if the list of blocks is damaged.
  std::vector<BlockPlace> saved_places() const;
  std::int64_t saved_blocks() const { return std::ssize(saved_places()); }
  std::int64_t planned_blocks() const;  ///< of the study, or of the shard that the file holds

 private:
  void read_cells();
  [[noreturn]] void refuse(std::string_view what) const;
  Statement select_trials() const;
  BlockResult read_block(Statement& block, Statement& trials, const CellLabel& cell) const;
  [[noreturn]] void damaged(const CellLabel& cell, const BlockPlace& place, std::string_view what) const;

  Database database_;
  std::int64_t trials_ = 0;
  Layout layout_{0, 0};
  Shard shard_;
  mutable bool counted_ = false;  ///< blocks have been, by saved_places()
  std::vector<std::string> swept_;
  std::vector<CellLabel> cells_;
};

}  // namespace regretta
