#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/catalogue.hpp"
#include "regretta/learners/doubly_opt_arm.hpp"
#include "regretta/learners/lincon.hpp"
#include "regretta/learners/meta_lp.hpp"
#include "regretta/learners/opb.hpp"
#include "regretta/learners/optimistic_lp.hpp"
#include "regretta/learners/ucb_bwk.hpp"

namespace regretta {

void add_optimistic_learners(native::Here, Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(learner_entry<OptLp>({.name = "optlp",
                                           .summary = "linear program over optimistic losses and violations",
                                           .source = "Efroni, Mannor and Pirotta 2020 (OptCMDP)",
                                           .prior_knowledge = "T, delta",
                                           .guarantee = "positive",
                                           .definition = "reconstructed: the reduction to one state, widths"}));
  learners.push_back(learner_entry<NsLp>(
      {.name = "ns-lp",
       .summary = "linear program over optimistic losses and violations, with widths for a known corruption",
       .source = "Stradi et al., NeurIPS 2025 (NS-SOPS)",
       .prior_knowledge = "T, delta, C",
       .guarantee = "positive",
       .definition = "reconstructed: the reduction to one state, widths, their cap"}));
  learners.push_back(learner_entry<Opb>(
      {.name = "opb",
       .summary = "linear program over optimistic losses and pessimistic violations",
       .source = "Pacchiano, Ghavamzadeh, Bartlett and Jiang 2021, 2025",
       .prior_knowledge = "T, delta, a safe arm, its loss and violations",
       .guarantee = "positive, and 0 in every round",
       .definition = "verified; added: alpha for several constraints; not implemented: the warm start that estimates "
                     "an unknown safe arm"}));
  learners.push_back(
      learner_entry<LinConTs>({.name = "lincon-ts",
                               .summary = "linear program over losses and violations drawn from a posterior",
                               .source = "Saxena, Gonzalez and Jalden, AISTATS 2020 (LinConTS)",
                               .prior_knowledge = "values and costs of events",
                               .guarantee = "cancelling, O(log T), where the environment has events",
                               .definition = "verified where the environment has events; reconstructed elsewhere and "
                                             "for several constraints"}));
  learners.push_back(
      learner_entry<LinConKlUcb>({.name = "lincon-kl-ucb",
                                  .summary = "linear program over optimistic bounds by the Bernoulli divergence",
                                  .source = "Saxena, Gonzalez and Jalden, AISTATS 2020 (LinCon-KL-UCB)",
                                  .prior_knowledge = "values and costs of events",
                                  .definition = "verified; reconstructed: several constraints, ties at random"}));
  learners.push_back(learner_entry<LagFtrl>(
      {.name = "lag-ftrl",
       .summary = "log-barrier FTRL over instances of ns-lp with guessed corruptions, Lagrangian payoff",
       .source = "Stradi et al., NeurIPS 2025 (Lag-FTRL)",
       .prior_knowledge = "T, delta",
       .guarantee = "positive",
       .definition = "reconstructed: the reduction to one state, eta, B, Lambda, the bonus"}));
  learners.push_back(
      learner_entry<Corral>({.name = "corral",
                             .summary = "CORRAL over instances of ns-lp with guessed corruptions, Lagrangian payoff",
                             .source = "Agarwal, Luo, Neyshabur and Schapire, COLT 2017",
                             .prior_knowledge = "T, delta",
                             .guarantee = "none proven with constraints",
                             .definition = "reconstructed: instances and payoff; the master is verified"}));
  learners.push_back(learner_entry<DoublyOptArm>(
      {.name = "doubly-opt-arm",
       .summary = "plays the arm with the highest optimistic reward among those with low optimistic risk",
       .source = "Chen, Gangrade and Saligrama, ICML 2022",
       .guarantee = "positive, against the best safe arm",
       .definition = "reconstructed: the indices, and the arm that is played if no arm is safe"}));
  learners.push_back(learner_entry<UcbBwk>(
      {.name = "ucb-bwk",
       .summary = "linear program over upper bounds of rewards and lower bounds of consumption; for budgets",
       .source = "Agrawal and Devanur, EC 2014; Slivkins' book, Algorithm 3",
       .prior_knowledge = "T, budgets (or thresholds)",
       .guarantee = "total consumption of a budget",
       .definition = "reconstructed from a secondary text: the radius' constant, epsilon"}));
}

}  // namespace regretta
