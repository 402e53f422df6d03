#include "regretta/engine/plugin/catalogue.hpp"

#include <algorithm>

namespace regretta {

const LearnerEntry* Catalogue::learner(std::string_view name) const {
  const auto found = std::ranges::find(learners, name, &LearnerEntry::name);
  return found == learners.end() ? nullptr : &*found;
}

const EnvironmentEntry* Catalogue::environment(std::string_view name) const {
  const auto found = std::ranges::find(environments, name, &EnvironmentEntry::name);
  return found == environments.end() ? nullptr : &*found;
}

const MeasureEntry* Catalogue::measure(std::string_view name) const {
  const auto found = std::ranges::find(measures, name, &MeasureEntry::name);
  return found == measures.end() ? nullptr : &*found;
}

}  // namespace regretta
