#include "regretta/engine/search/front.hpp"

#include <algorithm>

namespace regretta {

std::vector<FrontPlace> places_on_front(const std::vector<std::vector<Better>>& better) {
  std::vector<FrontPlace> places(better.size());
  for (std::size_t own = 0; own < better.size(); ++own) {
    for (const bool in_both : {true, false}) {
      for (std::size_t other = 0; other < better.size(); ++other) {
        if (other == own) continue;
        const bool is_worse = better[other][own].is_shown(0) && better[other][own].is_shown(1);
        const bool is_safe = better[own][other].is_shown(0) || better[own][other].is_shown(1);
        if (in_both ? is_worse : !is_safe) places[own].rivals.push_back(other);
      }
      if (places[own].rivals.empty()) continue;
      places[own].standing = in_both ? FrontStanding::dominated : FrontStanding::open;
      break;
    }
  }
  return places;
}

void find_front(SearchOutcome& outcome, const SearchSpace& space, const SearchRules& rules,
                const CandidateValues& values, const std::vector<Candidate>& candidates,
                const std::vector<std::size_t>& chosen, const std::vector<std::int64_t>& believed_trials) {
  // Means of both aims and constraints of each, and the differences of every two in both aims, whose two directions are
  // one interval.
  const std::int64_t members = std::ssize(chosen);
  outcome.intervals = members * (2 + std::ssize(rules.subject_to)) + members * (members - 1);
  const Family family{.alpha = rules.alpha, .lines = static_cast<double>(outcome.intervals)};
  outcome.finalists = finalists_from(space, rules, values, candidates, chosen, believed_trials, family);
  std::vector<std::string> labels;
  for (const Finalist& one : outcome.finalists)
    if (one.meets_all()) labels.push_back(fresh_label(candidates[static_cast<std::size_t>(one.candidate - 1)]));
  std::vector<std::vector<Better>> better(labels.size(), std::vector<Better>(labels.size()));
  for (std::size_t a = 0; a < labels.size(); ++a)
    for (std::size_t b = a + 1; b < labels.size(); ++b)
      for (const std::size_t aim : {std::size_t{0}, std::size_t{1}}) {
        const Interval by = values.better_by(labels[a], labels[b], 1, rules.fresh, family, aim).interval;
        better[a][b].by[aim] = by;
        better[b][a].by[aim] = {-by.high, -by.low};
      }
  outcome.places = places_on_front(better);
}

}  // namespace regretta
