#pragma once
/// Rebuilds the cells of a study file from the study stored in it, so that their trials can be played again. Used by
/// commands that replay trials or evaluate theorems.

#include <memory>
#include <string>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/grid.hpp"

namespace regretta {

/// Not thread-safe. Keeps a reference to the reader.
class RebuiltCells {
 public:
  /// `folder` is where the study's relative paths start; "" means the folder that the file records or, if
  /// that is gone, the folder of the file. Throws StudyFileError if another version of Regretta wrote the file, or if
  /// the catalogue has changed.
  RebuiltCells(const StudyReader& reader, const Catalogue& catalogue, const std::string& folder);

  /// Throws StudyFileError if the catalogue or a trace has changed. Consecutive cells that share an environment setting
  /// share its adversary and facts.
  Cell cell(const CellLabel& label);

 private:
  const StudyReader& reader_;
  Study study_;
  std::unique_ptr<const Grid> grid_;
  std::int64_t last_setting_ = -1;
  std::shared_ptr<const SharedWork> last_work_;
};

}  // namespace regretta
