#include "regretta/engine/search/conditions.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace regretta {
namespace {

/// The word that a chooser has, set or by default.
std::string word_of(const Settings& settings, const std::string& path, const std::vector<ParameterInfo>& known,
                    const std::string& name) {
  const Value* set = settings.find(path);
  if (set == nullptr) {
    const auto info = std::ranges::find(known, name, &ParameterInfo::name);
    if (info != known.end()) set = &info->default_value;
  }
  return set != nullptr && set->text() ? *set->text() : "";
}

/// Whether `name` belongs to other words of a searched chooser among `known`, those of one plugin or part. path_of:
/// that of a parameter of it.
template <class PathOf>
bool belongs_elsewhere(const Settings& settings, const std::string& name, const std::vector<ParameterInfo>& known,
                       const std::set<std::string>& searched, PathOf path_of) {
  bool elsewhere = false;
  for (const ParameterInfo& info : known) {
    if (info.name != name) continue;
    const std::size_t blank = info.when.find(' ');  // "schedule burst"
    if (blank == std::string::npos) return false;
    const std::string chooser = info.when.substr(0, blank);
    if (!searched.contains(path_of(chooser))) return false;
    if (word_of(settings, path_of(chooser), known, chooser) == info.when.substr(blank + 1)) return false;
    elsewhere = true;
  }
  return elsewhere;
}

/// Whether `path` is one of a part of an environment that its chosen kind, or a choice beside it, does not have.
bool is_foreign_to_part(const Settings& settings, const std::string& path, const std::set<std::string>& searched,
                        const Catalogue& catalogue) {
  for (const PartGroup& group : part_groups) {
    const std::string prefix = group.path("");
    if (!path.starts_with(prefix)) continue;
    const std::string name = path.substr(prefix.size()), chooser = group.path("kind");
    const Value* kind = settings.find(chooser);
    const auto is_chosen = [&](const EnvironmentEntry& part) {
      return part.group == group.name && (kind && kind->text() ? part.name == *kind->text() : part.is_default);
    };
    const auto part = std::ranges::find_if(catalogue.parts, is_chosen);
    if (part == catalogue.parts.end() || path == chooser) return false;
    if (std::ranges::find(part->parameters, name, &ParameterInfo::name) == part->parameters.end())
      return searched.contains(chooser);
    return belongs_elsewhere(settings, name, part->parameters, searched,
                             [&](const std::string& one) { return group.path(one); });
  }
  return false;
}

}  // namespace

Settings without_foreign(const PluginSpec& plugin, const std::string& section, const std::set<std::string>& searched,
                         const Catalogue& catalogue) {
  const bool is_learner = section == "learner";
  const LearnerEntry* learner = is_learner ? catalogue.learner(plugin.kind) : nullptr;
  const EnvironmentEntry* environment = is_learner ? nullptr : catalogue.environment(plugin.kind);
  const std::vector<ParameterInfo> none;
  const std::vector<ParameterInfo>& own = learner ? learner->parameters : environment ? environment->parameters : none;
  Settings kept;
  for (const auto& [path, value] : plugin.settings.flat()) {
    const bool foreign =
        belongs_elsewhere(plugin.settings, path, own, searched, [](const std::string& one) { return one; }) ||
        (environment != nullptr && is_foreign_to_part(plugin.settings, path, searched, catalogue));
    if (!foreign) kept[path] = value;
  }
  return kept;
}

}  // namespace regretta
