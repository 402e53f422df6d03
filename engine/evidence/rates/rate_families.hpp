#pragma once
/// Groups the cells of a study into families that differ only in horizon and corruption. Used by rates.hpp.

#include <string>
#include <vector>

#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// One cell; with its trials where they have been read.
struct RateCell {
  const CellLabel* label = nullptr;
  std::string budget;     ///< the swept settings that determine the amount of corruption, as text; "" if none
  double corruption = 0;  ///< C; like rho and rho_pure a mean over trials, NaN if no trial has a value
  double rho = 0;
  double rho_pure = 0;
  double log_term = 0;  ///< L = ln(T K m / delta)
  TrialValues values;   ///< of the requested quantities, between read_trials and forget_trials
  bool is_clean() const { return corruption == 0; }
};

/// Cells of one learner in one environment that differ only in horizon and budget. Ordered by horizon, then C.
using RateFamily = std::vector<RateCell>;

/// The families in order of their first cells, without their trials. `catalogue` tells which parameters are budgets.
/// Throws StudyFileError as StudyReader does.
std::vector<RateFamily> rate_families(const Results& study, const Catalogue& catalogue);

void read_trials(const Results& study, const std::vector<Quantity>& quantities, RateFamily& family);
void forget_trials(RateFamily& family);

}  // namespace regretta
