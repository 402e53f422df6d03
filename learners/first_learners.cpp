#include "regretta/learners/first_learners.hpp"

#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/bccf.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/lagrange_bwlc.hpp"
#include "regretta/learners/pd_wa.hpp"
#include "regretta/learners/reference_points.hpp"
#include "regretta/learners/theorems.hpp"

namespace regretta {
namespace {

Bound bound_of_fs(Quantity quantity, const Problem& problem, const ConOmdFsParams& params, const BoundTerms& terms) {
  return params.as_published(true) ? conomd_fs_bound(quantity, problem, terms) : Bound{};
}
Bound bound_of_expopt(Quantity quantity, const Problem& problem, const ExpOptConOmdParams& params,
                      const BoundTerms& terms) {
  return params.as_published(false) && params.exploration ? expopt_conomd_bound(quantity, problem, params.beta, terms)
                                                          : Bound{};
}

}  // namespace

LearnerEntry conomd_fs_entry(native::Here) {
  return learner_entry<ConOmdFs>({.name = "conomd-fs",
                                  .summary = "constrained mirror descent with fixed share",
                                  .source = std::string(this_paper) + ", Algorithm 1",
                                  .prior_knowledge = "T, delta",
                                  .guarantee = "positive",
                                  .definition = "verified"},
                                 bound_of_fs);
}

LearnerEntry expopt_conomd_entry(native::Here) {
  return learner_entry<ExpOptConOmd>({.name = "expopt-conomd",
                                      .summary = "explore every arm, then constrained mirror descent",
                                      .source = std::string(this_paper) + ", Algorithm 2",
                                      .prior_knowledge = "T, delta",
                                      .guarantee = "positive",
                                      .definition = "verified"},
                                     bound_of_expopt);
}

LearnerEntry bccf_entry(native::Here) {
  return learner_entry<Bccf>(
      {.name = "bccf",
       .summary = "mirror descent on optimistic sets whose estimates forget the past when violations add up",
       .source = "Bernasconi, Castiglioni, Celli and Fusco, NeurIPS 2024",
       .prior_knowledge = "T, delta",
       .guarantee = "positive if stochastic, cancelling if adversarial",
       .definition = "reconstructed: BCCF-style, the adaptive weights and the threshold of their excess"});
}

LearnerEntry lagrange_bwlc_entry(native::Here) {
  return learner_entry<LagrangeBwlc>(
      {.name = "lagrange-bwlc",
       .summary = "EXP3.P against Hedge over prices",
       .source = "Slivkins, Zhou, Sankararaman and Foster, JMLR 25 (2024); prices as in "
                 "Fikioris and Tardos, COLT 2023",
       .prior_knowledge = "T, delta, rho (or a warm-up)",
       .guarantee = "cancelling",
       .definition = "reconstructed: Hedge's step, the warm-up, T^(1/4) without Slater's condition"});
}

LearnerEntry pd_wa_entry(native::Here) {
  return learner_entry<PdWa>({.name = "pd-wa",
                              .summary = "primal-dual with weakly adaptive minimisers and unbounded prices",
                              .source = "Bernasconi, Castiglioni and Celli, ICML 2025",
                              .prior_knowledge = "T",
                              .guarantee = "cancelling",
                              .definition = "reconstructed: both minimisers and their constants"});
}

LearnerEntry safe_arm_entry(native::Here) {
  return learner_entry<SafeArm>({.name = "safe-arm",
                                 .summary = "always plays the arm that attains rho_pure (known from hindsight)",
                                 .source = reference_point,
                                 .prior_knowledge = "the safe arm",
                                 .ignores_feedback = true,
                                 .guarantee = "positive",
                                 .definition = "verified"});
}

template <>
void add_first_learners<native::Here>(Catalogue& catalogue) {
  for (const auto entry :
       {conomd_fs_entry, expopt_conomd_entry, bccf_entry, lagrange_bwlc_entry, pd_wa_entry, safe_arm_entry})
    catalogue.learners.push_back(entry({}));
}

}  // namespace regretta
