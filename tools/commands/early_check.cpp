#include "regretta/tools/commands/early_check.hpp"

#include <algorithm>
#include <vector>

#include "regretta/engine/study/plan/resolved_plugin.hpp"

namespace regretta {
namespace {

/// Whether the environment and its parts are of kinds that ship: others have settings that only a header describes.
bool is_known(const PluginSpec& environment, const Catalogue& known) {
  if (known.environment(environment.kind) == nullptr) return false;
  return std::ranges::all_of(part_groups, [&](const PartGroup& group) {
    for (const std::string& path : {group.path("kind"), std::string(group.name) + ".kind"}) {
      const Value* kind = environment.settings.find(path);
      if (kind == nullptr) continue;
      const auto is_it = [&](const EnvironmentEntry& part) {
        return part.group == group.name && kind->text() != nullptr && *kind->text() == part.name;
      };
      if (std::ranges::none_of(known.parts, is_it)) return false;
    }
    return true;
  });
}

}  // namespace

void check_known_plugins(const Study& study, const Catalogue& known) {
  if (!study.overrides.empty()) return;
  Study shipped = study;
  std::erase_if(shipped.learners, [&](const PluginSpec& one) { return known.learner(one.kind) == nullptr; });
  std::erase_if(shipped.environments, [&](const PluginSpec& one) { return !is_known(one, known); });
  std::erase_if(shipped.measures, [&](const PluginSpec& one) { return known.measure(one.kind) == nullptr; });
  resolve_learners(shipped, known);
  resolve_environments(shipped, known);
  resolve_measures(shipped, known);
}

}  // namespace regretta
