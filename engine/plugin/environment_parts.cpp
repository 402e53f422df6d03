#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {
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

/// A parameter that several kinds may have.
struct SharedParameter {
  ParameterInfo info;
  std::vector<std::string> ranges{};
  std::vector<std::pair<std::string, std::string>> helps{};  ///< kinds, help
};

void add_to(SharedParameter& shared, const ParameterInfo& info, const std::string& kind) {
  if (std::ranges::find(shared.ranges, info.range) == shared.ranges.end()) shared.ranges.push_back(info.range);
  for (auto& [kinds, help] : shared.helps)
    if (help == full_help(info)) {
      kinds += ", " + kind;
      return;
    }
  shared.helps.emplace_back(kind, full_help(info));
}

/// A default holds for one kind only, so that it is none of the environment's, unless every environment has it.
void describe_group(const PartGroup& group, std::string_view help, const Kinds& kinds,
                    std::vector<ParameterInfo>& all) {
  ParameterInfo choice{.name = group.path("kind"),
                       .type = ParameterType::text,
                       .range = fmt::format("{}", fmt::join(names_of(kinds), " | ")),
                       .help = std::string(help)};
  std::vector<SharedParameter> shared;
  for (const EnvironmentEntry* kind : kinds) {
    if (group.is_flat)
      choice.help += fmt::format("{} {}: {}", kind == kinds.front() ? "." : ";", kind->name, kind->summary);
    if (kind->is_default && kind->defaults_are_settings)
      choice.default_value = kind->name;
    else if (kind->is_default)
      choice.help += "; left out: " + kind->name;
    for (const ParameterInfo& info : kind->parameters) {
      auto same = std::ranges::find_if(shared, [&](const SharedParameter& other) {
        return other.info.name == info.name && other.info.type == info.type;
      });
      if (same == shared.end()) {
        same = shared.insert(shared.end(), {.info = info});
        if (!kind->defaults_are_settings) same->info.default_value = {};
      }
      add_to(*same, info, kind->name);
    }
  }
  all.push_back(std::move(choice));
  for (SharedParameter& one : shared) {
    std::vector<std::string> lines;
    for (const auto& [owners, line] : one.helps) lines.push_back(owners + ": " + line);
    one.info.name = group.path(one.info.name);
    one.info.range = fmt::format("{}", fmt::join(one.ranges, " or "));
    one.info.help = fmt::format("{}", fmt::join(lines, "; "));
    one.info.when.clear();
    all.push_back(std::move(one.info));
  }
}

/// The settings of one part of an environment.
Settings own_settings(const PartGroup& group, const Settings& settings) {
  if (!group.is_flat) return settings.below(group.name);
  Settings own;
  for (const auto& [name, value] : settings)
    if (name == group.name)
      own["kind"] = value;
    else if (name.starts_with(group.path("")))
      own[name.substr(group.path("").size())] = value;
  return own;
}

const EnvironmentEntry& chosen_kind(const PartGroup& group, const Settings& own, const Kinds& kinds) {
  const std::vector<std::string> names = names_of(kinds);
  const auto refuse = [&](const std::string& problem, const std::string& guess = "") {
    throw InputError("kind", fmt::format("{} expected one of {}{}", problem, fmt::join(names, ", "), guess));
  };
  const Value* kind = own.find("kind");
  if (kind && !kind->text()) refuse("is not a text;");
  const auto found = std::ranges::find_if(
      kinds, [&](const EnvironmentEntry* one) { return kind ? one->name == *kind->text() : one->is_default; });
  if (found == kinds.end() && kind)
    refuse(fmt::format("\"{}\" is unknown,", *kind->text()), did_you_mean(*kind->text(), names));
  if (found == kinds.end()) refuse("is missing;");
  ParametersOfWords words;
  for (const EnvironmentEntry* one : kinds) words.emplace_back(one->name, one->parameters);
  refuse_foreign(own, group.path("kind"), (*found)->name, words);
  return **found;
}

/// An adversary under construction.
class Assembly {
 public:
  Assembly(const std::vector<EnvironmentEntry>& parts, const Settings& settings, const EnvironmentContext& context)
      : parts_(parts), settings_(settings), context_(context) {}

  /// Whether the losses must come first, because they determine K.
  bool losses_fix_arms() const {
    bool fix = false;
    with_part("losses", [&](const EnvironmentEntry& kind, const Settings&) { fix = kind.fixes_arms; });
    return context_.base.num_arms == 0 && fix;
  }
  void change(std::string_view group) {
    with_part(group,
              [&](const EnvironmentEntry& kind, const Settings& own) { context_.base = kind.build(own, context_); });
  }
  EnvironmentContext& context() { return context_; }

 private:
  /// Nothing if the study has no such part.
  template <class Use>
  void with_part(std::string_view name, Use use) const {
    const PartGroup& group = part_group(name);
    const Settings own = own_settings(group, settings_);
    const Kinds kinds = kinds_of(group, parts_);
    if (own.empty() && (!group.is_flat || kinds.empty())) return;
    try {
      use(chosen_kind(group, own, kinds), own);
    } catch (const InputError& error) {
      throw InputError(group.path(error.key()), error.what());
    }
  }

  const std::vector<EnvironmentEntry>& parts_;
  const Settings& settings_;
  EnvironmentContext context_;
};

}  // namespace

std::string PartGroup::path(std::string_view setting) const {
  if (is_flat && setting == "kind") return std::string(name);
  return fmt::format("{}{}{}", name, is_flat ? '_' : '.', setting);
}

const PartGroup& part_group(std::string_view name) { return *std::ranges::find(part_groups, name, &PartGroup::name); }

void Catalogue::add_part(EnvironmentEntry part) {
  for (const EnvironmentEntry& other : parts)
    if (other.group == part.group && other.name == part.name)
      throw std::invalid_argument(
          fmt::format("{} \"{}\" is there already; expected another name", other.group, other.name));
  parts.push_back(std::move(part));
}

std::vector<ParameterInfo> Catalogue::parameters_of(const EnvironmentEntry& environment) const {
  std::vector<ParameterInfo> all = environment.parameters;
  if (environment.takes_parts == TakesParts::none) return all;
  const bool required = environment.takes_parts == TakesParts::required;
  for (const PartGroup& group : part_groups)
    describe_group(group, required ? group.help_if_required : group.help, kinds_of(group, parts), all);
  return all;
}

Adversary Catalogue::build(const EnvironmentEntry& environment, const Settings& settings,
                           const EnvironmentContext& context) const {
  check_no_unknown(settings, parameters_of(environment), environment.name);
  if (environment.takes_parts == TakesParts::none) return environment.build(settings, context);
  if (environment.takes_parts == TakesParts::required)
    for (const char* group : {"losses", "violations"})
      if (!settings.contains(group))
        throw InputError(part_group(group).path("kind"),
                         fmt::format("is missing; a {} environment needs it", environment.name));
  Assembly assembly(parts, settings, context);
  assembly.context().base = environment.build(settings, context);
  const bool losses_first = assembly.losses_fix_arms();
  for (const char* group : {losses_first ? "losses" : "violations", losses_first ? "violations" : "losses", "noise",
                            "modulation", "corruption"})
    assembly.change(group);
  return assembly.context().base;
}

}  // namespace regretta
