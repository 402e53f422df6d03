#include "regretta/engine/study/learner_entry.hpp"
#include "regretta/learners/families.hpp"
#include "regretta/learners/ucpd.hpp"

namespace regretta {

template <>
void add_primal_dual_learners<native::Here>(Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(learner_entry<Ucpd>({.name = "ucpd",
                                          .summary = "primal-dual mirror descent with virtual queues",
                                          .source = "Qiu, Wei, Yang, Ye and Wang, NeurIPS 2020",
                                          .told = "T",
                                          .guarantee = "cancelling",
                                          .definition = "reconstructed: the reduction to one state, V and alpha"}));
}

}  // namespace regretta
