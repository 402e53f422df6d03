#include "regretta/engine/plugin/catalogue.hpp"

#include <algorithm>

namespace regretta {
namespace {

template <class Entry>
const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> Catalogue::learner_groups() const {
  std::vector<std::string> groups;
  for (const LearnerEntry& entry : learners)
    if (!entry.group.empty() && std::ranges::find(groups, entry.group) == groups.end()) groups.push_back(entry.group);
  return groups;
}

const LearnerEntry* Catalogue::learner(std::string_view name) const { return find_entry(learners, name); }
const EnvironmentEntry* Catalogue::environment(std::string_view name) const { return find_entry(environments, name); }
const MeasureEntry* Catalogue::measure(std::string_view name) const { return find_entry(measures, name); }

}  // namespace regretta
