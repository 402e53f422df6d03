#pragma once
/// The properties of a cell's trials that a diagnosis looks at.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// The finite values of one quantity.
struct TrialSeries {
  std::vector<std::int64_t> trials;  ///< the trial of each value
  std::vector<double> values;
};

struct CellScan {
  static constexpr std::size_t most_results = 64;
  const CellLabel* label = nullptr;
  std::int64_t seen = 0;    ///< trials in the file
  std::int64_t failed = 0;  ///< failed trials among them; all further counts are of trials that did not fail
  std::int64_t not_finite = 0;
  std::int64_t infeasible = 0;
  std::int64_t without_slater = 0;       ///< rho <= 0
  std::int64_t without_slater_pure = 0;  ///< rho_pure <= 0 < rho
  std::set<std::uint64_t> results;       ///< hashes of the different results, at most most_results of them
  std::optional<std::int64_t> first_failed;
  std::string first_failure;  ///< such as "round 13: strategy left the simplex"
  std::optional<std::int64_t> first_not_finite;
  TrialSeries violation;
  TrialSeries expected_regret;
};

/// Reads all trials of a cell. Throws StudyFileError as Results does.
CellScan scan_cell(const Results& study, const CellLabel& label);

/// The smallest confidence width that the learner can reach: xi in the last round with full feedback,
/// 4 confidence_scale sqrt(L / T). Empty for learners without a confidence scale.
std::optional<double> least_width(const Results& study, const CellLabel& label, const Catalogue& catalogue);

/// The trials that have the mode, the farthest from the others first.
std::vector<std::int64_t> trials_of(const RareMode& mode, const TrialSeries& series);

}  // namespace regretta
