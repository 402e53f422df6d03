#include "regretta/tools/text/baseline_cells.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {

std::vector<bool> baseline_cells(const StudyReader& study, const std::string& wanted) {
  const std::vector<LearnerLabel> labels = learner_labels(study);
  if (!wanted.empty()) {
    try {
      return cells_with(labels, wanted);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("--baseline: {}", error.what()));
    }
  }
  std::vector<bool> is_baseline;
  for (const LearnerLabel& label : labels)
    is_baseline.push_back(label.name == labels[0].name && label.parameters == labels[0].parameters);
  return is_baseline;
}

}  // namespace regretta
