#include "regretta/tools/manual/known_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "regretta/engine/trial/report/quantity.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"

namespace regretta {
namespace {

std::vector<std::string> learners(const Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const LearnerEntry& entry : catalogue.learners) names.push_back(entry.name);
  return names;
}

std::vector<std::string> learners_and_groups(const Catalogue& catalogue) {
  std::vector<std::string> names = learners(catalogue);
  for (const std::string& group : catalogue.learner_groups()) names.push_back(group);
  return names;
}

/// The engine's quantities, and those of measures under their usual names.
std::vector<std::string> quantities(const Catalogue& catalogue) {
  std::vector<std::string> names(quantity_names.begin(), quantity_names.end());
  for (const MeasureEntry& entry : catalogue.measures) {
    names.push_back(entry.name);
    std::ranges::replace(names.back(), '-', '_');
  }
  return names;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::vector<std::string> names_to_check(const Catalogue& catalogue) {
  std::vector<std::string> names = learners(catalogue);
  for (const EnvironmentEntry& entry : catalogue.environments) names.push_back(entry.name);
  return names;
}

std::vector<std::string> names_to_list(const Catalogue& catalogue) {
  std::vector<std::string> names{"learners", "environments", "measures", "quantities", "study"};
  const auto add = [&names](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const std::string& group : catalogue.learner_groups()) add(group);
  for (const PartGroup& group : part_groups) add(std::string(group.name));
  for (const std::string& name : names_to_check(catalogue)) add(name);
  for (const EnvironmentEntry& entry : catalogue.parts) add(entry.name);
  for (const MeasureEntry& entry : catalogue.measures) add(entry.name);
  return names;
}

ValueCompletion completion_of(const std::string& command, const OptionFacts& option, const Catalogue& catalogue) {
  if (!option.words.empty()) return {Completes::words, option.words};
  if (option.long_name == "--metric") return {Completes::words, quantities(catalogue)};
  if (option.long_name == "--figure") {
    std::vector<std::string> kinds;
    for (const FigureKind& kind : figure_kinds) kinds.emplace_back(kind.name);
    return {Completes::words, kinds};
  }
  if (option.value == "LEARNER") return {Completes::words, learners(catalogue)};
  if (option.long_name == "--highlight") return {Completes::words, learners_and_groups(catalogue)};
  if (option.is_argument() && option.value == "NAME") {
    if (command == "list") return {Completes::words, names_to_list(catalogue)};
    if (command == "check") return {Completes::words, names_to_check(catalogue)};
  }
  if (is_one_of(option.value, {"FILE", "PATH", "STUDY", "NEW"})) return {Completes::files, {}};
  if (is_one_of(option.value, {"DIR", "FOLDER"})) return {Completes::folders, {}};
  return {};
}

}  // namespace regretta
