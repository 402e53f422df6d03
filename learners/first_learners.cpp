#include "regretta/learners/first_learners.hpp"

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/bccf.hpp"
#include "regretta/learners/families.hpp"
#include "regretta/learners/hedge.hpp"
#include "regretta/learners/lagrange_bwlc.hpp"
#include "regretta/learners/pd_wa.hpp"

namespace regretta {

LearnerEntry bccf_entry(native::Here) {
  return learner_entry<Bccf>(
      {.name = "bccf",
       .summary = "mirror descent on optimistic sets whose estimates forget when violations add up",
       .source = "Bernasconi, Castiglioni, Celli and Fusco, NeurIPS 2024",
       .prior_knowledge = "T, delta",
       .guarantee = "positive; cancelling if adversarial",
       .definition = "reconstructed: BCCF-style, the adaptive weights and the threshold of their excess",
       .branch_cost = 5.5});
}

LearnerEntry lagrange_bwlc_entry(native::Here) {
  return learner_entry<LagrangeBwlc>({.name = "lagrange-bwlc",
                                      .summary = "EXP3.P against Hedge over prices",
                                      .source = "Slivkins, Zhou, Sankararaman and Foster, JMLR 25 (2024); prices as in "
                                                "Fikioris and Tardos, COLT 2023",
                                      .prior_knowledge = "T, delta, rho (or a warm-up)",
                                      .guarantee = "cancelling",
                                      .definition =
                                          "verified; reconstructed: Hedge's step, the warm-up, T^(1/4) without "
                                          "Slater"});
}

LearnerEntry pd_wa_entry(native::Here) {
  return learner_entry<PdWa>({.name = "pd-wa",
                              .summary = "weakly adaptive primal and dual, prices without a bound",
                              .source = "Bernasconi, Castiglioni and Celli, ICML 2025",
                              .prior_knowledge = "T",
                              .guarantee = "cancelling",
                              .definition = "reconstructed: both minimisers and their constants",
                              .branch_cost = 12});
}

LearnerEntry hedge_entry(native::Here) {
  return learner_entry<Hedge>({.name = "hedge",
                               .summary = "exponential weights; ignores the constraints",
                               .source = "Cesa-Bianchi and Lugosi 2006; fixed share: Herbster and Warmuth 1998",
                               .prior_knowledge = "T",
                               .definition = "verified"});
}

template <>
void add_first_learners<native::Here>(Catalogue& catalogue) {
  add_paper_learners({}, catalogue);
  for (const auto entry : {bccf_entry, lagrange_bwlc_entry, pd_wa_entry, hedge_entry})
    catalogue.learners.push_back(entry({}));
  add_reference_points({}, catalogue);
}

}  // namespace regretta
