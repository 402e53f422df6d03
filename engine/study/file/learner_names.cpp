#include "regretta/engine/study/file/learner_names.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

constexpr std::string_view learner_prefix = "learner.";

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

/// The name with all swept parameters, such as "conomd-fs,confidence_scale=0.25".
std::string full_name(const LearnerLabel& learner, const std::string& name) {
  std::string text = name;
  for (const auto& [parameter, value] : learner.parameters) text += fmt::format(",{}={}", parameter, value);
  return without_blanks(std::move(text));
}

template <class CellType>
std::vector<LearnerLabel> labels_of(const std::vector<CellType>& cells, const std::vector<std::string>& swept_names) {
  std::vector<LearnerLabel> labels;
  for (const CellType& cell : cells)
    labels.push_back(learner_label(cell.learner_name, cell.learner, swept_names, cell.swept));
  return labels;
}

/// The learner whose name is nearest to `wanted`, with its swept parameters; "" if none is close.
std::string nearest_learner(const std::string& wanted, const std::vector<LearnerLabel>& labels) {
  std::vector<std::string> names, full_names;
  for (const LearnerLabel& label : labels)
    for (const std::string& text : names_of(label)) {
      names.push_back(text);
      full_names.push_back(full_name(label, label.name));
    }
  const auto nearest = std::ranges::find(names, nearest_name(wanted, names));
  return nearest == names.end() ? "" : full_names[static_cast<std::size_t>(nearest - names.begin())];
}

/// A text such as "conomd-fs; hedge"; if there are more than 7 learners, the first 6 and the number of the others.
std::string first_learners(const std::vector<std::string>& learners) {
  constexpr std::size_t max_listed = 6;
  if (learners.size() <= max_listed + 1) return fmt::format("{}", fmt::join(learners, "; "));
  return fmt::format("{} and {} more", fmt::join(learners.begin(), learners.begin() + max_listed, "; "),
                     learners.size() - max_listed);
}

}  // namespace

std::string learner_text(const LearnerLabel& learner) {
  std::string text = learner.name;
  for (const auto& [parameter, value] : learner.parameters) text += fmt::format(", {} = {}", parameter, value);
  return text;
}

std::vector<std::string> names_of(const LearnerLabel& learner) {
  return {without_blanks(learner.name), full_name(learner, learner.name), without_blanks(learner.kind),
          full_name(learner, learner.kind)};
}

bool is_called(const LearnerLabel& learner, const std::string& wanted) {
  const std::vector<std::string> names = names_of(learner);
  return std::ranges::find(names, without_blanks(wanted)) != names.end();
}

std::vector<ListElement> elements_of(const std::string& list) {
  std::vector<ListElement> elements;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t begin = std::min(list.find_first_not_of(' ', start), list.size());
    std::size_t end = std::min(list.find(',', begin), list.size());
    ListElement element{list.substr(begin, end - begin)};
    if (begin < list.size() && (list[begin] == '"' || list[begin] == '\''))
      for (std::size_t quote = begin; (quote = list.find(list[begin], quote + 1)) != list.npos;) {
        const std::size_t next = std::min(list.find_first_not_of(' ', quote + 1), list.size());
        if (next < list.size() && list[next] != ',') continue;  // a quote within the element
        element = {list.substr(begin + 1, quote - begin - 1), true};
        end = next;
        break;
      }
    element.text.erase(element.text.find_last_not_of(' ') + 1);
    elements.push_back(std::move(element));
    start = end + 1;
  }
  return elements;
}

std::string unquoted(const std::string& text) {
  const std::vector<ListElement> elements = elements_of(text);
  return elements.size() == 1 && elements.front().is_quoted ? elements.front().text : text;
}

LearnerLabel learner_label(const std::string& name, const std::string& kind,
                           const std::vector<std::string>& swept_names, const std::vector<Value>& swept) {
  LearnerLabel label{name, kind, {}};
  for (std::size_t k = 0; k < swept.size(); ++k)
    if (swept_names[k].starts_with(learner_prefix) && swept[k].has_value())
      label.parameters.emplace_back(swept_names[k].substr(learner_prefix.size()), plain_text(swept[k]));
  return label;
}

std::vector<LearnerLabel> learner_labels(const Plan& plan) { return labels_of(plan.cells, plan.swept_names); }

std::vector<LearnerLabel> learner_labels(const StudyReader& study) { return labels_of(study.cells(), study.swept()); }

std::vector<bool> cells_with(const std::vector<LearnerLabel>& labels, std::string wanted) {
  wanted = without_blanks(unquoted(wanted));
  std::vector<bool> found;
  std::vector<std::string> learners, choices;  // names of the matching learners, and of all learners
  const auto add = [](std::vector<std::string>& names, const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const LearnerLabel& label : labels) {
    const bool matches = is_called(label, wanted);
    found.push_back(matches);
    add(choices, full_name(label, label.name));
    if (matches) add(learners, full_name(label, label.name));
  }
  if (learners.empty()) {
    const std::string nearest = nearest_learner(wanted, labels);
    throw std::invalid_argument(fmt::format("no learner \"{}\"{}, expected one of {}", wanted,
                                            nearest.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", nearest),
                                            first_learners(choices)));
  }
  if (learners.size() > 1)
    throw std::invalid_argument(fmt::format("\"{}\" matches {} learners, expected one of {}", wanted, learners.size(),
                                            first_learners(learners)));
  return found;
}

}  // namespace regretta
