#include "regretta/engine/search/outcome.hpp"

#include <algorithm>
#include <cmath>

namespace regretta {

bool Finalist::meets_all() const { return std::ranges::all_of(constraints, &FoundConstraint::is_met); }

double Finalist::excess() const {
  double sum = 0;
  for (const FoundConstraint& one : constraints) sum += std::max(0.0, one.excess.mean);
  return sum;
}

std::vector<Finalist> finalists_from(const SearchSpace& space, const SearchRules& rules, const CandidateValues& values,
                                     const std::vector<Candidate>& candidates, const std::vector<std::size_t>& chosen,
                                     const std::vector<std::int64_t>& believed_trials, const Family& family) {
  std::vector<Finalist> all;
  for (const std::size_t place : chosen) {
    const Candidate& one = candidates[place];
    const std::int64_t trials = believed_trials[place];
    Finalist finalist{.candidate = one.number,
                      .point = one.point,
                      .values = space.values(one.point),
                      .believed = values.aim(label_of(one), trials, family).mean,
                      .believed_trials = trials,
                      .fresh = values.aim(fresh_label(one), rules.fresh, family),
                      .beside = values.beside(fresh_label(one), rules.fresh),
                      .constraints = {}};
    if (rules.wants_front()) {
      finalist.second_believed = values.aim(label_of(one), trials, family, 1).mean;
      finalist.second = values.aim(fresh_label(one), rules.fresh, family, 1);
    }
    for (std::size_t c = 0; c < rules.subject_to.size(); ++c)
      finalist.constraints.push_back(
          {rules.subject_to[c].text(), values.excess(fresh_label(one), c, rules.fresh, family)});
    all.push_back(std::move(finalist));
  }
  std::ranges::stable_sort(all, [&](const Finalist& a, const Finalist& b) {
    if (a.meets_all() != b.meets_all()) return a.meets_all();
    if (!a.meets_all()) return a.excess() < b.excess();
    return rules.maximises() ? a.fresh.mean > b.fresh.mean : a.fresh.mean < b.fresh.mean;
  });
  return all;
}

void find_best(SearchOutcome& outcome, const SearchSpace& space, const SearchRules& rules,
               const CandidateValues& values, const std::vector<Candidate>& candidates,
               const std::vector<std::size_t>& chosen, const std::vector<std::int64_t>& believed_trials) {
  const auto is_first = [&](std::int64_t number) { return number <= std::ssize(rules.first); };
  const std::int64_t first_ones =
      std::ranges::count_if(chosen, [&](std::size_t place) { return is_first(candidates[place].number); });
  // Which gain is shown is known only when the fresh trials are.
  const std::int64_t gains = first_ones * (std::ssize(chosen) - first_ones);
  outcome.intervals = std::ssize(chosen) * (1 + std::ssize(rules.subject_to)) + gains;
  const Family family{.alpha = rules.alpha, .lines = static_cast<double>(outcome.intervals)};
  outcome.finalists = finalists_from(space, rules, values, candidates, chosen, believed_trials, family);
  const auto found =
      std::ranges::find_if(outcome.finalists, [&](const Finalist& one) { return is_first(one.candidate); });
  if (found == outcome.finalists.end()) return;
  outcome.first = static_cast<std::size_t>(found - outcome.finalists.begin());
  const std::int64_t first = found->candidate;
  const std::int64_t best = outcome.finalists.front().candidate;
  if (best == first) return;
  const auto fresh = [&](std::int64_t number) { return fresh_label(candidates[static_cast<std::size_t>(number - 1)]); };
  outcome.gain = values.better_by(fresh(best), fresh(first), 1, rules.fresh, family);
}

std::vector<std::size_t> Ablation::carriers() const {
  std::vector<std::pair<double, std::size_t>> all;
  for (std::size_t k = 0; k < changes.size(); ++k)
    if (changes[k].is_plain && alone[k].aim.mean < whole.aim.mean / 2)
      all.emplace_back(alone[k].aim.mean, changes[k].dimension);
  std::ranges::sort(all);
  std::vector<std::size_t> dimensions;
  for (const auto& [left, dimension] : all) dimensions.push_back(dimension);
  return dimensions;
}

Ablation ablation_of(const CandidateValues& values, const SearchSpace& space, const SearchRules& rules,
                     const Candidate& winner, const std::vector<ValueChange>& changes) {
  const Family family{.alpha = rules.alpha, .lines = 2 * static_cast<double>(most_forms(space))};  // aim and spare
  const std::int64_t trials = rules.ablation_trials();
  const auto value_at = [&](std::size_t place) {
    const std::string label = form_label(winner, place);
    FormValue form{.place = place, .aim = values.aim(label, trials, family)};
    if (place > 0) form.spare = values.better_by(label, form_label(winner, 0), 0.95, trials, family);
    const auto score = values.score(label, trials);
    form.meets_all = score && score->excess <= 0;
    return form;
  };
  Ablation ablation{.changes = changes, .alone = {}, .point = winner.point};
  ablation.whole = ablation.simplest = value_at(0);
  for (std::size_t k = 1; k < winner.forms.size(); ++k) {
    const FormValue form = value_at(k);
    const bool is_alone = k <= changes.size();
    if (is_alone) ablation.alone.push_back(form);
    if (!form.keeps() || (is_alone && !changes[k - 1].simplifies)) continue;
    // Of single changes the best is taken; later forms have more and more changes.
    if (is_alone && ablation.simplest.place > 0 && form.spare.mean <= ablation.simplest.spare.mean) continue;
    ablation.simplest = form;
    ablation.point = winner.forms[k];
  }
  return ablation;
}

}  // namespace regretta
