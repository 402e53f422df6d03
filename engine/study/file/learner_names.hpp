#pragma once
/// Names by which commands and stop rules refer to a learner of a study: its name or its kind, alone or with all swept
/// parameters, as in "conomd-fs, confidence_scale=0.25".

#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/study/file/study_reader.hpp"
#include "regretta/engine/study/plan/plan.hpp"

namespace regretta {

struct LearnerLabel {
  std::string name;  ///< display name
  std::string kind;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< swept parameters and their values
};

std::string learner_text(const LearnerLabel& learner);  ///< such as "conomd-fs, confidence_scale = 0.25"

/// The names of a learner: its name and its kind, each alone and with all swept parameters, without blanks.
std::vector<std::string> names_of(const LearnerLabel& learner);

/// Whether `wanted` is one of the learner's names, ignoring blanks.
bool is_called(const LearnerLabel& learner, const std::string& wanted);

/// An element of a comma-separated list, without surrounding blanks and quotes ("..." or '...').
struct ListElement {
  std::string text;
  bool is_quoted = false;
  bool operator==(const ListElement&) const = default;
};
/// The elements of a comma-separated list. A comma within quotes belongs to its element.
std::vector<ListElement> elements_of(const std::string& list);
/// The text without surrounding quotes if it is a single quoted element; otherwise the unchanged text.
std::string unquoted(const std::string& text);

/// The label of a learner. `swept` has one value for each of `swept_names`; only learner parameters enter the label.
LearnerLabel learner_label(const std::string& name, const std::string& kind,
                           const std::vector<std::string>& swept_names, const std::vector<Value>& swept);

/// One label per cell.
std::vector<LearnerLabel> learner_labels(const Plan& plan);
std::vector<LearnerLabel> learner_labels(const StudyReader& study);

/// For each cell, whether `wanted` names its learner; blanks in `wanted`, and quotes around it, are ignored. `labels`:
/// one per cell. Throws std::invalid_argument, whose message lists the choices, if `wanted` matches no learner or more
/// than one.
std::vector<bool> cells_with(const std::vector<LearnerLabel>& labels, std::string wanted);

}  // namespace regretta
