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

void add_plugins(Catalogue& catalogue, const PluginCode& code, const std::function<void(Catalogue&)>& add) {
  const auto mark = [&code](auto& entries, std::size_t first) {
    for (std::size_t k = first; k < entries.size(); ++k) entries[k].code = code;
  };
  const std::size_t learners = catalogue.learners.size(), environments = catalogue.environments.size();
  const std::size_t parts = catalogue.parts.size(), measures = catalogue.measures.size();
  add(catalogue);
  mark(catalogue.learners, learners);
  mark(catalogue.environments, environments);
  mark(catalogue.parts, parts);
  mark(catalogue.measures, measures);
}

}  // namespace regretta
