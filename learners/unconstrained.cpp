#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/barbar.hpp"
#include "regretta/learners/catalogue.hpp"
#include "regretta/learners/exp3.hpp"
#include "regretta/learners/hedge.hpp"
#include "regretta/learners/layered_elimination.hpp"
#include "regretta/learners/thompson.hpp"
#include "regretta/learners/tsallis_inf.hpp"
#include "regretta/learners/ucb.hpp"

namespace regretta {

void add_unconstrained_learners(native::Here, Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(
      learner_entry<Hedge>({.name = "hedge",
                            .summary = "exponential weights; ignores the constraints",
                            .source = "Cesa-Bianchi and Lugosi 2006; fixed share: Herbster and Warmuth 1998",
                            .prior_knowledge = "T",
                            .ignores_constraints = true,
                            .definition = "verified"}));
  learners.push_back(
      learner_entry<Exp3>({.name = "exp3",
                           .summary = "exponential weights on importance-weighted losses; ignores the constraints",
                           .source = "Auer, Cesa-Bianchi, Freund and Schapire 2002",
                           .prior_knowledge = "T",
                           .ignores_constraints = true,
                           .definition = "reconstructed: step size from memory, not checked against the source"}));
  learners.push_back(
      learner_entry<Exp3Ix>({.name = "exp3-ix",
                             .summary = "exponential weights with implicit exploration; ignores the constraints",
                             .source = "Neu, NeurIPS 2015",
                             .prior_knowledge = "T",
                             .ignores_constraints = true,
                             .definition = "reconstructed: step size from memory, not checked against the source"}));
  learners.push_back(
      learner_entry<Exp3Six>({.name = "exp3-six",
                              .summary = "exp3-ix with fixed share, for S switches; ignores the constraints",
                              .source = "Neu, NeurIPS 2015, section 3.2",
                              .prior_knowledge = "T, S",
                              .ignores_constraints = true,
                              .definition = "reconstructed: constants from memory, not checked against the source"}));
  learners.push_back(
      learner_entry<Exp3P>({.name = "exp3-p",
                            .summary = "exponential weights on upward-biased gains; ignores the constraints",
                            .source = "Auer et al. 2002; Bubeck and Cesa-Bianchi 2012, Theorem 3.3",
                            .prior_knowledge = "T, delta",
                            .ignores_constraints = true,
                            .definition = "reconstructed: constants from memory, not checked against the source"}));
  learners.push_back(
      learner_entry<TsallisInf>({.name = "tsallis-inf",
                                 .summary = "best of both worlds by 1/2-Tsallis entropy; ignores the constraints",
                                 .source = "Zimmert and Seldin, JMLR 22, Algorithm 1",
                                 .ignores_constraints = true,
                                 .definition = "verified"}));
  learners.push_back(
      learner_entry<Ucb1>({.name = "ucb1",
                           .summary = "plays the arm with the highest upper bound; ignores the constraints",
                           .source = "Auer, Cesa-Bianchi and Fischer 2002",
                           .ignores_constraints = true,
                           .definition = "verified"}));
  learners.push_back(
      learner_entry<KlUcb>({.name = "kl-ucb",
                            .summary = "plays the arm with the highest KL upper bound; ignores the constraints",
                            .source = "Garivier and Cappe 2011",
                            .ignores_constraints = true,
                            .definition = "verified"}));
  learners.push_back(learner_entry<Thompson>(
      {.name = "thompson",
       .summary = "plays the arm with the least loss drawn from a posterior; ignores the constraints",
       .source = "Thompson 1933; Agrawal and Goyal, COLT 2012",
       .ignores_constraints = true,
       .definition = "verified for losses 0 and 1; a loss between them counts in part as both"}));
  learners.push_back(
      learner_entry<Barbar>({.name = "barbar",
                             .summary = "samples arms by estimated gaps, in epochs; ignores the constraints",
                             .source = "Gupta, Koren and Talwar, COLT 2019",
                             .prior_knowledge = "T, delta",
                             .ignores_constraints = true,
                             .definition = "verified"}));
  learners.push_back(learner_entry<LayeredElimination>(
      {.name = "layered-elimination",
       .summary = "active arm elimination in layers that see less and less corruption; ignores the constraints",
       .source = "Lykouris, Mirrokni and Paes Leme, STOC 2018",
       .prior_knowledge = "T, delta",
       .ignores_constraints = true,
       .definition = "reconstructed from a secondary text: the widths' constants"}));
}

}  // namespace regretta
