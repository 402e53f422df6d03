#include "regretta/learners/reference_points.hpp"

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/families.hpp"

namespace regretta {

void add_reference_points(native::Here, Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  const std::string source = "reference point";
  learners.push_back(learner_entry<Uniform>(
      {.name = "uniform", .summary = "every arm with probability 1/K", .source = source, .definition = "verified"}));
  learners.push_back(learner_entry<SafeArm>({.name = "safe-arm",
                                             .summary = "always the arm that attains rho_pure (taken from hindsight)",
                                             .source = source,
                                             .prior_knowledge = "the safe arm",
                                             .guarantee = "positive",
                                             .definition = "verified"}));
  learners.push_back(learner_entry<Optimal>({.name = "optimal",
                                             .summary = "always x*, the optimum in hindsight (taken from hindsight)",
                                             .source = source,
                                             .prior_knowledge = "x*",
                                             .guarantee = "cancelling",
                                             .definition = "verified"}));
}

}  // namespace regretta
