#pragma once
/// Profiles of learners over settings: in which share of the settings a learner is within x of the best one there.
/// Dolan and More (Math. Programming 91, 2002) take the ratio to the best, which needs positive values; regret and
/// violation may be 0 or negative, so this takes the difference. It is the same whatever is added to all learners of a
/// setting.

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace regretta {

/// The trials of one setting: one list per learner. Values in the same place are of the same trial; NaN: none.
using SettingTrials = std::vector<std::vector<double>>;

/// `share`: of the settings with a difference of at most `gap`. low and high are NaN without bands.
struct ProfilePoint {
  double gap = 0, share = 0;
  double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
};

struct GapProfiles {
  std::int64_t settings = 0;                        ///< with a trial that has a value of every learner
  std::vector<std::vector<ProfilePoint>> learners;  ///< each a staircase from 0 to the same last gap
};

/// The profiles of the learners' means over the trials in which all of them have a value. low and high: quantiles, at
/// each gap, of the profiles of resamples, in which the trials of each setting are drawn with replacement, together for
/// all learners; the settings are taken as given, so that the bands say nothing of others. Depends only on the
/// arguments.
/// level: of the bands, which take the memory of some hundred numbers for each learner in each setting; without it
/// there are none. trials_of(s): of setting s < settings; asked twice for each, and forgotten before the next.
GapProfiles gap_profiles(std::size_t settings, const std::function<SettingTrials(std::size_t)>& trials_of,
                         std::optional<double> level);

inline GapProfiles gap_profiles(const std::vector<SettingTrials>& settings, double level) {
  return gap_profiles(
      settings.size(), [&](std::size_t s) { return settings[s]; }, level);
}

}  // namespace regretta
