#include "regretta/environments/catalogue.hpp"

#include "regretta/environments/add_parts.hpp"

namespace regretta {

void add_environments(Catalogue& catalogue) {
  for (EnvironmentEntry& base : base_kinds()) catalogue.environments.push_back(std::move(base));
  for (const auto kinds : {loss_kinds, violation_kinds, outcome_kinds, corruption_kinds, noise_kinds})
    for (EnvironmentEntry& kind : kinds()) catalogue.add_part(std::move(kind));
}

}  // namespace regretta
