#include "regretta/learners/catalogue.hpp"

#include "regretta/engine/study/learner_entry.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/learners/references.hpp"
#include "regretta/learners/theorems.hpp"
#include "regretta/learners/ucpd.hpp"
#include "regretta/learners/unconstrained.hpp"

namespace regretta {
namespace {

constexpr const char* paper = "Stradi et al., Truly Adapting to Adversarial Constraints in Constrained MABs, COLT 2026";

/// The theorems speak of the learners as published, not of a variant with a switch thrown.
template <class Params>
bool as_published(const Settings& settings, const Params& defaults) {
  Params params = defaults;
  read_parameters(settings, "", params);
  return params.confidence_scale == 1 && params.constraints && params.estimator == "mean" &&
         params.fixed_share == defaults.fixed_share;
}

TheoremBounds bounds_of_fs(const Problem& problem, const Settings& settings, double C, double rho, double) {
  return as_published(settings, ConOmdFsParams()) ? conomd_fs_bounds(problem, C, rho) : TheoremBounds{};
}
TheoremBounds bounds_of_ix(const Problem& problem, const Settings& settings, double C, double rho, double) {
  return as_published(settings, ConOmdFsParams()) ? conomd_fs_ix_bounds(problem, C, rho) : TheoremBounds{};
}
TheoremBounds bounds_of_expopt(const Problem& problem, const Settings& settings, double C, double, double rho_pure) {
  ExpOptConOmdParams params;
  read_parameters(settings, "", params);
  if (!as_published(settings, ExpOptConOmdParams()) || !params.exploration) return {};
  return expopt_conomd_bounds(problem, params.beta, C, rho_pure);
}

/// known-c is two learners, because what a learner sees is its type: the parameter `feedback` chooses.
LearnerEntry known_c_entry() {
  LearnerText text{.name = "known-c",
                   .summary = "mirror descent on sets widened by a known corruption C",
                   .source = std::string(paper) + ", section 3.1",
                   .bounds = {}};
  LearnerEntry full = learner_entry<KnownCFull>(text);
  const LearnerEntry bandit = learner_entry<KnownCBandit>(text);
  full.feedback = "full or bandit";
  full.bind = [bind_full = full.bind, bind_bandit = bandit.bind](const Settings& settings, const Problem& problem,
                                                                 bool oblivious) {
    KnownCParams params;
    read_parameters(settings, "", params);
    return (params.feedback == "full" ? bind_full : bind_bandit)(settings, problem, oblivious);
  };
  return full;
}

}  // namespace

template <>
void add_learners<native::Here>(Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(learner_entry<ConOmdFs>({.name = "conomd-fs",
                                              .summary = "constrained mirror descent with fixed share",
                                              .source = std::string(paper) + ", Algorithm 1",
                                              .bounds = bounds_of_fs}));
  learners.push_back(learner_entry<ConOmdFsIx>({.name = "conomd-fs-ix",
                                                .summary = "conomd-fs with implicit exploration for bandit losses",
                                                .source = std::string(paper) + ", appendix",
                                                .bounds = bounds_of_ix}));
  learners.push_back(learner_entry<ExpOptConOmd>({.name = "expopt-conomd",
                                                  .summary = "explore every arm, then constrained mirror descent",
                                                  .source = std::string(paper) + ", Algorithm 2",
                                                  .bounds = bounds_of_expopt}));
  learners.push_back(known_c_entry());
  learners.push_back(
      learner_entry<Hedge>({.name = "hedge",
                            .summary = "exponential weights; ignores the constraints",
                            .source = "Cesa-Bianchi and Lugosi 2006; fixed share: Herbster and Warmuth 1998",
                            .bounds = {}}));
  learners.push_back(
      learner_entry<Exp3Ix>({.name = "exp3-ix",
                             .summary = "exponential weights with implicit exploration; ignores the constraints",
                             .source = "Neu, NeurIPS 2015",
                             .bounds = {}}));
  learners.push_back(
      learner_entry<Exp3>({.name = "exp3",
                           .summary = "exponential weights on importance-weighted losses; ignores the constraints",
                           .source = "Auer, Cesa-Bianchi, Freund and Schapire 2002; step size as recalled",
                           .bounds = {}}));
  learners.push_back(
      learner_entry<Exp3Six>({.name = "exp3-six",
                              .summary = "exp3-ix with fixed share, for S switches; ignores the constraints",
                              .source = "Neu, NeurIPS 2015, section 3.2; constants as recalled",
                              .bounds = {}}));
  learners.push_back(
      learner_entry<Exp3P>({.name = "exp3-p",
                            .summary = "exponential weights on upward-biased gains; ignores the constraints",
                            .source = "Auer et al. 2002; constants of Bubeck and Cesa-Bianchi 2012 as recalled",
                            .bounds = {}}));
  learners.push_back(
      learner_entry<TsallisInf>({.name = "tsallis-inf",
                                 .summary = "best of both worlds by 1/2-Tsallis entropy; ignores the constraints",
                                 .source = "Zimmert and Seldin, JMLR 22, Algorithm 1",
                                 .bounds = {}}));
  learners.push_back(learner_entry<Ucb1>({.name = "ucb1",
                                          .summary = "the arm of highest upper bound; ignores the constraints",
                                          .source = "Auer, Cesa-Bianchi and Fischer 2002",
                                          .bounds = {}}));
  learners.push_back(learner_entry<Ucpd>({.name = "ucpd",
                                          .summary = "primal-dual mirror descent with virtual queues (reconstructed)",
                                          .source = "Qiu, Wei, Yang, Ye and Wang, NeurIPS 2020, reduced to one state",
                                          .bounds = {}}));
  learners.push_back(learner_entry<Uniform>(
      {.name = "uniform", .summary = "every arm with probability 1/K", .source = "reference point", .bounds = {}}));
  learners.push_back(learner_entry<SafeArm>({.name = "safe-arm",
                                             .summary = "always the arm that attains rho_pure (told by the books)",
                                             .source = "reference point",
                                             .bounds = {}}));
  learners.push_back(learner_entry<Optimal>({.name = "optimal",
                                             .summary = "always x*, the optimum in hindsight (told by the books)",
                                             .source = "reference point",
                                             .bounds = {}}));
}

}  // namespace regretta
