#include "regretta/engine/study/learner_entry.hpp"
#include "regretta/learners/families.hpp"
#include "regretta/learners/opb.hpp"
#include "regretta/learners/optimistic_lp.hpp"

namespace regretta {

template <>
void add_optimistic_learners<native::Here>(Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(learner_entry<OptLp>({.name = "optlp",
                                           .summary = "linear program over optimistic losses and violations",
                                           .source = "Efroni, Mannor and Pirotta 2020 (OptCMDP)",
                                           .told = "T, delta",
                                           .guarantee = "positive",
                                           .definition = "reconstructed: the reduction to one state, widths"}));
  learners.push_back(learner_entry<NsLp>({.name = "ns-lp",
                                          .summary = "optlp with widths for a known corruption",
                                          .source = "Stradi et al., NeurIPS 2025 (NS-SOPS)",
                                          .told = "T, delta, C",
                                          .guarantee = "positive",
                                          .definition = "reconstructed: the reduction to one state, widths"}));
  learners.push_back(learner_entry<Opb>({.name = "opb",
                                         .summary = "linear program over optimistic losses and pessimistic violations",
                                         .source = "Pacchiano, Ghavamzadeh, Bartlett and Jiang 2021, 2025",
                                         .told = "T, delta, a safe arm, its loss and violations",
                                         .guarantee = "none in any round",
                                         .definition = "verified; the warm start for unknown numbers is left out"}));
}

}  // namespace regretta
