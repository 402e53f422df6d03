#include "regretta/engine/study/plan/grid.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/text/toml_values.hpp"

namespace regretta {
namespace {

bool describes(const std::vector<ParameterInfo>& parameters, const std::string& name) {
  return std::ranges::find(parameters, name, &ParameterInfo::name) != parameters.end();
}

/// A plugin on its way to being resolved.
struct Draft {
  PluginSpec spec;
  const std::vector<ParameterInfo>* parameters = nullptr;
};

/// What an override "SECTION.rest" sets in this plugin: a parameter's name, or "" if nothing.
std::string override_target(const Draft& plugin, const std::string& section, const std::string& rest) {
  const auto known = [&](const std::string& name) {
    const std::string parameter = section == "environment" ? environment_key(name) : name;
    return describes(*plugin.parameters, parameter) ? parameter : "";
  };
  std::string target = known(rest);
  for (const std::string& label : {plugin.spec.kind, plugin.spec.name}) {
    if (target.empty() && rest.starts_with(label + ".")) target = known(rest.substr(label.size() + 1));
  }
  return target;
}

void apply_override(const Setting& override, const std::string& section, std::vector<Draft>& plugins) {
  const std::string rest = override.name.substr(section.size() + 1);
  bool applied = false;
  for (Draft& plugin : plugins) {
    const std::string target = override_target(plugin, section, rest);
    if (target.empty()) continue;
    applied = true;
    auto& settings = plugin.spec.settings;
    const auto found = std::ranges::find(settings, target, &Setting::name);
    Setting& setting = found != settings.end() ? *found : settings.emplace_back();
    setting = override;
    setting.name = target;
  }
  if (applied) return;
  std::vector<std::string> names;
  for (const Draft& plugin : plugins) {
    for (const ParameterInfo& parameter : *plugin.parameters) {
      names.push_back(parameter.name);
      names.push_back(plugin.spec.kind + "." + parameter.name);
    }
  }
  const std::string near = nearest_name(rest, names);
  throw StudyError(override_file, {}, override.name,
                   fmt::format("unknown key (no {} of this study has it), expected a parameter of one of them{}",
                               section, near.empty() ? "" : fmt::format("; did you mean \"{}.{}\"?", section, near)));
}

Axis default_axis(const ParameterInfo& parameter) {
  const std::string key = "default of " + parameter.name;
  const Setting setting{parameter.name, parse_value(parameter.default_value, key), {}};
  return read_axis(setting, {parameter}, override_file, key);
}

ResolvedPlugin resolve(const Study& study, const std::string& section, Draft draft) {
  ResolvedPlugin plugin{section, std::move(draft.spec), {}, {}};
  for (const Setting& setting : plugin.spec.settings) {
    try {
      check_no_unknown({{setting.name, Value(false)}}, *draft.parameters);
    } catch (const InputError& error) {
      std::string message = error.what();
      const std::string_view unknown = "unknown key";
      if (message.starts_with(unknown)) {
        message.insert(unknown.size(), fmt::format(" ({} has no such parameter)", plugin.spec.kind));
      }
      throw blame(study, plugin, error.key(), message);
    }
  }
  for (const ParameterInfo& parameter : *draft.parameters) {
    if (plugin.axis(parameter.name)) continue;  // several entries may describe one name
    const auto set = std::ranges::find(plugin.spec.settings, parameter.name, &Setting::name);
    if (set != plugin.spec.settings.end()) {
      const std::string& file = set->where.line == 0 ? override_file : study.file;
      plugin.axes.push_back(read_axis(*set, *draft.parameters, file, section + "." + parameter.name));
    } else if (!parameter.default_value.empty()) {
      plugin.defaults.push_back(default_axis(parameter));
    }
  }
  return plugin;
}

/// `entry_of` looks a kind up; `kinds` are the valid ones.
template <class EntryOf>
std::vector<ResolvedPlugin> resolve_all(const Study& study, const std::string& section,
                                        const std::vector<PluginSpec>& specs, const std::vector<std::string>& kinds,
                                        EntryOf&& entry_of) {
  std::vector<Draft> drafts;
  for (const PluginSpec& spec : specs) {
    const auto* entry = entry_of(spec.kind);
    if (!entry) {
      const std::string near = nearest_name(spec.kind, kinds);
      throw StudyError(study.file, spec.kind_where, section + ".kind",
                       fmt::format("\"{}\" is unknown, expected one of {}{}", spec.kind, fmt::join(kinds, ", "),
                                   near.empty() ? "" : "; did you mean \"" + near + "\"?"));
    }
    drafts.push_back({spec, &entry->parameters});
  }
  for (const Setting& override : study.overrides) {
    if (override.name.starts_with(section + ".")) apply_override(override, section, drafts);
  }
  std::vector<ResolvedPlugin> plugins;
  for (Draft& draft : drafts) plugins.push_back(resolve(study, section, std::move(draft)));
  return plugins;
}

}  // namespace

const Axis* ResolvedPlugin::axis(const std::string& name) const {
  for (const auto* group : {&axes, &defaults}) {
    const auto found = std::ranges::find(*group, name, &Axis::name);
    if (found != group->end()) return &*found;
  }
  return nullptr;
}

std::vector<ResolvedPlugin> resolve_learners(const Study& study, const Catalogue& catalogue) {
  std::vector<std::string> kinds;
  for (const auto& entry : catalogue.learners) kinds.push_back(entry.name);
  return resolve_all(study, "learner", study.learners, kinds,
                     [&](const std::string& kind) { return catalogue.learner(kind); });
}

std::vector<ResolvedPlugin> resolve_environments(const Study& study, const Catalogue& catalogue) {
  std::vector<std::string> kinds;
  for (const auto& entry : catalogue.environments) kinds.push_back(entry.name);
  return resolve_all(study, "environment", study.environments, kinds,
                     [&](const std::string& kind) { return catalogue.environment(kind); });
}

std::int64_t count_points(const ResolvedPlugin& plugin, std::int64_t limit) {
  std::int64_t count = 1;
  for (const Axis& axis : plugin.axes) {
    count *= static_cast<std::int64_t>(axis.values.size());
    if (count > limit) return limit + 1;
  }
  return count;
}

std::vector<Settings> expand_points(const ResolvedPlugin& plugin) {
  std::vector<Settings> points(1);
  for (const Axis& axis : plugin.axes) {
    std::vector<Settings> longer;
    longer.reserve(points.size() * axis.values.size());
    for (const Settings& point : points) {
      for (const Value& value : axis.values) longer.emplace_back(point)[axis.name] = value;
    }
    points = std::move(longer);
  }
  return points;
}

std::string fingerprint(const ResolvedPlugin& plugin, const Settings& point) {
  Settings all = point;
  for (const Axis& axis : plugin.defaults) all[axis.name] = axis.values.front();
  std::string text = plugin.spec.kind;
  for (const auto& [name, value] : all) text += "\n" + name + "=" + to_text(value);
  return text;
}

std::vector<std::string> swept_parameters(const std::vector<ResolvedPlugin>& plugins,
                                          const std::string& (*label)(const ResolvedPlugin&)) {
  std::vector<std::string> names;
  const auto values_of = [](const ResolvedPlugin& plugin, const std::string& name) {
    const Axis* axis = plugin.axis(name);
    return axis ? axis->values : std::vector<Value>{};
  };
  for (const ResolvedPlugin& plugin : plugins) {
    for (const Axis& axis : plugin.axes) {
      bool swept = axis.swept;
      for (const ResolvedPlugin& other : plugins) {
        if (label(other) == label(plugin) && values_of(other, axis.name) != axis.values) swept = true;
      }
      const std::string name = plugin.section + "." + axis.name;
      if (swept && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

StudyError blame(const Study& study, const ResolvedPlugin& plugin, const std::string& key, const std::string& message) {
  const std::string name = key.starts_with(plugin.section + ".") ? key.substr(plugin.section.size() + 1) : key;
  const auto& settings = plugin.spec.settings;
  const auto found = std::ranges::find(settings, name, &Setting::name);
  if (found != settings.end()) {
    const bool overridden = found->where.line == 0;
    return {overridden ? override_file : study.file, found->where, plugin.section + "." + name, message};
  }
  if (name == "horizon" || name == "study.horizon") {
    const auto where = study.where.find("horizon");
    const bool overridden = where != study.where.end() && where->second.line == 0;
    return {overridden ? override_file : study.file, where != study.where.end() ? where->second : plugin.spec.where,
            "study.horizon", message};
  }
  return {study.file, plugin.spec.where, name.empty() ? plugin.section : plugin.section + "." + name, message};
}

}  // namespace regretta
