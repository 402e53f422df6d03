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

/// A text stands for itself, without quotes.
std::string value_text(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  const auto* number = std::get_if<double>(&value);
  return text ? *text : number ? fmt::format("{}", *number) : to_text(value);
}

}  // namespace

std::string learner_text(const LearnerLabel& learner) {
  std::string text = learner.name;
  for (const auto& [parameter, value] : learner.parameters) text += fmt::format(", {} = {}", parameter, value);
  return text;
}

std::string swept_text(const nlohmann::json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

std::vector<LearnerLabel> learner_labels(const Plan& plan) {
  std::vector<LearnerLabel> labels;
  for (const Cell& cell : plan.cells) {
    LearnerLabel& label = labels.emplace_back(LearnerLabel{cell.learner_name, cell.learner, {}});
    for (const auto& [name, value] : cell.parameters)
      if (name.starts_with(of_learners))
        label.parameters.emplace_back(name.substr(of_learners.size()), value_text(value));
  }
  return labels;
}

std::vector<LearnerLabel> learner_labels(const StudyReader& study) {
  std::vector<LearnerLabel> labels;
  for (const CellLabel& cell : study.cells()) {
    LearnerLabel& label = labels.emplace_back(LearnerLabel{cell.learner_name, cell.learner, {}});
    for (std::size_t k = 0; k < cell.swept.size(); ++k)
      if (const std::string& name = study.swept()[k]; name.starts_with(of_learners) && !cell.swept[k].is_null())
        label.parameters.emplace_back(name.substr(of_learners.size()), swept_text(cell.swept[k]));
  }
  return labels;
}

std::vector<bool> cells_with(const std::vector<LearnerLabel>& cells, std::string wanted) {
  wanted = without_blanks(std::move(wanted));
  std::vector<bool> found;
  std::set<std::string> learners;  // that the cells found have
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
