#include "regretta/engine/study/file/learner_names.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

constexpr std::string_view of_learners = "learner.";

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// "conomd-fs,confidence_scale=0.25"
std::string in_full(const LearnerLabel& learner, const std::string& name) {
  std::string text = name;
  for (const auto& [parameter, value] : learner.parameters) text += fmt::format(",{}={}", parameter, value);
  return without_blanks(std::move(text));
}

}  // namespace

std::string learner_text(const LearnerLabel& learner) {
  std::string text = learner.name;
  for (const auto& [parameter, value] : learner.parameters) text += fmt::format(", {} = {}", parameter, value);
  return text;
}

LearnerLabel learner_label(const std::string& name, const std::string& kind,
                           const std::vector<std::string>& swept_names, const std::vector<Value>& swept) {
  LearnerLabel label{name, kind, {}};
  for (std::size_t k = 0; k < swept.size(); ++k)
    if (swept_names[k].starts_with(of_learners) && swept[k].has_value())
      label.parameters.emplace_back(swept_names[k].substr(of_learners.size()), plain_text(swept[k]));
  return label;
}

std::vector<LearnerLabel> learner_labels(const Plan& plan) {
  std::vector<LearnerLabel> labels;
  for (const Cell& cell : plan.cells)
    labels.push_back(learner_label(cell.learner_name, cell.learner, plan.swept_names, cell.swept));
  return labels;
}

std::vector<LearnerLabel> learner_labels(const StudyReader& study) {
  std::vector<LearnerLabel> labels;
  for (const CellLabel& cell : study.cells())
    labels.push_back(learner_label(cell.learner_name, cell.learner, study.swept(), cell.swept));
  return labels;
}

std::vector<bool> cells_with(const std::vector<LearnerLabel>& cells, std::string wanted) {
  wanted = without_blanks(std::move(wanted));
  std::vector<bool> found;
  std::set<std::string> learners;  // of the matching cells
  std::vector<std::string> all;
  for (const LearnerLabel& cell : cells) {
    bool has = false;
    for (const std::string& name : {cell.name, cell.kind}) {
      const std::string full = in_full(cell, name);
      if (std::ranges::find(all, full) == all.end()) all.push_back(full);
      has = has || wanted == full || wanted == without_blanks(name);
    }
    found.push_back(has);
    if (has) learners.insert(in_full(cell, cell.name));
  }
  if (learners.empty()) {
    const std::string near = nearest_name(wanted, all);
    throw std::invalid_argument(fmt::format("no learner \"{}\"{}, expected one of {}", wanted,
                                            near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near),
                                            fmt::join(all, " ")));
  }
  if (learners.size() > 1)
    throw std::invalid_argument(
        fmt::format("\"{}\" is {} learners, expected one of {}", wanted, learners.size(), fmt::join(learners, " ")));
  return found;
}

}  // namespace regretta
