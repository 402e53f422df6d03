#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/catalogue.hpp"
#include "regretta/learners/s_ops.hpp"

namespace regretta {

void add_projecting_learners(native::Here, Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(bccf_entry({}));
  learners.push_back(
      learner_entry<SvOps>({.name = "sv-ops",
                            .summary = "mirror descent on optimistic sets, for stochastic constraints",
                            .source = "Stradi, Castiglioni, Marchesi and Gatti, ICML 2025",
                            .prior_knowledge = "T, delta",
                            .guarantee = "positive",
                            .definition = "reconstructed: the reduction to one state, known-c with C = 0"}));
  learners.push_back(learner_entry<SOps>(
      {.name = "s-ops",
       .summary = "sv-ops mixed with a known safe arm until every strategy is safe",
       .source = "Stradi, Castiglioni, Marchesi and Gatti, ICML 2025, as restated by Zuo and Stradi 2026",
       .prior_knowledge = "T, delta, a safe arm, its violations",
       .guarantee = "positive, and 0 in every round",
       .definition = "verified; added: the first strategy, and the rule for a safe arm that is not safe"}));
}

}  // namespace regretta
