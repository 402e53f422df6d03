#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/catalogue.hpp"
#include "regretta/learners/coco.hpp"
#include "regretta/learners/dpp.hpp"
#include "regretta/learners/lagrange_bwk.hpp"
#include "regretta/learners/loe2d.hpp"
#include "regretta/learners/optimistic3.hpp"
#include "regretta/learners/pd_ogd.hpp"
#include "regretta/learners/primal_dual_bwk.hpp"
#include "regretta/learners/theorems.hpp"
#include "regretta/learners/ucpd.hpp"

namespace regretta {
namespace {

Bound bound_of_coco(Quantity quantity, const Problem& problem, const CocoParams& params, const BoundTerms& terms) {
  const bool as_published = params.lipschitz_scale >= 1 && params.penalty_scale == 1;
  return as_published ? coco_bound(quantity, problem, params.lipschitz_scale, terms) : Bound{};
}

}  // namespace

void add_primal_dual_learners(native::Here, Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(learner_entry<PdOgd>(
      {.name = "pd-ogd",
       .summary = "a bandit minimiser against prices that follow projected gradient ascent",
       .source = "Castiglioni, Celli, Marchesi, Romano and Gatti, NeurIPS 2022",
       .prior_knowledge = "T, rho (or a warm-up)",
       .guarantee = "cancelling",
       .definition = "reconstructed: the step of the prices, the warm-up, T^(1/4) without Slater's condition"}));
  learners.push_back(lagrange_bwlc_entry({}));
  learners.push_back(pd_wa_entry({}));
  learners.push_back(learner_entry<Loe2d>({.name = "loe2d",
                                           .summary = "inverse-gap weighting of estimated losses and queues",
                                           .source = "Guo and Liu, COLT 2024",
                                           .prior_knowledge = "T",
                                           .guarantee = "cancelling",
                                           .definition = "reconstructed: U = K, several constraints"}));
  learners.push_back(
      learner_entry<Ucpd>({.name = "ucpd",
                           .summary = "primal-dual mirror descent with virtual queues",
                           .source = "Qiu, Wei, Yang, Ye and Wang, NeurIPS 2020",
                           .prior_knowledge = "T",
                           .guarantee = "cancelling",
                           .definition = "reconstructed: the reduction to one state, V, alpha, the share 1 / T"}));
  learners.push_back(
      learner_entry<Dpp>({.name = "dpp",
                          .summary = "drift plus penalty: projected gradient descent with virtual queues",
                          .source = "Yu, Neely and Wei, NeurIPS 2017",
                          .prior_knowledge = "T",
                          .guarantee = "cancelling",
                          .definition = "reconstructed from a public implementation: V, alpha, the order of steps"}));
  learners.push_back(learner_entry<Coco>({.name = "coco",
                                          .summary = "gradient descent on losses plus a price for the worst constraint",
                                          .source = "Sinha and Vaze, NeurIPS 2024, Algorithm 1",
                                          .prior_knowledge = "T",
                                          .guarantee = "positive, adversarial constraints",
                                          .definition = "verified; G = sqrt(K) bounds the gradients"},
                                         bound_of_coco));
  learners.push_back(learner_entry<Optimistic3>(
      {.name = "optimistic3",
       .summary = "mirror descent on optimistic losses and violations, with an optimistic queue",
       .source = "Guo, Zu and Liu, ICML 2025",
       .prior_knowledge = "T, delta",
       .guarantee = "cancelling",
       .definition =
           "reconstructed from a secondary text: the case without contexts, alpha, the widths (those of ns-lp)"}));
  learners.push_back(learner_entry<PrimalDualBwk>(
      {.name = "primal-dual-bwk",
       .summary = "plays the arm with the best optimistic reward per priced consumption; for budgets",
       .source = "Badanidiyuru, Kleinberg and Slivkins, JACM 2018, Algorithm 2",
       .prior_knowledge = "T, budgets (or thresholds)",
       .guarantee = "total consumption of a budget",
       .definition = "verified; reconstructed: the radius' constant, constraints without budgets"}));
  learners.push_back(learner_entry<LagrangeBwk>(
      {.name = "lagrange-bwk",
       .summary = "EXP3.P against Hedge over resources; for budgets",
       .source = "Immorlica, Sankararaman, Schapire and Slivkins, JACM 2022",
       .prior_knowledge = "T, delta, budgets (or thresholds)",
       .guarantee = "total consumption of a budget",
       .definition = "reconstructed: both steps, the scale of payoffs, constraints without budgets"}));
}

}  // namespace regretta
