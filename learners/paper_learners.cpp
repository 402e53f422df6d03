#include "regretta/engine/plugin/learner_entry.hpp"
#include "regretta/learners/catalogue.hpp"
#include "regretta/learners/conomd_fs.hpp"
#include "regretta/learners/known_c.hpp"
#include "regretta/learners/theorems.hpp"

namespace regretta {
namespace {

Bound bound_of_ix(Quantity quantity, const Problem& problem, const ConOmdFsParams& params, const BoundTerms& terms) {
  return params.as_published(true) ? conomd_fs_ix_bound(quantity, problem, terms) : Bound{};
}

/// known-c consists of two learners, because the feedback model is part of a learner's type; the parameter `feedback`
/// selects one.
LearnerEntry known_c_entry() {
  const LearnerEntry text{.name = "known-c",
                          .summary = "mirror descent on sets widened by a known corruption C",
                          .source = std::string(this_paper) + ", section 3.1",
                          .prior_knowledge = "T, delta, C",
                          .guarantee = "positive",
                          .definition = "reconstructed: eta, gamma and the share, which the section does not state"};
  LearnerEntry full = learner_entry<KnownCFull>(text);
  const LearnerEntry bandit = learner_entry<KnownCBandit>(text);
  full.feedback = "full or bandit";
  full.bind = [bind_full = full.bind, bind_bandit = bandit.bind](const Settings& settings, const Problem& problem,
                                                                 bool oblivious) {
    KnownCParams params;
    read_parameters(settings, params);
    return (params.feedback == KnownCFeedback::full ? bind_full : bind_bandit)(settings, problem, oblivious);
  };
  return full;
}

}  // namespace

void add_paper_learners(native::Here, Catalogue& catalogue) {
  auto& learners = catalogue.learners;
  learners.push_back(conomd_fs_entry({}));
  learners.push_back(learner_entry<ConOmdFsIx>({.name = "conomd-fs-ix",
                                                .summary = "conomd-fs with implicit exploration for bandit losses",
                                                .source = std::string(this_paper) + ", appendix",
                                                .prior_knowledge = "T, delta",
                                                .guarantee = "positive",
                                                .definition = "verified"},
                                               bound_of_ix));
  learners.push_back(expopt_conomd_entry({}));
  learners.push_back(known_c_entry());
}

}  // namespace regretta
