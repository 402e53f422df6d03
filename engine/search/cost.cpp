#include "regretta/engine/search/cost.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/search/ablation.hpp"

namespace regretta {

std::int64_t cells_each(const SearchSpace& space) {
  const SideNames &learners = space.learners(), &environments = space.environments();
  return std::ssize(learners.varying) * std::ssize(space.study().environments) +
         std::ssize(learners.fixed) * std::ssize(environments.varying);
}

std::int64_t final_trials(const SearchSpace& space, const SearchRules& rules) {
  const bool has_best_of_first = !rules.first.empty() && !rules.wants_front();
  return (rules.finalists + (has_best_of_first ? 1 : 0)) * rules.fresh +
         (rules.ablation ? most_forms(space) * rules.ablation_trials() : 0);
}

std::vector<std::int64_t> growth_horizons(const SearchSpace& space, const SearchRules& rules) {
  std::vector<std::int64_t> all;
  if (rules.horizons.empty()) return all;
  for (const double horizon : rules.horizons) all.push_back(static_cast<std::int64_t>(horizon));
  all.push_back(space.study().horizons.front());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

double growth_rounds(const SearchSpace& space, const SearchRules& rules) {
  double rounds = 0;
  for (const std::int64_t horizon : growth_horizons(space, rules)) rounds += static_cast<double>(horizon);
  return 2 * static_cast<double>(rules.fresh * cells_each(space)) * rounds;
}

SearchCost cost_of(const SearchSpace& space, const SearchRules& rules, double rounds, std::int64_t horizon) {
  const double per_trial = static_cast<double>(cells_each(space)) * static_cast<double>(horizon);
  SearchCost cost{.rounds = static_cast<double>(final_trials(space, rules)) * per_trial + growth_rounds(space, rules)};
  while (true) {
    const std::int64_t next = rules.generation_after(cost.candidates);
    const double needed = cost.rounds + static_cast<double>(rules.trials_of(next)) * per_trial;
    if (needed > rounds) return cost;
    cost = {cost.generations + 1, cost.candidates + next, needed};
  }
}

void refuse_cost(const SearchSpace& space, const SearchRules& rules, const MissingRounds& missing,
                 std::int64_t horizon) {
  const std::string key = rules.trials ? "trials" : "rounds";
  const double unit = rules.trials ? static_cast<double>(horizon) : 1;
  throw StudyError::at(*space.study().search.find(key), space.study().file, "search." + key,
                       fmt::format("{:g} are too few: the first {} candidates and the finalists take up to {:g}",
                                   missing.given / unit, missing.candidates, missing.needed / unit));
}

}  // namespace regretta
