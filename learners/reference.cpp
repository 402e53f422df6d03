#include "regretta/learners/reference_points.hpp"

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/catalogue.hpp"

namespace regretta {

void add_reference_points(native::Here, Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(learner_entry<Uniform>({.name = "uniform",
                                             .summary = "plays every arm with probability 1/K",
                                             .source = reference_point,
                                             .ignores_feedback = true,
                                             .definition = "verified"}));
  learners.push_back(safe_arm_entry({}));
  learners.push_back(learner_entry<Optimal>({.name = "optimal",
                                             .summary = "always plays x*, the best strategy in hindsight",
                                             .source = reference_point,
                                             .prior_knowledge = "x*",
                                             .ignores_feedback = true,
                                             .guarantee = "cancelling",
                                             .definition = "verified"}));
}

}  // namespace regretta
