#include "regretta/engine/evidence/rates/rate_families.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/roles.hpp"
#include "regretta/engine/evidence/tables/stored_reach.hpp"

namespace regretta {
namespace {

/// Learner and environment, with their swept parameters except for the budget.
using Key = std::tuple<std::string, std::string, std::string, std::string, std::vector<std::string>>;

}  // namespace

std::vector<RateFamily> rate_families(const StudyReader& study, const Catalogue& catalogue,
                                      const std::vector<Quantity>& quantities) {
  std::vector<Quantity> wanted = quantities;
  wanted.insert(wanted.end(), {Quantity::corruption, Quantity::rho, Quantity::rho_pure});
  const double delta = study.study().delta;
  const std::vector<bool> is_budget = swept_with(Role::corruption_budget, study, catalogue);
  const StoredReach reach(study);
  std::vector<RateFamily> families;
  std::map<Key, std::size_t> places;
  for (const CellLabel& label : study.cells()) {
    RateCell cell;
    cell.label = &label;
    std::vector<std::string> others;
    for (std::size_t k = 0; k < label.swept.size(); ++k) {
      if (!is_budget[k]) {
        others.push_back(to_text(label.swept[k]));
      } else if (label.swept[k].has_value()) {
        cell.budget += study.swept()[k] + " = " + to_text(label.swept[k]) + "\n";
      }
    }
    cell.log_term = std::log(static_cast<double>(label.horizon) * static_cast<double>(label.arms) *
                             static_cast<double>(label.constraints) / delta);
    cell.values = trial_values(study, label, wanted);
    for (const Quantity quantity : quantities) cell.reaches.push_back(reach.of(label, quantity));
    for (double* mean : {&cell.rho_pure, &cell.rho, &cell.corruption}) {
      *mean = summarise(std::move(cell.values.back())).mean;
      cell.values.pop_back();
    }
    const Key key = {label.learner, label.learner_name, label.environment_kind, label.environment, std::move(others)};
    const std::size_t place = places.emplace(key, families.size()).first->second;
    if (place == families.size()) families.emplace_back();
    families[place].push_back(std::move(cell));
  }
  for (RateFamily& family : families)
    std::ranges::stable_sort(family, {}, [](const RateCell& cell) {
      const double last = std::numeric_limits<double>::infinity();
      return std::tuple(cell.label->horizon, std::isnan(cell.corruption) ? last : cell.corruption, cell.label->cell);
    });
  return families;
}

}  // namespace regretta
