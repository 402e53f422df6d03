#include "regretta/engine/plugin/catalogue.hpp"

#include <algorithm>

namespace regretta {

std::vector<std::string> Catalogue::learner_groups() const {
  std::vector<std::string> groups;
  for (const LearnerEntry& entry : learners)
    if (!entry.group.empty() && std::ranges::find(groups, entry.group) == groups.end()) groups.push_back(entry.group);
  return groups;
}

const LearnerEntry* Catalogue::learner(std::string_view name) const {
  const auto found = std::ranges::find(learners, name, &LearnerEntry::name);
  return found == learners.end() ? nullptr : &*found;
}

const EnvironmentEntry* Catalogue::environment(std::string_view name) const {
  const auto found = std::ranges::find(environments, name, &EnvironmentEntry::name);
  return found == environments.end() ? nullptr : &*found;
}

const MeasureEntry* Catalogue::measure(std::string_view name) const {
  const auto found = std::ranges::find(measures, name, &MeasureEntry::name);
  return found == measures.end() ? nullptr : &*found;
}

}  // namespace regretta
