#include "regretta/engine/evidence/tables/roles.hpp"

#include <algorithm>

namespace regretta {

std::vector<bool> swept_with(Role role, const StudyReader& study, const Catalogue& catalogue) {
  std::vector<std::string> columns;
  const auto add = [&](const std::string& section, const std::vector<ParameterInfo>& parameters) {
    for (const std::string& name : names_with(role, parameters)) columns.push_back(section + "." + name);
  };
  for (const PluginSpec& plugin : study.study().learners)
    if (const LearnerEntry* entry = catalogue.learner(plugin.kind)) add("learner", entry->parameters);
  for (const PluginSpec& plugin : study.study().environments)
    if (const EnvironmentEntry* entry = catalogue.environment(plugin.kind))
      add("environment", catalogue.parameters_of(*entry));
  std::vector<bool> has_role;
  for (const std::string& name : study.swept()) has_role.push_back(std::ranges::find(columns, name) != columns.end());
  return has_role;
}

Value learner_value(Role role, const StudyReader& study, const CellLabel& cell, const Catalogue& catalogue) {
  const LearnerEntry* entry = catalogue.learner(cell.learner);
  if (entry == nullptr) return {};
  for (const std::string& name : names_with(role, entry->parameters)) {
    const auto swept = std::ranges::find(study.swept(), "learner." + name);
    if (swept != study.swept().end()) {
      const Value& value = cell.swept[static_cast<std::size_t>(swept - study.swept().begin())];
      if (value.has_value()) return value;
    }
    for (const PluginSpec& plugin : study.study().learners) {
      if (plugin.kind != cell.learner || plugin.name != cell.learner_name) continue;
      for (const Settings* settings : {&plugin.settings, &plugin.defaults})
        if (const Value* found = settings->find(name)) return *found;
    }
  }
  return {};
}

}  // namespace regretta
