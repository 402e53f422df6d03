#pragma once
/// Finds a mode that only a few trials have, such as those in which a learner has locked in to a wrong strategy.

#include <cstdint>
#include <optional>
#include <vector>

#include "regretta/engine/evidence/diagnosis/cell_scan.hpp"
#include "regretta/engine/evidence/statistics/interval.hpp"

namespace regretta {

struct RareMode {
  std::vector<std::int64_t> trials{};  ///< the farthest from the others first
  Interval share{};                    ///< 95% interval of Clopper and Pearson for the share of such trials
  double nearest = 0;                  ///< the one of them that is nearest to the others
  double others = 0;                   ///< the one of the others that is nearest to it
  double mean = 0;                     ///< of all trials
  double mean_of_others = 0;
};

/// At most a tenth of the values, all above or all below the others, whose mean is at least 8 standard deviations of
/// the others away from theirs, behind a gap of 2 or more. Empty if there is none, and for fewer than 20 values.
std::optional<RareMode> rare_mode(const TrialSeries& series);

/// Where the trials of a learner show a rare mode, in violation or expected regret.
enum class ModeSeen { nowhere, elsewhere, here };

/// One entry per cell of the study. `elsewhere`: in another cell of the same learner, and not in this one. Reads all
/// trials.
std::vector<ModeSeen> rare_modes(const Results& study);

}  // namespace regretta
