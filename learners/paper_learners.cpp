#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/expopt_conomd.hpp"
#include "regretta/learners/families.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/learners/theorems.hpp"

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
                   .told = "T, delta, C",
                   .guarantee = "positive"};
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
void add_paper_learners<native::Here>(Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(learner_entry<ConOmdFs>({.name = "conomd-fs",
                                              .summary = "constrained mirror descent with fixed share",
                                              .source = std::string(paper) + ", Algorithm 1",
                                              .told = "T, delta",
                                              .guarantee = "positive",
                                              .bounds = bounds_of_fs}));
  learners.push_back(learner_entry<ConOmdFsIx>({.name = "conomd-fs-ix",
                                                .summary = "conomd-fs with implicit exploration for bandit losses",
                                                .source = std::string(paper) + ", appendix",
                                                .told = "T, delta",
                                                .guarantee = "positive",
                                                .bounds = bounds_of_ix}));
  learners.push_back(learner_entry<ExpOptConOmd>({.name = "expopt-conomd",
                                                  .summary = "explore every arm, then constrained mirror descent",
                                                  .source = std::string(paper) + ", Algorithm 2",
                                                  .told = "T, delta",
                                                  .guarantee = "positive",
                                                  .bounds = bounds_of_expopt}));
  learners.push_back(known_c_entry());
}

}  // namespace regretta
