#include "regretta/environments/kinds/noise_kinds.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace regretta {
namespace {

inline constexpr Choice noises =
    choice_of<NoiseKind>({{NoiseKind::none, "none", "values are their means"},
                          {NoiseKind::bernoulli, "bernoulli", "losses are 0 or 1, violations -1 or +1 (the default)"},
                          {NoiseKind::uniform, "uniform", "uniform around the mean"},
                          {NoiseKind::beta, "beta", "beta laws with the given means"}});

struct NoiseParams {
  NoiseKind noise = NoiseKind::bernoulli;
  double noise_half_width = Noise{}.half_width;
  double noise_concentration = Noise{}.concentration;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("noise", p.noise, noises, "how means become the values that are paid and observed");
    visit("noise_half_width", p.noise_half_width, Range{0, 1, true},
          "noise uniform: half-width, shrunk where a value would leave its range");
    visit("noise_concentration", p.noise_concentration, Range{0.1, 1e4},
          "noise beta: a + b of the beta law; larger is closer to the mean");
  }
};

/// The parameter that only this noise model has; "" if none.
const char* noise_parameter(NoiseKind kind) {
  switch (kind) {
    case NoiseKind::none:
    case NoiseKind::bernoulli:
      return "";
    case NoiseKind::uniform:
      return "noise_half_width";
    case NoiseKind::beta:
      return "noise_concentration";
  }
  __builtin_unreachable();
}

Noise read_own(const Settings& settings, const NoiseLawKind& chosen) {
  Settings bare;
  for (const auto& [name, value] : settings)
    if (has_parameter(chosen.entry, name)) bare[name.substr(std::string_view("noise_").size())] = value;
  try {
    return {.law = chosen.build(bare)};
  } catch (const InputError& error) {
    throw InputError("noise_" + error.key(), error.what());
  }
}

}  // namespace

std::vector<ComponentEntry> noise_entries() {
  std::vector<ComponentEntry> entries;
  for (std::size_t k = 0; k < noises.values.size(); ++k) {
    entries.push_back({"noise", std::string(noises.words[k].text), std::string(noises.words[k].help), "", {}});
    for (ParameterInfo& info : noise_parameters({}))
      if (info.name == noise_parameter(noises.values[k])) entries.back().parameters.push_back(std::move(info));
  }
  return entries;
}

std::vector<ParameterInfo> noise_parameters(const std::vector<NoiseLawKind>& own) {
  std::vector<ParameterInfo> all = describe_parameters<NoiseParams>();
  for (const NoiseLawKind& law : own) {
    all.front().range += " | " + law.entry.name;
    for (ParameterInfo info : law.entry.parameters) {
      info.help = fmt::format("noise {}: {}", law.entry.name, info.help);
      info.default_value = {};  // else it would belong to every environment, and to its digest
      all.push_back(std::move(info));
    }
  }
  return all;
}

Noise read_noise(const Settings& settings, const std::vector<NoiseLawKind>& own) {
  const auto set = settings.find("noise");
  const std::string* word = set == settings.end() ? nullptr : set->second.text();
  const auto chosen = std::ranges::find_if(own, [word](const auto& law) { return word && law.entry.name == *word; });
  NoiseParams p;
  if (chosen == own.end()) read_parameters(settings, "", p);
  const std::string_view name = chosen == own.end() ? noises.word_of(p.noise) : std::string_view(chosen->entry.name);
  for (const NoiseKind kind : noises.values)
    check_belongs(settings, {noise_parameter(kind)}, "noise", noises.word_of(kind), name);
  for (const NoiseLawKind& law : own)
    for (const ParameterInfo& info : law.entry.parameters)  // one that two laws have may be given with either
      if (chosen == own.end() || !has_parameter(chosen->entry, info.name))
        check_belongs(settings, {info.name}, "noise", law.entry.name, name);
  if (chosen != own.end()) return read_own(settings, *chosen);
  return {p.noise, p.noise_half_width, p.noise_concentration};
}

}  // namespace regretta
