#include "regretta/engine/study/plan/resolved_plugin.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/axis.hpp"
#include "regretta/engine/study/text/plugin_spec.hpp"

namespace regretta {
namespace {

bool describes(const std::vector<ParameterInfo>& parameters, const std::string& name) {
  return std::ranges::find(parameters, name, &ParameterInfo::name) != parameters.end();
}

/// The parameter that a key sets: the parameter of the same name or, for keys of a sub-table, the parameter with the
/// flat name: NOISE for NOISE.kind, NOISE_WIDTH for NOISE.WIDTH. If there is neither, the key itself.
std::string parameter_of(const std::string& key, const std::vector<ParameterInfo>& parameters) {
  const std::size_t dot = key.rfind('.');
  if (dot == std::string::npos || describes(parameters, key)) return key;
  const std::string group = key.substr(0, dot), name = key.substr(dot + 1);
  const std::string flat = name == "kind" ? group : group + "_" + name;
  return describes(parameters, flat) ? flat : key;
}

/// The plugin as the study gives it, without axes and overrides.
ResolvedPlugin draft_of(const Study& study, const std::string& section, const PluginSpec& spec,
                        std::vector<ParameterInfo> parameters) {
  ResolvedPlugin draft{section, spec, std::move(parameters), {}, {}};
  draft.spec.settings = {};
  for (const auto& [key, value] : values_and_ranges(spec.settings)) {
    const std::string name = parameter_of(key, draft.parameters);
    try {
      check_no_unknown({{name, is_range(value) ? Value(true) : value}}, draft.parameters, spec.kind);
    } catch (const InputError& error) {
      throw StudyError::at(value, study.file, section + "." + name, error.what());
    }
    Value& setting = draft.spec.settings[name];
    if (setting.has_value())
      throw StudyError::at(value.where().line < setting.where().line ? setting : value, study.file,
                           section + "." + name, "given twice, expected one value");
    setting = value;
  }
  return draft;
}

/// The parameter that an override "SECTION.rest" sets in this plugin; "" if none.
std::string override_target(const ResolvedPlugin& plugin, const std::string& rest) {
  const auto checked_parameter = [&](const std::string& name) {
    const std::string parameter = parameter_of(name, plugin.parameters);
    return describes(plugin.parameters, parameter) ? parameter : "";
  };
  std::string target = checked_parameter(rest);
  for (const std::string& label : {plugin.spec.kind, plugin.spec.name}) {
    if (target.empty() && rest.starts_with(label + ".")) target = checked_parameter(rest.substr(label.size() + 1));
  }
  return target;
}

void apply_override(const std::string& key, const Value& value, const std::string& section,
                    std::vector<ResolvedPlugin>& plugins) {
  const std::string rest = key.substr(section.size() + 1);
  bool applied = false;
  for (ResolvedPlugin& plugin : plugins) {
    const std::string target = override_target(plugin, rest);
    if (target.empty()) continue;
    applied = true;
    plugin.spec.settings[target] = value;
  }
  if (applied) return;
  std::vector<std::string> names;
  for (const ResolvedPlugin& plugin : plugins) {
    for (const ParameterInfo& parameter : plugin.parameters) {
      names.push_back(parameter.name);
      names.push_back(plugin.spec.kind + "." + parameter.name);
    }
  }
  const std::string near = nearest_name(rest, names);
  throw StudyError(override_file, {}, key,
                   fmt::format("unknown key (no {} of this study has it), expected a parameter of one of them{}",
                               section, near.empty() ? "" : fmt::format("; did you mean \"{}.{}\"?", section, near)));
}

/// A study may record the defaults that it was run with. Throws if the catalogue has others.
void check_defaults(const Study& study, const ResolvedPlugin& plugin) {
  for (const auto& [name, expected] : plugin.spec.defaults.flat()) {
    if (std::ranges::find(plugin.axes, name, &Axis::name) != plugin.axes.end())
      continue;  // set, so its default has no effect
    const auto now = std::ranges::find(plugin.defaults, name, &Axis::name);
    if (now != plugin.defaults.end() && now->values.front() == expected) continue;
    throw StudyError::at(
        expected, study.file, fmt::format("{}.defaults.{}", plugin.section, name),
        fmt::format("{} was the default of {}, which is now {}; set {} itself, or leave its default out",
                    to_text(expected), plugin.spec.kind,
                    now == plugin.defaults.end() ? "none" : to_text(now->values.front()), name));
  }
}

/// Fills in the axes and defaults of a draft with its overrides.
void resolve(const Study& study, ResolvedPlugin& plugin) {
  for (const ParameterInfo& parameter : plugin.parameters) {
    if (plugin.axis(parameter.name)) continue;  // several entries may describe one name
    if (const Value* setting = plugin.spec.settings.find(parameter.name)) {
      plugin.axes.push_back(
          read_axis(parameter.name, *setting, plugin.parameters, study.file, plugin.section + "." + parameter.name));
    } else if (parameter.default_value.has_value() && !parameter.is_later) {
      plugin.defaults.push_back({parameter.name, {in_type(parameter.default_value, parameter.type).value()}, false});
    }
  }
  check_defaults(study, plugin);
}

/// The plugins of a section with overrides, but without axes. `entries`: the section's entries in the catalogue;
/// parameters_of(entry): the parameters of an entry that a study may set.
template <class Entries, class ParametersOf>
std::vector<ResolvedPlugin> drafts_of(const Study& study, const std::string& section,
                                      const std::vector<PluginSpec>& specs, const Entries& entries,
                                      ParametersOf parameters_of) {
  std::vector<ResolvedPlugin> plugins;
  std::map<std::string, std::vector<ParameterInfo>> parameters;  // by kind; a search has thousands of plugins of a kind
  for (const PluginSpec& spec : specs) {
    const auto entry = std::ranges::find(
        entries, spec.kind, [](const auto& candidate) -> const auto& { return candidate.name; });
    if (entry == entries.end()) {
      std::vector<std::string> kinds;
      for (const auto& known_entry : entries) kinds.push_back(known_entry.name);
      throw StudyError(
          study.file, spec.kind_where, section + ".kind",
          fmt::format("\"{}\" is unknown{}", spec.kind, expected_instead(spec.kind, kinds, "regretta list")));
    }
    const auto [known, is_new] = parameters.try_emplace(spec.kind);
    if (is_new) known->second = parameters_of(*entry);
    plugins.push_back(draft_of(study, section, spec, known->second));
  }
  for (const auto& [key, value] : study.overrides)
    if (key.starts_with(section + ".")) apply_override(key, value, section, plugins);
  return plugins;
}

template <class Entries, class ParametersOf>
std::vector<ResolvedPlugin> resolve_all(const Study& study, const std::string& section,
                                        const std::vector<PluginSpec>& specs, const Entries& entries,
                                        ParametersOf parameters_of) {
  std::vector<ResolvedPlugin> plugins = drafts_of(study, section, specs, entries, parameters_of);
  for (ResolvedPlugin& plugin : plugins) resolve(study, plugin);
  return plugins;
}

/// Checks the names by which tables, figures and options refer to plugins. Plugins with the same name must have the
/// same kind; several tables of a kind without names are a sweep.
std::vector<ResolvedPlugin> with_checked_names(const Study& study, std::vector<ResolvedPlugin> plugins) {
  std::map<std::string, const PluginSpec*> first_of_kind, first_of_name;
  for (const ResolvedPlugin& plugin : plugins) first_of_kind.try_emplace(plugin.spec.kind, &plugin.spec);
  for (const ResolvedPlugin& plugin : plugins) {
    const PluginSpec& spec = plugin.spec;
    const bool is_named = spec.name != spec.kind;
    const auto refuse = [&](const PluginSpec& conflicting, std::string_view conflict) {
      const bool is_only = std::ranges::count_if(plugins, [&](const ResolvedPlugin& candidate) {
                             return candidate.spec.kind == spec.kind;
                           }) == 1;
      const bool is_free = is_only && first_of_name.find(spec.kind) == first_of_name.end();
      throw StudyError(study.file, spec.where, plugin.section + ".name",
                       fmt::format("\"{}\" is the {} of another {} (\"{}\", line {}; tables and figures would mix the "
                                   "two), expected a name for each, such as name = \"{}{}\"",
                                   spec.name, conflict, plugin.section, conflicting.kind, conflicting.where.line,
                                   spec.kind, is_free ? "" : "-2"));
    };
    const auto [known, is_new] = first_of_name.try_emplace(spec.name, &spec);
    if (!is_new && (is_named || known->second->kind != spec.kind)) refuse(*known->second, "name");
    const auto kind = first_of_kind.find(spec.name);
    if (is_named && kind != first_of_kind.end()) refuse(*kind->second, "kind");
  }
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

PluginSpec ResolvedPlugin::canonical() const {
  PluginSpec result = spec;
  result.settings = {};
  result.defaults = {};
  for (const Axis& axis : axes) result.settings[axis.name] = axis.swept ? Value(axis.values) : axis.values.front();
  for (const Axis& axis : defaults) result.defaults[axis.name] = axis.values.front();
  return result;
}

Study with_overrides(const Study& study, const Catalogue& catalogue) {
  Study result = study;
  const auto replace = [&](std::vector<PluginSpec>& specs, std::string_view section, const auto& entries,
                           const auto& parameters_of) {
    std::ranges::transform(drafts_of(study, std::string(section), specs, entries, parameters_of), specs.begin(),
                           &ResolvedPlugin::spec);
  };
  const auto parameters = [](const auto& entry) { return entry.parameters; };
  replace(result.learners, "learner", catalogue.learners, parameters);
  replace(result.environments, "environment", catalogue.environments,
          [&](const EnvironmentEntry& entry) { return catalogue.parameters_of(entry); });
  replace(result.measures, measure_section, catalogue.measures, parameters);
  result.overrides.clear();
  return result;
}

std::vector<ResolvedPlugin> resolve_learners(const Study& study, const Catalogue& catalogue) {
  return with_checked_names(
      study, resolve_all(study, "learner", study.learners, catalogue.learners, [](const LearnerEntry& entry) {
        if (!entry.bind) throw NotInThisProgram(entry.name);
        return entry.parameters;
      }));
}

std::vector<ResolvedPlugin> resolve_environments(const Study& study, const Catalogue& catalogue) {
  return with_checked_names(study,
                            resolve_all(study, "environment", study.environments, catalogue.environments,
                                        [&](const EnvironmentEntry& entry) { return catalogue.parameters_of(entry); }));
}

std::vector<ResolvedPlugin> resolve_measures(const Study& study, const Catalogue& catalogue) {
  std::vector<ResolvedPlugin> measures =
      resolve_all(study, std::string(measure_section), study.measures, catalogue.measures,
                  [](const MeasureEntry& entry) { return entry.parameters; });
  for (ResolvedPlugin& measure : measures) {
    for (const Axis& axis : measure.axes)
      if (axis.swept)
        throw error_at_setting(study, measure, axis.name,
                               "a list (a measure cannot be swept), expected one value; give a "
                               "[[measure]] with a separate name for each");
    const MeasureEntry& entry = *catalogue.measure(measure.spec.kind);
    measure.spec.shown = shown_settings({.name = measure.spec.name,
                                         .unit = entry.unit,
                                         .less_is_better = entry.less_is_better,
                                         .on_curve = entry.on_curve,
                                         .range = entry.range,
                                         .help = entry.summary});
  }
  return measures;
}

const Axis* axis_of_arm(const ResolvedPlugin& measure) {
  const auto names_arm = std::ranges::find(measure.parameters, ParameterType::arm_or_all, &ParameterInfo::type);
  return names_arm == measure.parameters.end() ? nullptr : measure.axis(names_arm->name);
}

bool is_of_all_arms(const ResolvedPlugin& measure) {
  const Axis* axis = axis_of_arm(measure);
  return axis != nullptr && axis->values.front() == Value("all");
}

std::vector<ResolvedPlugin> expand_arms(const Study& study, std::vector<ResolvedPlugin> measures, int arms) {
  std::vector<ResolvedPlugin> expanded;
  for (ResolvedPlugin& measure : measures) {
    if (!is_of_all_arms(measure)) {
      expanded.push_back(std::move(measure));
      continue;
    }
    const std::string parameter = axis_of_arm(measure)->name;
    if (static_cast<std::size_t>(arms) > max_measures)
      throw error_at_setting(
          study, measure, parameter,
          fmt::format("\"all\" is a measure for each of {} arms, expected at most {} measures; give one arm, "
                      "and a [[measure]] with a separate name for each further arm",
                      arms, max_measures));
    for (int arm = 1; arm <= arms; ++arm) {
      ResolvedPlugin& copy = expanded.emplace_back(measure);
      copy.spec.name += fmt::format("_{}", arm);
      for (auto* group : {&copy.axes, &copy.defaults})
        std::erase_if(*group, [&](const Axis& axis) { return axis.name == parameter; });
      copy.axes.push_back({parameter, {std::int64_t{arm}}, false});
    }
  }
  return expanded;
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
    std::vector<Settings> extended;
    extended.reserve(points.size() * axis.values.size());
    for (const Settings& point : points) {
      for (const Value& value : axis.values) extended.emplace_back(point)[axis.name] = value;
    }
    points = std::move(extended);
  }
  return points;
}

std::string settings_text(const ResolvedPlugin& plugin, const Settings& point) {
  Settings settings = point;
  for (const Axis& axis : plugin.defaults) settings[axis.name] = axis.values.front();
  std::string text = plugin.spec.kind;
  for (const auto& [name, value] : settings.flat()) text += "\n" + name + "=" + to_text(value);
  return text;
}

std::vector<std::string> swept_parameters(const std::vector<ResolvedPlugin>& plugins, std::string PluginSpec::*label) {
  std::vector<std::string> names;
  const auto values_of = [](const ResolvedPlugin& plugin, const std::string& name) {
    const Axis* axis = plugin.axis(name);
    return axis ? axis->values : std::vector<Value>{};
  };
  for (const ResolvedPlugin& plugin : plugins) {
    for (const Axis& axis : plugin.axes) {
      bool swept = axis.swept;
      for (const ResolvedPlugin& candidate : plugins) {
        if (candidate.spec.*label == plugin.spec.*label && values_of(candidate, axis.name) != axis.values) swept = true;
      }
      const std::string name = plugin.section + "." + axis.name;
      if (swept && std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

StudyError error_at_setting(const Study& study, const ResolvedPlugin& plugin, const std::string& key,
                            const std::string& message) {
  const std::string name = key.starts_with(plugin.section + ".") ? key.substr(plugin.section.size() + 1) : key;
  if (const Value* setting = plugin.spec.settings.find(name))
    return StudyError::at(*setting, study.file, plugin.section + "." + name, message);
  if (name == "horizon" || name == "study.horizon") {
    const Value* horizon = study.written.find("horizon");
    return horizon ? StudyError::at(*horizon, study.file, "study.horizon", message)
                   : StudyError(study.file, plugin.spec.where, "study.horizon", message);
  }
  return {study.file, plugin.spec.where, name.empty() ? plugin.section : plugin.section + "." + name, message};
}

}  // namespace regretta
