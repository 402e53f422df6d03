#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/engine/plugin/scalar_learner_entry.hpp"
#include "regretta/learners/expopt_explorer.hpp"
#include "regretta/learners/families.hpp"
#include "regretta/learners/first_learners.hpp"
#include "regretta/learners/ma_ops.hpp"
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
       .guarantee = "none in any round",
       .definition = "verified; the first strategy and a safe arm that is not safe: our rules"}));
  learners.push_back(scalar_learner_entry<MaOps>(
      {.name = "ma-ops",
       .summary = "looks for a strategy of larger margin than that of the known safe arm, then plays s-ops with it",
       .source = "Zuo and Stradi 2026, Algorithm 1",
       .prior_knowledge = "T, delta, a safe arm, its violations",
       .guarantee = "none in any round",
       .definition =
           "verified; which of several strategies of largest margin, a safe arm that is not safe: our rules"}));
  learners.push_back(learner_entry<ExpOptExplorer>(
      {.name = "expopt-explorer",
       .summary = "expopt-conomd that keeps exploring, with estimates weighted by inverse chances",
       .source = "ours, after expopt-conomd",
       .prior_knowledge = "T, delta",
       .guarantee = "none proven",
       .definition = "ours: learners/ALGORITHMS.md"}));
}

}  // namespace regretta
