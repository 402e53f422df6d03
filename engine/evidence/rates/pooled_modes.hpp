#pragma once
/// What a trial of each cell of a line may be like if a rare mode of one cell exists in all of them. Used by
/// rate_line.hpp.
///
/// Where a learner locks in with a small probability, chance decides in which cells of a line this is seen. The means
/// of the others then look exact, and a test that looks at the observed trials alone takes the difference for growth.

#include <vector>

#include <Eigen/Core>

#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

/// Empty unless a value is farther than 15 robust standard deviations from its cell's median. Else one range per cell,
/// within its reach, which on either side is as wide as any cell's values are: relative to the size of the cell's mean,
/// or to the distance from its median to the end of its reach, whichever is wider. `trials`: trials x cells; finite,
/// one row at least.
std::vector<Interval> pooled_modes(const Eigen::MatrixXd& trials, const std::vector<Interval>& reaches);

}  // namespace regretta
