#pragma once
/// What a diagnosis looks at in the trials of one cell.

#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/file/study_reader.hpp"

namespace regretta {

/// One quantity, trial by trial.
struct TrialSeries {
  std::vector<std::int64_t> trials;
  std::vector<double> values;  ///< finite
};

struct CellScan {
  const CellLabel* label = nullptr;
  std::int64_t seen = 0;    ///< trials in the file; the other counts are of these
  std::int64_t failed = 0;  ///< the rest of them is of those that did not
  std::int64_t not_finite = 0;
  std::int64_t infeasible = 0;
  std::int64_t without_slater = 0;       ///< rho <= 0
  std::int64_t without_slater_pure = 0;  ///< rho_pure <= 0 < rho
  std::int64_t with_empty_rounds = 0;
  double most_empty_rounds = 0;  ///< of one trial
  std::optional<std::int64_t> first_failed;
  std::string first_failure;  ///< "round 13: strategy left the simplex"
  std::optional<std::int64_t> first_not_finite;
  TrialSeries violation;
  TrialSeries expected_regret;
  std::vector<double> mean_violation;  ///< by checkpoint, over trials that have a curve; NaN for none
};

CellScan scan_cell(const StudyReader& study, const CellLabel& label);

/// xi at the last round where every round tells of every arm: 4 confidence_scale sqrt(L / T), the least that a learner
/// with such a setting can have. Empty for other learners.
std::optional<double> least_width(const StudyReader& study, const CellLabel& label, const Catalogue& catalogue);

/// Share of the sum of squares about the mean that is carried by the `most` values farthest from it, and which trials
/// they are; 0 where all values are the same.
struct Tail {
  double share = 0;
  std::vector<std::int64_t> trials;  ///< the farthest first
};
Tail tail_of(const TrialSeries& series, std::size_t most);

/// The tail of one trial in 20, where that carries more than two thirds of the sum of squares; empty for fewer than 20
/// trials. A normal population's carries about 0.28, an exponential's 0.5.
std::optional<Tail> heavy_tail(const TrialSeries& series);

/// Of log mean violation against log t, between the last checkpoint at T / 4 or before and T; NaN if there is none
/// with a violation.
double last_slope(const CellScan& cell);

}  // namespace regretta
