#pragma once
/// Runs trials of any learner in any environment, by the names of the catalogue, and evaluates the learner's bounds.

#include <string>
#include <vector>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/trial/contract/result.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tools/standard_catalogue.hpp"

namespace regretta {

inline const Catalogue& catalogue() {
  static const Catalogue standard = standard_catalogue();
  return standard;
}

inline CellWork cell(const std::string& kind, const Settings& settings, std::int64_t horizon) {
  CellWork work;
  work.seed = 20260101;
  Adversary adversary = catalogue().build(*catalogue().environment(kind), settings,
                                          {.seed = work.seed, .horizon = horizon, .folder = ""});
  work.problem = adversary.problem(0.05);
  work.checkpoints = log_spaced_checkpoints(horizon, 8);
  work.facts = std::make_shared<const CellFacts>(compute_facts(adversary, work.checkpoints));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

struct Runs {
  std::vector<TrialResult> trials;
  Bound regret, violation;
  double mean(Quantity q) const {
    double sum = 0;
    for (const TrialResult& trial : trials) sum += trial[q];
    return sum / static_cast<double>(trials.size());
  }
};

inline Runs run(const std::string& learner, const Settings& settings, const CellWork& work, int trials) {
  const BoundLearner bound = catalogue().learner(learner)->bind(settings, work.problem, work.adversary->oblivious());
  const BoundTerms terms{
      .corruption = work.facts->corruption, .rho = work.facts->rho, .rho_pure = work.facts->rho_pure};
  return {bound.run(work, 0, trials, RunControl{}), bound.bound(Quantity::regret, work.problem, terms),
          bound.bound(Quantity::violation, work.problem, terms)};
}

}  // namespace regretta
