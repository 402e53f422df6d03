#include "regretta/engine/plugin/catalogue.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
  const auto set_code = [&code](auto& entries, std::size_t first) {
    for (std::size_t k = first; k < entries.size(); ++k) entries[k].code = code;
  };
  const std::size_t learners = catalogue.learners.size(), environments = catalogue.environments.size();
  const std::size_t parts = catalogue.parts.size(), measures = catalogue.measures.size();
  add(catalogue);
  set_code(catalogue.learners, learners);
  set_code(catalogue.environments, environments);
  set_code(catalogue.parts, parts);
  set_code(catalogue.measures, measures);
}

namespace {

using Kinds = std::vector<const EnvironmentEntry*>;

Kinds kinds_of(const PartGroup& group, const std::vector<EnvironmentEntry>& parts) {
  Kinds kinds;
  for (const EnvironmentEntry& part : parts)
    if (part.group == group.name) kinds.push_back(&part);
  return kinds;
}

std::vector<std::string> names_of(const Kinds& kinds) {
  std::vector<std::string> names;
  for (const EnvironmentEntry* kind : kinds) names.push_back(kind->name);
  return names;
}

/// A parameter that several kinds have under one name, with each range and each help text once.
struct SharedParameter {
  ParameterInfo info;
  std::vector<std::string> ranges{};
  std::vector<std::pair<std::string, std::string>> kinds_and_help{};  ///< "beta, uniform" and their help text

  void add(const ParameterInfo& parameter, const std::string& kind) {
    if (std::ranges::find(ranges, parameter.range) == ranges.end()) ranges.push_back(parameter.range);
    const std::string help = full_help(parameter);
    const auto same = std::ranges::find(kinds_and_help, help, &std::pair<std::string, std::string>::second);
    if (same == kinds_and_help.end())
      kinds_and_help.emplace_back(kind, help);
    else
      same->first += ", " + kind;
  }
  ParameterInfo described() const {
    ParameterInfo merged = info;
    merged.range = fmt::format("{}", fmt::join(ranges, " or "));
    merged.help.clear();
    for (const auto& [kinds, help] : kinds_and_help)
      merged.help += fmt::format("{}{}: {}", merged.help.empty() ? "" : "; ", kinds, help);
    return merged;
  }
};

/// Appends the parameters of a group of parts. A default belongs to one kind of part, so it is left out unless it is
/// recorded for every environment.
void describe_group(const PartGroup& group, std::string_view help, const Kinds& kinds,
                    std::vector<ParameterInfo>& parameters) {
  ParameterInfo choice{.name = group.path("kind"),
                       .type = ParameterType::text,
                       .range = fmt::format("{}", fmt::join(names_of(kinds), " | ")),
                       .help = std::string(help)};
  std::vector<SharedParameter> shared;
  for (const EnvironmentEntry* kind : kinds) {
    if (group.is_flat)
      choice.help += fmt::format("{} {}: {}", kind == kinds.front() ? "." : ";", kind->name, kind->summary);
    if (kind->is_default && kind->defaults_are_settings) choice.default_value = kind->name;
    if (kind->is_default && !group.is_flat) choice.help += "; left out: " + kind->name;
    for (const ParameterInfo& parameter : kind->parameters) {
      const std::string name = group.path(parameter.name);
      auto same = std::ranges::find_if(shared, [&](const SharedParameter& known) {
        return known.info.name == name && known.info.type == parameter.type;
      });
      if (same == shared.end()) {
        same = shared.insert(same, {.info = parameter});
        same->info.name = name;
        same->info.when.clear();
        if (!kind->defaults_are_settings) same->info.default_value = {};
      }
      same->add(parameter, kind->name);
    }
  }
  parameters.push_back(std::move(choice));
  for (const SharedParameter& parameter : shared) parameters.push_back(parameter.described());
}

/// Whether parameters_of would list `name`. Much faster, because no help texts are composed.
bool has_parameter(const EnvironmentEntry& environment, std::string_view name,
                   const std::vector<EnvironmentEntry>& parts) {
  const auto is_called = [](std::string_view wanted) {
    return [wanted](const ParameterInfo& info) { return info.name == wanted; };
  };
  if (std::ranges::any_of(environment.parameters, is_called(name))) return true;
  return std::ranges::any_of(part_groups, [&](const PartGroup& group) {
    if (!environment.takes(group.name)) return false;
    const std::string start = group.path("");
    if (name == group.path("kind")) return true;
    return name.starts_with(start) && std::ranges::any_of(parts, [&](const EnvironmentEntry& part) {
             return part.group == group.name &&
                    std::ranges::any_of(part.parameters, is_called(name.substr(start.size())));
           });
  });
}

/// The settings of one part of an environment.
Settings settings_of_part(const PartGroup& group, const Settings& settings) {
  if (!group.is_flat) return settings.below(group.name);
  Settings part;
  for (const auto& [name, value] : settings)
    if (name == group.name)
      part["kind"] = value;
    else if (name.starts_with(group.path("")))
      part[name.substr(group.path("").size())] = value;
  return part;
}

const EnvironmentEntry& chosen_kind(const PartGroup& group, const Settings& settings, const Kinds& kinds) {
  const std::vector<std::string> names = names_of(kinds);
  const auto refuse = [&](const std::string& problem, std::string_view word) {
    throw InputError("kind", problem + expected_instead(word, names, fmt::format("regretta list {}", group.name)));
  };
  const Value* kind = settings.find("kind");
  if (kind && !kind->text()) refuse("is not a text", "");
  const auto found = std::ranges::find_if(kinds, [&](const EnvironmentEntry* candidate) {
    return kind ? candidate->name == *kind->text() : candidate->is_default;
  });
  if (found == kinds.end() && kind) refuse(fmt::format("\"{}\" is unknown", *kind->text()), *kind->text());
  if (found == kinds.end()) refuse("missing", "");
  ParametersOfWords words;
  for (const EnvironmentEntry* candidate : kinds) words.emplace_back(candidate->name, candidate->parameters);
  refuse_foreign(settings, group.path("kind"), (*found)->name, words);
  return **found;
}

/// Calls use(kind, settings) for the part of this group, if the settings have it or the group is flat.
void with_part(std::string_view name, const std::vector<EnvironmentEntry>& parts, const Settings& settings, auto use) {
  const PartGroup& group = part_group(name);
  const Settings part = settings_of_part(group, settings);
  const Kinds kinds = kinds_of(group, parts);
  if (part.empty() && (!group.is_flat || kinds.empty())) return;
  try {
    use(chosen_kind(group, part, kinds), part);
  } catch (const InputError& error) {
    throw InputError(group.path(error.key()), error.what());
  }
}

}  // namespace

std::string PartGroup::path(std::string_view setting) const {
  if (is_flat && setting == "kind") return std::string(name);
  return fmt::format("{}{}{}", name, is_flat ? '_' : '.', setting);
}

const PartGroup& part_group(std::string_view name) { return *std::ranges::find(part_groups, name, &PartGroup::name); }

void Catalogue::add_part(EnvironmentEntry part) {
  for (const EnvironmentEntry& known : parts)
    if (known.group == part.group && known.name == part.name)
      throw std::invalid_argument(
          fmt::format("{} \"{}\" exists already; expected another name", known.group, known.name));
  parts.push_back(std::move(part));
}

std::vector<ParameterInfo> Catalogue::parameters_of(const EnvironmentEntry& environment) const {
  std::vector<ParameterInfo> parameters = environment.parameters;
  const bool required = environment.takes_parts == TakesParts::required;
  for (const PartGroup& group : part_groups)
    if (environment.takes(group.name))
      describe_group(group, required ? group.help_if_required : group.help, kinds_of(group, parts), parameters);
  return parameters;
}

Adversary Catalogue::build(const EnvironmentEntry& environment, const Settings& settings,
                           const EnvironmentContext& context) const {
  for (const auto& [name, value] : settings.flat())
    if (!has_parameter(environment, name, parts))
      check_no_unknown(settings, parameters_of(environment), environment.name);
  if (environment.takes_parts == TakesParts::none) return environment.build(settings, context);
  const bool has_outcomes = settings.contains("outcomes");
  if (has_outcomes)
    for (const char* group : {"losses", "violations", "corruption"})
      if (settings.contains(group))
        throw InputError(part_group(group).path("kind"),
                         "cannot be combined with outcomes, which replace losses and violations");
  if (environment.takes_parts == TakesParts::required && !has_outcomes)
    for (const char* group : {"losses", "violations"})
      if (!settings.contains(group))
        throw InputError(part_group(group).path("kind"),
                         fmt::format("missing, expected in a {} environment", environment.name));
  EnvironmentContext partial = context;
  partial.base = environment.build(settings, context);
  bool losses_first = false;  // whether the losses determine K, which the violations need
  if (partial.base.num_arms == 0)
    with_part("losses", parts, settings, [&](const auto& kind, const Settings&) { losses_first = kind.fixes_arms; });
  for (const char* group : {losses_first ? "losses" : "violations", losses_first ? "violations" : "losses", "noise",
                            "outcomes", "corruption"})
    with_part(group, parts, settings, [&](const auto& kind, const Settings& part) {
      Adversary next = kind.build(part, partial);
      if (kind.group == "corruption") next.uncorrupted = std::make_shared<const Adversary>(std::move(partial.base));
      partial.base = std::move(next);
    });
  return partial.base;
}

}  // namespace regretta
