#include "regretta/engine/search/admission.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/search/random_points.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {
namespace {

/// What is known of an environment before the first trial.
std::map<std::string, double> known_of(const CellFacts& facts, std::int64_t horizon) {
  return {{"corruption", facts.corruption},
          {"rho", facts.rho},
          {"rho_pure", facts.rho_pure},
          {"opt", facts.optimum.value * static_cast<double>(horizon)}};
}

/// By how much a constraint is violated in the environment; at most 0: it is met, or more than what is known matters.
double excess_of(const Constraint& constraint, const CellWork& work, const std::string& environment,
                 const std::string& label) {
  if (!is_known_beforehand(constraint)) return 0;
  const std::map<std::string, double> known = known_of(*work.facts, work.problem.horizon);
  for (const QuantityOfCell& one : constraint.excess().quantities())
    if (!one.environment.empty() && one.environment + "-" + label != environment && one.environment != environment)
      return 0;
  const auto value_of = [&](const QuantityOfCell& one) { return std::vector<double>{known.at(one.quantity)}; };
  return constraint.excess().values(static_cast<double>(work.problem.horizon), 1, value_of).front();
}

/// Why a candidate is not played.
struct Refusal {
  std::string why;    ///< "": it is
  double excess = 0;  ///< of the constraints that are known to be violated, summed
};

Refusal refusal_at(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue, const Point& point) {
  const std::string label = "candidate";
  try {
    const Plan plan = make_plan(space.with({{.label = label, .point = &point}}), catalogue);
    if (!plan.left_out.empty()) return {plan.left_out.front()};
    Refusal refusal;
    const SharedWork* last = nullptr;
    for (const Cell& cell : plan.cells) {
      if (cell.work.get() == last) continue;
      last = cell.work.get();
      if (!cell.work->without_facts().adversary->oblivious()) continue;
      const CellWork& work = cell.prepared();
      if (!work.facts->optimum.feasible) return {"no strategy satisfies the constraints on average"};
      for (const Constraint& constraint : rules.subject_to) {
        const double excess = excess_of(constraint, work, cell.environment, label);
        if (excess <= 0) continue;
        refusal.excess += excess;
        if (refusal.why.empty()) refusal.why = fmt::format("violates \"{}\"", constraint.text());
      }
    }
    return refusal;
  } catch (const StudyError& error) {
    return {fmt::format("{}{}{}", error.key(), error.key().empty() ? "" : ": ", error.message())};
  }
}

}  // namespace

bool is_known_beforehand(const Constraint& constraint) {
  const std::map<std::string, double> known = known_of({}, 1);
  return std::ranges::all_of(constraint.excess().quantities(),
                             [&](const QuantityOfCell& one) { return known.contains(one.quantity); });
}

std::string refusal_of(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue,
                       const Point& point) {
  return refusal_at(space, rules, catalogue, point).why;
}

void check_admits(const SearchSpace& space, const SearchRules& rules, const Catalogue& catalogue) {
  constexpr std::int64_t tries = 300;
  Refusal last, nearest{"", infinity};
  Point nearest_point;
  for (std::int64_t number = 1; number <= tries; ++number) {
    const Point point = random_point(space.dimensions(), static_cast<std::uint64_t>(rules.seed), number);
    last = refusal_at(space, rules, catalogue, point);
    if (last.why.empty()) return;
    if (last.excess > 0 && last.excess < nearest.excess) {
      nearest = last;
      nearest_point = point;
    }
  }
  const Study& study = space.study();
  if (nearest_point.empty())
    throw StudyError(study.file, {}, "search",
                     fmt::format("none of {} candidates at random can be played, the last because: {}; expected other "
                                 "ranges",
                                 tries, last.why));
  std::string values;
  for (const auto& [path, value] : space.values(nearest_point))
    values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", path,
                          value.number() ? fmt::format("{:.3g}", *value.number()) : to_text(value));
  throw StudyError::at(*study.search.find("subject_to"), study.file, "search.subject_to",
                       fmt::format("met by none of {} candidates at random; the nearest, with {}, {} (by {:.3g} in "
                                   "all); expected other constraints or wider ranges",
                                   tries, values, nearest.why, nearest.excess));
}

std::int64_t horizon_of(const SearchSpace& space, const Catalogue& catalogue) {
  if (!space.study().horizons.empty()) return space.study().horizons.front();
  constexpr std::int64_t tries = 1000;
  for (std::int64_t k = 0;; ++k) {
    const Point point = random_point(space.dimensions(), 0, k);
    try {
      return make_plan(space.with({{.label = "1", .point = &point}}), catalogue).cells.front().problem().horizon;
    } catch (const StudyError&) {
      if (k == tries) throw;
    }
  }
}

}  // namespace regretta
