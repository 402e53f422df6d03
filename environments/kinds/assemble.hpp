#pragma once
/// Turns settings into an adversary: the base, the parts that replace some of it, then modulation, corruption and
/// noise. Called through the catalogue entries that catalogue.cpp makes.

#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/environments/kinds/base_kinds.hpp"
#include "regretta/environments/kinds/noise_kinds.hpp"
#include "regretta/environments/parts/parts.hpp"

namespace regretta {

/// The base kinds, and the kinds that each sub-table of an environment can take.
struct EnvironmentParts {
  std::vector<BaseKind> bases = base_kinds();
  std::vector<PartKind<LossPart>> losses = loss_kinds();
  std::vector<PartKind<ViolationPart>> violations = violation_kinds();
  std::vector<ChangeKind> modulations = modulation_kinds();
  std::vector<ChangeKind> corruptions = corruption_kinds();
  std::vector<NoiseLawKind> noises{};  ///< of plugins
};

/// All parameters of an environment of this kind, with dotted names. A parameter of a sub-table is described once per
/// type; its help names the kinds that have it. It shows no default, because defaults depend on the kind.
std::vector<ParameterInfo> environment_parameters(const BaseKind& base, const EnvironmentParts& parts);

/// Builds the adversary. Throws InputError; keys are relative to the environment ("corruption.budget"), or are
/// "study.horizon".
Adversary assemble(const BaseKind& kind, const EnvironmentParts& parts, const Settings& settings,
                   const EnvironmentContext& context);

}  // namespace regretta
