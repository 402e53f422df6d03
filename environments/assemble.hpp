#pragma once
/// From settings to an adversary: base, then the parts that replace some of it, then modulation, corruption and noise.

#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/environments/base_kinds.hpp"
#include "regretta/environments/corruption_kinds.hpp"
#include "regretta/environments/modulation_kinds.hpp"
#include "regretta/environments/parts.hpp"

namespace regretta {

/// Every word that the sub-tables of an environment may use.
struct Components {
  std::vector<PartKind<LossPart>> losses = loss_kinds();
  std::vector<PartKind<ViolationPart>> violations = violation_kinds();
  std::vector<ChangeKind> modulations = modulation_kinds();
  std::vector<ChangeKind> corruptions = corruption_kinds();
};

/// Noise: one entry per word, then the flat parameters that choose it.
std::vector<ComponentEntry> noise_entries();
std::vector<ParameterInfo> noise_parameters();

/// All parameters of an environment of this kind, dotted. A parameter of a sub-table is described once per type, and
/// its help says to which kinds it belongs; it shows no default, for that is the kind's.
std::vector<ParameterInfo> environment_parameters(const BaseKind& base, const Components& components);

/// Throws InputError; keys are relative to the environment ("corruption.budget"), or "study.horizon".
Adversary assemble(const BaseKind& base, const Components& components, const Settings& settings,
                   const EnvironmentContext& context);

}  // namespace regretta
