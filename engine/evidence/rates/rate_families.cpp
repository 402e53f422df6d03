#include "regretta/engine/evidence/rates/rate_families.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/groups.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/roles.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

std::vector<RateFamily> rate_families(const Results& study, const Catalogue& catalogue) {
  const double delta = study.study().delta;
  const std::vector<bool> is_budget = swept_with(Role::corruption_budget, study, catalogue);
  const auto cell_of = [&](const CellLabel& label) {
    RateCell cell;
    cell.label = &label;
    for (std::size_t k = 0; k < label.swept.size(); ++k)
      if (is_budget[k] && label.swept[k].has_value())
        cell.budget += study.swept()[k] + " = " + to_text(label.swept[k]) + "\n";
    cell.log_term = std::log(static_cast<double>(label.horizon) * static_cast<double>(label.arms) *
                             static_cast<double>(label.constraints) / delta);
    TrialValues facts = study.units(label, {Quantity::corruption, Quantity::rho, Quantity::rho_pure});
    for (double* mean : {&cell.rho_pure, &cell.rho, &cell.corruption}) {
      *mean = summarise(std::move(facts.back())).mean;
      facts.pop_back();
    }
    return cell;
  };
  const auto without_budget = [&](const CellLabel& label) {
    std::vector<std::string> others;
    for (std::size_t k = 0; k < label.swept.size(); ++k)
      if (!is_budget[k]) others.push_back(to_text(label.swept[k]));
    return std::tuple(label.learner, label.learner_name, label.environment_kind, label.environment, std::move(others));
  };
  std::vector<RateFamily> families;
  for (const auto& labels : groups_by(study.cells(), without_budget)) {
    RateFamily& family = families.emplace_back();
    for (const CellLabel* label : labels) family.push_back(cell_of(*label));
    std::ranges::stable_sort(family, {}, [](const RateCell& cell) {
      return std::tuple(cell.label->horizon, std::isnan(cell.corruption) ? infinity : cell.corruption,
                        cell.label->cell);
    });
  }
  return families;
}

void read_trials(const Results& study, const std::vector<Quantity>& quantities, RateFamily& family) {
  for (RateCell& cell : family) cell.values = study.units(*cell.label, quantities);
}

void forget_trials(RateFamily& family) {
  for (RateCell& cell : family) cell.values = {};
}

}  // namespace regretta
