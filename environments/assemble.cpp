#include "regretta/environments/assemble.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace regretta {
namespace {

/// Keys of errors inside a sub-table get its prefix back.
template <class Body>
auto inside(const std::string& prefix, Body body) {
  try {
    return body();
  } catch (const InputError& error) {
    throw InputError(prefix + error.key(), error.what());
  }
}

bool has(const ComponentEntry& entry, const std::string& parameter) {
  return std::any_of(entry.parameters.begin(), entry.parameters.end(),
                     [&](const ParameterInfo& info) { return info.name == parameter; });
}

/// A setting that belongs to another kind of the group than the chosen one.
template <class Kinds>
void refuse_foreign(const Settings& own, const std::string& prefix, const ComponentEntry& chosen, const Kinds& kinds) {
  for (const auto& [name, value] : own) {
    if (name == "kind" || has(chosen, prefix + name)) continue;
    std::vector<std::string> owners;
    for (const auto& kind : kinds)
      if (has(kind.entry, prefix + name)) owners.push_back(fmt::format("\"{}\"", kind.entry.name));
    if (!owners.empty())
      throw InputError(name, fmt::format("belongs to {}kind = {}, not to \"{}\"; expected it to be left out", prefix,
                                         fmt::join(owners, " or "), chosen.name));
  }
  check_no_unknown(own, [&] {
    std::vector<ParameterInfo> known{{"kind", "text", "", "", ""}};
    for (ParameterInfo info : chosen.parameters) {
      info.name = info.name.substr(prefix.size());
      known.push_back(std::move(info));
    }
    return known;
  }());
}

/// The kind that a sub-table chooses; keys are bare.
template <class Kinds>
const auto& choose(const Settings& own, const std::string& prefix, const Kinds& kinds, bool first_is_default) {
  std::vector<std::string> names;
  for (const auto& kind : kinds) names.push_back(kind.entry.name);
  const auto found = own.find("kind");
  if (found == own.end() && !first_is_default)
    throw InputError("kind", fmt::format("is missing; expected one of {}", fmt::join(names, ", ")));
  const std::string* name = found == own.end() ? &names.front() : std::get_if<std::string>(&found->second);
  if (!name) throw InputError("kind", fmt::format("is not a text; expected one of {}", fmt::join(names, ", ")));
  for (const auto& kind : kinds) {
    if (kind.entry.name != *name) continue;
    refuse_foreign(own, prefix, kind.entry, kinds);
    return kind;
  }
  const std::string near = nearest_name(*name, names);
  throw InputError("kind", fmt::format("\"{}\" is unknown, expected one of {}{}", *name, fmt::join(names, ", "),
                                       near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

/// Builds the replaced parts. Where nothing has fixed K yet, the part whose settings say how many arms there are goes
/// first.
void replace_parts(const Components& components, const Settings& losses, const Settings& violations, std::uint64_t seed,
                   Base& base) {
  const auto known = [&] { return PartContext{seed, base.horizon, base.num_arms, base.num_constraints}; };
  const auto replace_violations = [&] {
    inside("violations.", [&] {
      ViolationPart part = choose(violations, "violations.", components.violations, false).build(violations, known());
      base.num_arms = part.num_arms;
      base.num_constraints = part.num_constraints;
      check_row_count("kind", part.rows.num_rows());
      base.violations = std::move(part.rows);
    });
  };
  const auto replace_losses = [&] {
    inside("losses.", [&] {
      LossPart part = choose(losses, "losses.", components.losses, false).build(losses, known());
      base.num_arms = part.num_arms;
      check_row_count("kind", part.rows.num_rows());
      base.losses = std::move(part.rows);
      base.adaptive.insert(base.adaptive.end(), part.adaptive.begin(), part.adaptive.end());
    });
  };
  const bool losses_first = base.num_arms == 0 && !losses.empty() && inside("losses.", [&] {
                              return choose(losses, "losses.", components.losses, false).fixes_arms;
                            });
  if (losses_first) replace_losses();
  if (!violations.empty()) replace_violations();
  if (!losses.empty() && !losses_first) replace_losses();
}

struct NoiseParams {
  std::string noise = "bernoulli";
  double noise_half_width = Noise{}.half_width;
  double noise_concentration = Noise{}.concentration;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("noise", p.noise, Choices{{"none", "bernoulli", "uniform", "beta"}},
          "how means become the values that are paid and observed");
    visit("noise_half_width", p.noise_half_width, Range{0, 1, true},
          "noise uniform: half-width, shrunk where a value would leave its range");
    visit("noise_concentration", p.noise_concentration, Range{0.1, 1e4},
          "noise beta: a + b of the beta law; larger is closer to the mean");
  }
};

Noise read_noise(const Settings& settings) {
  NoiseParams p;
  read_parameters(settings, "", p);
  for (const auto& [key, owner] : {std::pair{"noise_half_width", "uniform"}, {"noise_concentration", "beta"}})
    if (settings.contains(key) && p.noise != owner)
      throw InputError(
          key, fmt::format("belongs to noise = \"{}\", not to \"{}\"; expected it to be left out", owner, p.noise));
  Noise noise{NoiseKind::none, p.noise_half_width, p.noise_concentration};
  if (p.noise == "bernoulli") noise.kind = NoiseKind::bernoulli;
  if (p.noise == "uniform") noise.kind = NoiseKind::uniform;
  if (p.noise == "beta") noise.kind = NoiseKind::beta;
  return noise;
}

/// Adds the parameters of a group's kinds to the description of an environment, one entry per name and type.
template <class Kinds>
void describe_group(const std::string& group, const std::string& help, const Kinds& kinds,
                    std::vector<ParameterInfo>& all) {
  std::vector<std::string> names;
  for (const auto& kind : kinds) names.push_back(kind.entry.name);
  all.push_back({group + ".kind", "text", "", fmt::format("{}", fmt::join(names, " | ")), help});
  const std::size_t begin = all.size();
  for (const auto& kind : kinds)
    for (const ParameterInfo& info : kind.entry.parameters) {
      const std::string own_help = kind.entry.name + ": " + info.help;
      const auto same =
          std::find_if(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end(),
                       [&](const auto& other) { return other.name == info.name && other.type == info.type; });
      if (same == all.end()) {
        all.push_back({info.name, info.type, "", info.range, own_help});
      } else {
        if (same->range != info.range) same->range += " or " + info.range;
        same->help += "; " + own_help;
      }
    }
}

}  // namespace

std::vector<ParameterInfo> noise_parameters() { return describe_parameters<NoiseParams>(); }

std::vector<ComponentEntry> noise_entries() {
  const std::vector<ParameterInfo> all = noise_parameters();
  return {{"noise", "none", "values are their means", "", {}},
          {"noise", "bernoulli", "losses are 0 or 1, violations -1 or +1 (the default)", "", {}},
          {"noise", "uniform", "uniform around the mean", "", {all[1]}},
          {"noise", "beta", "beta laws with the given means", "", {all[2]}}};
}

std::vector<ParameterInfo> environment_parameters(const BaseKind& base, const Components& components) {
  std::vector<ParameterInfo> all = base.parameters;
  const bool composed = base.name == "composed";
  describe_group("losses", composed ? "the losses" : "replaces the losses; left out: those of the environment",
                 components.losses, all);
  describe_group("violations",
                 composed ? "the violations" : "replaces the violations; left out: those of the environment",
                 components.violations, all);
  describe_group("modulation", "how rewards and costs rise and fall, after their parts; left out: alternating",
                 components.modulations, all);
  describe_group("corruption", "how the violations are corrupted; left out: budgeted", components.corruptions, all);
  for (ParameterInfo& info : noise_parameters()) all.push_back(std::move(info));
  return all;
}

Adversary assemble(const BaseKind& kind, const Components& components, const Settings& settings,
                   const EnvironmentContext& context) {
  check_no_unknown(settings, environment_parameters(kind, components));
  const Settings losses = settings_below(settings, "losses.");
  const Settings violations = settings_below(settings, "violations.");
  const Settings modulation = settings_below(settings, "modulation.");
  const Settings corruption = settings_below(settings, "corruption.");

  Base base =
      kind.build(settings, {context.seed, context.horizon, context.folder, !losses.empty(), !violations.empty()});
  replace_parts(components, losses, violations, context.seed, base);
  Adversary adversary{base.num_arms,   base.num_constraints,     base.horizon,        base.losses,
                      base.violations, std::move(base.adaptive), read_noise(settings)};
  const auto change = [&](const std::string& prefix, const Settings& own, const std::vector<ChangeKind>& kinds) {
    if (!own.empty()) inside(prefix, [&] { choose(own, prefix, kinds, true).apply(own, context.seed, adversary); });
  };
  change("modulation.", modulation, components.modulations);
  change("corruption.", corruption, components.corruptions);
  return adversary;
}

}  // namespace regretta
