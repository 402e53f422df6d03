#pragma once
/// Cells of a study file, ready to run again: from the file alone, without the study that described them.

#include <string>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

class RebuiltCells {
 public:
  /// folder: where the study's relative paths start; "": where they did when the file was begun. Throws StudyFileError
  /// if another version of Regretta wrote the file.
  RebuiltCells(const StudyReader& study, const Catalogue& catalogue, std::string folder);

  /// Throws StudyFileError where the catalogue or the trace is not what it was. Neighbours that share an environment
  /// share what was computed for it.
  Cell cell(const CellLabel& label);

 private:
  Study described(const CellLabel& label, const std::string& learner, const std::string& environment) const;

  const StudyReader& study_;
  const Catalogue& catalogue_;
  nlohmann::json resolved_;
  std::string folder_;
  std::string last_environment_;
  std::shared_ptr<const SharedWork> last_work_;
};

}  // namespace regretta
