#pragma once
/// The cells that are held against each other, with their trials. Used by comparison.hpp, ranking.hpp,
/// worst_case.hpp and reports.

#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"

namespace regretta {

/// Cells with equal keys have the same noise: kind, name and swept parameters of the environment, horizon.
using SettingKey = std::tuple<std::string, std::string, std::vector<std::string>, std::int64_t>;
SettingKey setting_of(const Results& study, const CellLabel& cell);

/// At how many numbers of trials a stop rule may have ended a setting; 1 without a rule. Claims of a family with so
/// many times the lines hold wherever it did.
double looks_of(const Results& study);

struct Contest {
  std::vector<TrialValues> values;             ///< quantities x cells x trials
  std::vector<std::vector<Interval>> reaches;  ///< quantities x cells
};

/// Reads them; instead of each quantity the one whose mean estimates its mean (results.hpp).
Contest contest_of(const Results& study, const std::vector<const CellLabel*>& cells,
                   const std::vector<Quantity>& quantities);

/// Visits the contests of all groups, a few consecutive ones at a time, with the index of the first of them: as many as
/// take `most_bytes`, or one. So memory grows with what is compared at one time, not with the study.
void visit_contests(const Results& study, const std::vector<std::vector<const CellLabel*>>& groups,
                    const std::vector<Quantity>& quantities,
                    const std::function<void(std::size_t first, const std::vector<Contest>&)>& visit,
                    std::size_t most_bytes = std::size_t{1} << 26);

/// The cells that have the same noise; settings are in the order of their first cells.
std::vector<std::vector<const CellLabel*>> cells_by_setting(const Results& study);

/// Whether a trial of one of the cells, which are of one setting, can violate a constraint.
bool can_be_violated(const Results& study, const std::vector<const CellLabel*>& cells);

}  // namespace regretta
