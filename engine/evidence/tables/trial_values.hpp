#pragma once
/// Cells of a study file as procedures over trials want them.

#include <string>
#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// One list per quantity, by trial; NaN where a trial is not there, failed, or has no such value.
using TrialValues = std::vector<std::vector<double>>;

/// Throws StudyFileError as StudyReader does.
TrialValues trial_values(const StudyReader& study, const CellLabel& cell, const std::vector<Quantity>& quantities);

/// Of the plugins of a cell, as JSON text.
struct StoredSettings {
  std::string learner;
  std::string environment;
};
StoredSettings stored_settings(const StudyReader& study, const CellLabel& cell);

}  // namespace regretta
