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
std::string in_full(const LearnerLabel& learner, const std::string& name) {
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
  std::vector<std::string> names, full;
  for (const LearnerLabel& label : labels)
    for (const std::string& text : names_of(label)) {
      names.push_back(text);
      full.push_back(in_full(label, label.name));
    }
  const auto near = std::ranges::find(names, nearest_name(wanted, names));
  return near == names.end() ? "" : full[static_cast<std::size_t>(near - names.begin())];
}

/// A text such as "conomd-fs; hedge"; if there are more than 7 learners, the first 6 and the number of the others.
std::string some_of(const std::vector<std::string>& learners) {
  constexpr std::size_t most = 6;
  if (learners.size() <= most + 1) return fmt::format("{}", fmt::join(learners, "; "));
  return fmt::format("{} and {} more", fmt::join(learners.begin(), learners.begin() + most, "; "),
                     learners.size() - most);
}

}  // namespace

std::string learner_text(const LearnerLabel& learner) {
  std::string text = learner.name;
  for (const auto& [parameter, value] : learner.parameters) text += fmt::format(", {} = {}", parameter, value);
  return text;
}

std::vector<std::string> names_of(const LearnerLabel& learner) {
  return {without_blanks(learner.name), in_full(learner, learner.name), without_blanks(learner.kind),
          in_full(learner, learner.kind)};
}

bool is_called(const LearnerLabel& learner, const std::string& wanted) {
  const std::vector<std::string> names = names_of(learner);
  return std::ranges::find(names, without_blanks(wanted)) != names.end();
}

std::vector<ListElement> elements_of(const std::string& list) {
  std::vector<ListElement> elements;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t begin = std::min(list.find_first_not_of(' ', from), list.size());
    std::size_t end = std::min(list.find(',', begin), list.size());
    ListElement element{list.substr(begin, end - begin)};
    if (begin < list.size() && (list[begin] == '"' || list[begin] == '\''))
      for (std::size_t quote = begin; (quote = list.find(list[begin], quote + 1)) != list.npos;) {
        const std::size_t after = std::min(list.find_first_not_of(' ', quote + 1), list.size());
        if (after < list.size() && list[after] != ',') continue;  // a quote within the element
        element = {list.substr(begin + 1, quote - begin - 1), true};
        end = after;
        break;
      }
    element.text.erase(element.text.find_last_not_of(' ') + 1);
    elements.push_back(std::move(element));
    from = end + 1;
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
    add(choices, in_full(label, label.name));
    if (matches) add(learners, in_full(label, label.name));
  }
  if (learners.empty()) {
    const std::string near = nearest_learner(wanted, labels);
    throw std::invalid_argument(fmt::format("no learner \"{}\"{}, expected one of {}", wanted,
                                            near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near),
                                            some_of(choices)));
  }
  if (learners.size() > 1)
    throw std::invalid_argument(
        fmt::format("\"{}\" matches {} learners, expected one of {}", wanted, learners.size(), some_of(learners)));
  return found;
}

}  // namespace regretta
