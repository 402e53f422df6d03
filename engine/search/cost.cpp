#include "regretta/engine/search/cost.hpp"

#include "regretta/engine/search/ablation.hpp"

namespace regretta {

std::int64_t cells_each(const SearchSpace& space) {
  const Study& study = space.study();
  return std::ssize(space.varying()) * std::ssize(space.varies_learners() ? study.environments : study.learners);
}

std::int64_t final_trials(const SearchSpace& space, const SearchRules& rules) {
  return (rules.finalists + (rules.first.empty() ? 0 : 1)) * rules.fresh +
         (rules.ablation ? most_forms(space) * rules.ablation_trials() : 0);
}

SearchCost cost_of(const SearchSpace& space, const SearchRules& rules, std::int64_t horizon) {
  const double per_trial = static_cast<double>(cells_each(space)) * static_cast<double>(horizon);
  SearchCost cost{.rounds = static_cast<double>(final_trials(space, rules)) * per_trial};
  while (true) {
    const std::int64_t next = rules.generation_after(cost.candidates);
    const double rounds = cost.rounds + static_cast<double>(rules.trials_of(next)) * per_trial;
    if (rounds > rules.rounds) return cost;
    cost = {cost.generations + 1, cost.candidates + next, rounds};
  }
}

}  // namespace regretta
