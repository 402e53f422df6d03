#pragma once
/// What the learners of a study are told and heed (engine/plugin/learner_view.hpp), observed when a run ends and kept
/// in its results file, so that nobody needs the plugins to know whom they may call best.

#include <map>
#include <string>
#include <vector>

#include "regretta/engine/plugin/learner_view.hpp"
#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/cell.hpp"

namespace regretta {

/// Of the learners with all their settings, each observed in its first cell.
class ObservedViews {
 public:
  const LearnerView& add(const Cell& cell);
  /// Through a connection that writes.
  void store(const Database& database) const;

 private:
  std::map<std::string, LearnerView> views_;
};

/// One per cell; where the file has none, nothing is known. Throws StudyFileError if they cannot be read.
std::vector<LearnerView> views_of(const StudyReader& study);

}  // namespace regretta
