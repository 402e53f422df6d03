#pragma once
/// How commands and stop rules refer to a learner of a study: by name or kind, or with all swept parameters as in
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
  std::vector<std::pair<std::string, std::string>> parameters;  ///< swept parameters and their values
};

std::string learner_text(const LearnerLabel& learner);  ///< such as "conomd-fs, confidence_scale = 0.25"

/// Its name and its kind, each alone and with all swept parameters, without blanks.
std::vector<std::string> names_of(const LearnerLabel& learner);

/// Whether `wanted` is one of them, ignoring blanks.
bool is_called(const LearnerLabel& learner, const std::string& wanted);

/// An element of a list that is separated by commas, without the blanks and quotes, "..." or '...', around it.
struct ListElement {
  std::string text;
  bool is_quoted = false;
  bool operator==(const ListElement&) const = default;
};
/// The elements of a list. A comma between quotes belongs to the element.
std::vector<ListElement> elements_of(const std::string& list);
/// The text without the quotes around it, if it has them.
std::string unquoted(const std::string& text);

/// `swept` has one value for each of `swept_names`; only learner parameters enter the label.
LearnerLabel learner_label(const std::string& name, const std::string& kind,
                           const std::vector<std::string>& swept_names, const std::vector<Value>& swept);

/// One label per cell.
std::vector<LearnerLabel> learner_labels(const Plan& plan);
std::vector<LearnerLabel> learner_labels(const StudyReader& study);

/// For each cell, whether its learner is the one that `wanted` names, ignoring blanks and quotes around it. Throws
/// std::invalid_argument, listing the choices, if `wanted` matches no learner or several.
std::vector<bool> cells_with(const std::vector<LearnerLabel>& cells, std::string wanted);

}  // namespace regretta
