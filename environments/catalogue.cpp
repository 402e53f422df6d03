#include "regretta/environments/catalogue.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/environments/add_parts.hpp"
#include "regretta/environments/kinds/assemble.hpp"

namespace regretta {
namespace {

/// Makes the entry of every base with these parts, in place of an earlier one.
void set_parts(Catalogue& catalogue, const std::shared_ptr<const EnvironmentParts>& parts) {
  catalogue.parts = parts;
  for (const BaseKind& base : parts->bases) {
    EnvironmentEntry entry{base.name, base.summary, base.source, environment_parameters(base, *parts),
                           [base, parts](const Settings& settings, const EnvironmentContext& context) {
                             return assemble(base, *parts, settings, context);
                           }};
    const auto same = std::ranges::find(catalogue.environments, base.name, &EnvironmentEntry::name);
    if (same == catalogue.environments.end()) {
      catalogue.environments.push_back(std::move(entry));
    } else {
      *same = std::move(entry);
    }
  }
}

/// Adds a kind to one of the groups of parts.
template <class Kind>
void add_kind(Catalogue& catalogue, std::vector<Kind> EnvironmentParts::*group, Kind kind) {
  if (!catalogue.parts)
    throw std::invalid_argument(
        fmt::format("{} \"{}\" is added before the environments", kind.entry.group, kind.entry.name));
  for (const ComponentEntry& other : catalogue.components)
    if (other.group == kind.entry.group && other.name == kind.entry.name)
      throw std::invalid_argument(
          fmt::format("{} \"{}\" is there already; expected another name", other.group, other.name));
  auto parts = std::make_shared<EnvironmentParts>(*catalogue.parts);
  catalogue.components.push_back(kind.entry);
  ((*parts).*group).push_back(std::move(kind));
  set_parts(catalogue, parts);
}

}  // namespace

void add_environments(Catalogue& catalogue) {
  const auto parts = std::make_shared<const EnvironmentParts>();
  set_parts(catalogue, parts);
  for (const auto& kind : parts->losses) catalogue.components.push_back(kind.entry);
  for (const auto& kind : parts->violations) catalogue.components.push_back(kind.entry);
  for (const auto& kind : parts->modulations) catalogue.components.push_back(kind.entry);
  for (const auto& kind : parts->corruptions) catalogue.components.push_back(kind.entry);
  for (ComponentEntry& entry : noise_entries()) catalogue.components.push_back(std::move(entry));
}

void add_loss_kind(Catalogue& catalogue, PartKind<LossPart> kind) {
  add_kind(catalogue, &EnvironmentParts::losses, std::move(kind));
}
void add_violation_kind(Catalogue& catalogue, PartKind<ViolationPart> kind) {
  add_kind(catalogue, &EnvironmentParts::violations, std::move(kind));
}
void add_modulation_kind(Catalogue& catalogue, ChangeKind kind) {
  add_kind(catalogue, &EnvironmentParts::modulations, std::move(kind));
}
void add_corruption_kind(Catalogue& catalogue, ChangeKind kind) {
  add_kind(catalogue, &EnvironmentParts::corruptions, std::move(kind));
}
void add_noise_kind(Catalogue& catalogue, NoiseLawKind kind) {
  add_kind(catalogue, &EnvironmentParts::noises, std::move(kind));
}

}  // namespace regretta
