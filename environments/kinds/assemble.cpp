#include "regretta/environments/kinds/assemble.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

/// Runs `body`, and puts the sub-table's prefix back on the key of an InputError.
template <class Body>
auto inside(const std::string& prefix, Body body) {
  try {
    return body();
  } catch (const InputError& error) {
    throw InputError(prefix + error.key(), error.what());
  }
}

/// Throws InputError for a setting that belongs to another kind of the group than the chosen one.
template <class Kinds>
void refuse_foreign(const Settings& own, const std::string& prefix, const ComponentEntry& chosen, const Kinds& kinds) {
  for (const auto& [name, value] : own) {
    if (name == "kind" || has_parameter(chosen, prefix + name)) continue;
    std::vector<std::string> owners;
    for (const auto& kind : kinds)
      if (has_parameter(kind.entry, prefix + name)) owners.push_back(fmt::format("\"{}\"", kind.entry.name));
    if (!owners.empty())
      throw InputError(name, fmt::format("belongs to {}kind = {}, not to \"{}\"; expected it to be left out", prefix,
                                         fmt::join(owners, " or "), chosen.name));
  }
  check_no_unknown(own, [&] {
    std::vector<ParameterInfo> known{
        {.name = "kind", .type = ParameterType::text, .default_value = {}, .range = "", .help = ""}};
    for (ParameterInfo info : chosen.parameters) {
      info.name = info.name.substr(prefix.size());
      known.push_back(std::move(info));
    }
    return known;
  }());
}

/// The kind that a sub-table selects; keys have no prefix.
template <class Kinds>
const auto& choose(const Settings& own, const std::string& prefix, const Kinds& kinds, bool first_is_default) {
  std::vector<std::string> names;
  for (const auto& kind : kinds) names.push_back(kind.entry.name);
  const auto found = own.find("kind");
  if (found == own.end() && !first_is_default)
    throw InputError("kind", fmt::format("is missing; expected one of {}", fmt::join(names, ", ")));
  const std::string* name = found == own.end() ? &names.front() : found->second.text();
  if (!name) throw InputError("kind", fmt::format("is not a text; expected one of {}", fmt::join(names, ", ")));
  for (const auto& kind : kinds) {
    if (kind.entry.name != *name) continue;
    refuse_foreign(own, prefix, kind.entry, kinds);
    return kind;
  }
  throw InputError("kind", fmt::format("\"{}\" is unknown, expected one of {}{}", *name, fmt::join(names, ", "),
                                       did_you_mean(*name, names)));
}

/// Builds the replaced parts. If K is not yet fixed, the part whose settings determine it is built first.
void replace_parts(const EnvironmentParts& parts, const Settings& losses, const Settings& violations,
                   std::uint64_t seed, Adversary& base) {
  const auto known = [&] { return PartContext{seed, base.horizon, base.num_arms, base.num_constraints}; };
  const auto replace_violations = [&] {
    inside("violations.", [&] {
      ViolationPart part = choose(violations, "violations.", parts.violations, false).build(violations, known());
      base.num_arms = part.num_arms;
      base.num_constraints = part.num_constraints;
      check_row_count("kind", part.rows.num_rows());
      base.violations = std::move(part.rows);
    });
  };
  const auto replace_losses = [&] {
    inside("losses.", [&] {
      LossPart part = choose(losses, "losses.", parts.losses, false).build(losses, known());
      base.num_arms = part.num_arms;
      check_row_count("kind", part.rows.num_rows());
      base.losses = std::move(part.rows);
      base.adaptive.insert(base.adaptive.end(), part.adaptive.begin(), part.adaptive.end());
    });
  };
  const bool losses_first = base.num_arms == 0 && !losses.empty() && inside("losses.", [&] {
                              return choose(losses, "losses.", parts.losses, false).fixes_arms;
                            });
  if (losses_first) replace_losses();
  if (!violations.empty()) replace_violations();
  if (!losses.empty() && !losses_first) replace_losses();
}

/// Adds the parameters of a group's kinds to the description of an environment, one entry per name and type. Kinds with
/// the same help share one line.
template <class Kinds>
void describe_group(const std::string& group, const std::string& help, const Kinds& kinds,
                    std::vector<ParameterInfo>& all) {
  std::vector<std::string> names;
  for (const auto& kind : kinds) names.push_back(kind.entry.name);
  all.push_back({.name = group + ".kind",
                 .type = ParameterType::text,
                 .default_value = {},
                 .range = fmt::format("{}", fmt::join(names, " | ")),
                 .help = help});
  struct Shared {
    ParameterInfo info;
    std::vector<std::string> ranges;
    std::vector<std::pair<std::string, std::string>> helps;  ///< kinds, help
  };
  std::vector<Shared> shared;
  for (const auto& kind : kinds)
    for (const ParameterInfo& info : kind.entry.parameters) {
      auto same = std::find_if(shared.begin(), shared.end(), [&](const Shared& other) {
        return other.info.name == info.name && other.info.type == info.type;
      });
      if (same == shared.end()) same = shared.insert(shared.end(), {info, {}, {}});
      if (std::find(same->ranges.begin(), same->ranges.end(), info.range) == same->ranges.end())
        same->ranges.push_back(info.range);
      const auto line = std::find_if(same->helps.begin(), same->helps.end(),
                                     [&](const auto& own) { return own.second == info.help; });
      if (line == same->helps.end()) {
        same->helps.emplace_back(kind.entry.name, info.help);
      } else {
        line->first += ", " + kind.entry.name;
      }
    }
  for (const Shared& one : shared) {
    std::vector<std::string> lines;
    for (const auto& [owners, line] : one.helps) lines.push_back(owners + ": " + line);
    all.push_back({.name = one.info.name,
                   .type = one.info.type,
                   .default_value = {},
                   .range = fmt::format("{}", fmt::join(one.ranges, " or ")),
                   .help = fmt::format("{}", fmt::join(lines, "; ")),
                   .role = one.info.role});
  }
}

}  // namespace

std::vector<ParameterInfo> environment_parameters(const BaseKind& base, const EnvironmentParts& parts) {
  std::vector<ParameterInfo> all = base.parameters;
  describe_group("losses", base.is_composed ? "the losses" : "replaces the losses; left out: those of the environment",
                 parts.losses, all);
  describe_group("violations",
                 base.is_composed ? "the violations" : "replaces the violations; left out: those of the environment",
                 parts.violations, all);
  describe_group("modulation",
                 "how rewards and costs rise and fall over time (no such table: not at all); left out: alternating",
                 parts.modulations, all);
  describe_group("corruption", "how the violations are corrupted; left out: budgeted", parts.corruptions, all);
  for (ParameterInfo& info : noise_parameters(parts.noises)) all.push_back(std::move(info));
  return all;
}

Adversary assemble(const BaseKind& kind, const EnvironmentParts& parts, const Settings& settings,
                   const EnvironmentContext& context) {
  check_no_unknown(settings, environment_parameters(kind, parts), kind.name);
  const Settings losses = settings_below(settings, "losses.");
  const Settings violations = settings_below(settings, "violations.");

  Adversary adversary = kind.build(settings, {context, !losses.empty(), !violations.empty()});
  replace_parts(parts, losses, violations, context.seed, adversary);
  adversary.noise = read_noise(settings, parts.noises);
  const auto change = [&](const std::string& prefix, const std::vector<ChangeKind>& kinds) {
    const Settings own = settings_below(settings, prefix);
    if (!own.empty()) inside(prefix, [&] { choose(own, prefix, kinds, true).apply(own, context.seed, adversary); });
  };
  change("modulation.", parts.modulations);
  change("corruption.", parts.corruptions);
  return adversary;
}

}  // namespace regretta
