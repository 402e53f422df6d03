#include "regretta/engine/search/found_study.hpp"

#include <fmt/format.h>

namespace regretta {

std::vector<const Finalist*> found_members(const SearchOutcome& outcome) {
  std::vector<const Finalist*> all;
  for (std::size_t k = 0; k < outcome.finalists.size(); ++k) {
    const bool is_judged = !outcome.places.empty();
    if (!is_judged || (k < outcome.places.size() && outcome.places[k].standing != FrontStanding::dominated))
      all.push_back(&outcome.finalists[k]);
  }
  return all;
}

Study found_study(const SearchSpace& space, const SearchRules& rules, const SearchOutcome& outcome) {
  const bool is_form = outcome.ablation.has_value();
  std::vector<Entrant> entrants;
  if (rules.wants_front())
    for (const Finalist* one : found_members(outcome))
      entrants.push_back(
          {.label = fmt::format("{}", one->candidate), .point = &one->point, .first_trial = max_first_trial});
  else
    entrants = {{.label = "found",
                 .point = is_form ? &outcome.ablation->point : &outcome.finalists.front().point,
                 .first_trial = is_form ? first_of_forms : max_first_trial}};
  Study study = space.with(entrants);
  if (entrants.size() == 1)
    for (auto* plugins : {&study.environments, &study.learners})
      for (PluginSpec& plugin : *plugins) plugin.group.clear();  // it is alone
  study.trials = is_form ? rules.ablation_trials() : rules.fresh;
  study.limited_by_work = false;
  study.stop.reset();
  return study;
}

}  // namespace regretta
