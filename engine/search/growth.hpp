#pragma once
/// How what a search has found grows with the horizon: its simplest form as a family, in which nothing changes but T
/// and what is said in units of T, beside the same without corruption.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regretta/engine/evidence/rates/rate_line.hpp"
#include "regretta/engine/search/candidate_values.hpp"
#include "regretta/engine/search/outcome.hpp"

namespace regretta {

/// Slander is seen through confidence intervals of this width only; before, there is nothing that could grow.
inline constexpr double narrow_width = 0.5;
/// Horizons with narrow widths from which an exponent is said.
inline constexpr std::int64_t least_horizons = 3;

struct GrowthPoint {
  std::int64_t horizon = 0;
  double width =
      not_a_number;  ///< the widest confidence interval after the exploration; NaN: there is none, or unknown
  FoundMean clean{}, corrupted{}, added{};  ///< on the same fresh trials; the intervals of a table hold together
  bool counts() const { return !(width >= narrow_width); }
};

struct FoundGrowth {
  Quantity quantity = Quantity::regret;
  std::vector<GrowthPoint> points;  ///< by horizon
  Estimate exponent{};              ///< of what corruption adds, over the points that count; NaN if they are too few
};

/// What was found (found_study) at these horizons, its budgets swept over 0 and themselves, on fresh trials. Throws
/// StudyError if it has no budget of corruption.
Study growth_study(const SearchSpace& space, const SearchRules& rules, const SearchOutcome& outcome,
                   const Catalogue& catalogue);

/// Regret and violation of a finished growth study.
std::vector<FoundGrowth> growth_of(const Results& study, const Catalogue& catalogue, double alpha);

/// The width when x_t first is on several arms, of a trial that is played until then; NaN if it is so from the first
/// round, in the first half of no trial, or if the learner shows no width.
double width_after_exploration(const Cell& cell);

}  // namespace regretta
