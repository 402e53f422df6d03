#include "regretta/environments/catalogue.hpp"

#include <memory>

#include "regretta/environments/assemble.hpp"

namespace regretta {

void add_environments(Catalogue& catalogue) {
  const auto components = std::make_shared<const Components>();
  for (const BaseKind& base : base_kinds())
    catalogue.environments.push_back({base.name, base.summary, base.source, environment_parameters(base, *components),
                                      [base, components](const Settings& settings, const EnvironmentContext& context) {
                                        return assemble(base, *components, settings, context);
                                      }});
  for (const auto& kind : components->losses) catalogue.components.push_back(kind.entry);
  for (const auto& kind : components->violations) catalogue.components.push_back(kind.entry);
  for (const auto& kind : components->modulations) catalogue.components.push_back(kind.entry);
  for (const auto& kind : components->corruptions) catalogue.components.push_back(kind.entry);
  for (ComponentEntry& entry : noise_entries()) catalogue.components.push_back(std::move(entry));
}

}  // namespace regretta
