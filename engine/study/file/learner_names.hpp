#pragma once
/// How commands and studies name one learner of a study: by its name or kind, or with all its swept parameters,
/// "conomd-fs, confidence_scale=0.25".

#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct LearnerLabel {
  std::string name;  ///< as displayed
  std::string kind;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< swept ones with their values
};

std::string learner_text(const LearnerLabel& learner);  ///< "conomd-fs, confidence_scale = 0.25"

std::string swept_text(const nlohmann::json& value);  ///< "" where the cell lacks the parameter

/// One per cell.
std::vector<LearnerLabel> learner_labels(const Plan& plan);
std::vector<LearnerLabel> learner_labels(const StudyReader& study);

/// Which cells have the learner that `wanted` names; blanks do not count. Throws std::invalid_argument, with those that
/// there are, if it names none or several.
std::vector<bool> cells_with(const std::vector<LearnerLabel>& cells, std::string wanted);

}  // namespace regretta
