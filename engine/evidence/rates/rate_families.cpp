#include "regretta/engine/evidence/rates/rate_families.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <tuple>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/study/file/stored_json.hpp"

namespace regretta {
namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string, std::string, std::string>;

/// Takes the budget out of the settings of an environment.
nlohmann::json take_budget(nlohmann::json& settings) {
  auto budget = nlohmann::json::object();
  for (auto entry = settings.begin(); entry != settings.end();) {
    if (!is_budget(entry.key())) {
      ++entry;
      continue;
    }
    budget[entry.key()] = entry.value();
    entry = settings.erase(entry);
  }
  return budget;
}

}  // namespace

bool is_budget(const std::string& setting) { return setting.substr(setting.rfind('.') + 1).starts_with("budget"); }

std::vector<RateFamily> rate_families(const StudyReader& study, const std::vector<Quantity>& quantities) {
  std::vector<Quantity> wanted = quantities;
  wanted.insert(wanted.end(), {Quantity::corruption, Quantity::rho, Quantity::rho_pure});
  const double delta = std::strtod(study.value("delta").c_str(), nullptr);
  std::vector<RateFamily> families;
  std::map<Key, std::size_t> places;
  for (const CellLabel& label : study.cells()) {
    const StoredSettings settings = stored_settings(study, label);
    auto environment = stored_json(study.database().file(), "list of cells", settings.environment);
    RateCell cell;
    cell.label = &label;
    if (const auto budget = take_budget(environment); !budget.empty()) cell.budget = budget.dump();
    cell.log_term = std::log(static_cast<double>(label.horizon) * static_cast<double>(label.arms) *
                             static_cast<double>(label.constraints) / delta);
    cell.values = trial_values(study, label, wanted);
    for (double* mean : {&cell.rho_pure, &cell.rho, &cell.corruption}) {
      *mean = summarise(std::move(cell.values.back())).mean;
      cell.values.pop_back();
    }
    const Key key = {label.learner,          label.learner_name, settings.learner,
                     label.environment_kind, label.environment,  environment.dump()};
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
