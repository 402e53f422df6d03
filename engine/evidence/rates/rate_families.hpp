#pragma once
/// The cells of a study arranged for rates.

#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/trial_values.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// One cell, with its trials.
struct RateCell {
  const CellLabel* label = nullptr;
  std::string budget;     ///< the settings that say how much corruption there is, as JSON text; "" if there are none
  double corruption = 0;  ///< these three: means over trials; NaN if no trial has one
  double rho = 0;
  double rho_pure = 0;
  double log_term = 0;  ///< L = ln(T K m / delta)
  TrialValues values;   ///< of the quantities asked for
  bool is_clean() const { return corruption == 0; }
};

/// Cells of one learner in one environment: all that differs is horizon and budget. By horizon, then C.
using RateFamily = std::vector<RateCell>;

/// Whether a setting says how much corruption there is: "corruption.budget", "corruption.budget_fraction".
bool is_budget(const std::string& setting);

/// In order of their first cells. Throws StudyFileError as StudyReader does.
std::vector<RateFamily> rate_families(const StudyReader& study, const std::vector<Quantity>& quantities);

}  // namespace regretta
