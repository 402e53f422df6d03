#pragma once
/// The parts of the page's data that need the trials of all cells: tails, profiles, and the trials themselves.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// [x, share of `values` above x, low, high] at few values, closer together at the largest ones, and below the least;
/// NaN is left out. Intervals: Clopper and Pearson, 95% each.
nlohmann::ordered_json tail_data(std::vector<double> values);

/// One entry for each horizon and quantity with two settings or more: horizon, quantity, settings, and for each learner
/// that plays in all of them a cell and its points [difference from the best, share, low, high] (gap_profile.hpp).
nlohmann::ordered_json profiles_data(const Results& study);

/// The table `trials` of regretta export, as CSV.
std::string trials_csv(const Results& study);

}  // namespace regretta
