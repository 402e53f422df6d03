// Performance profiles: how often a learner is the best, or close to it, over all settings.

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/gap_profile.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// Cells of a panel whose trials are resampled although no band is drawn: the ends of bands are places of the
/// staircase.
constexpr std::size_t most_resampled = 1000;

/// The learners that play in every setting, in order of their first cells.
std::vector<const PlottedCell*> learners_of_all(const std::vector<Group>& settings) {
  std::vector<const PlottedCell*> everywhere;
  for (const PlottedCell* cell : settings.front())
    if (std::ranges::all_of(settings, [&](const Group& setting) {
          return std::ranges::find(setting, cell->learner, &PlottedCell::learner) != setting.end();
        }))
      everywhere.push_back(cell);
  return everywhere;
}

}  // namespace

FigureFamily profile_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "profile", "Share of settings in which a learner's mean ", quantity.words,
                      " exceeds that of the best learner there by at most x,"};
  if (!quantity.less_is_better) return {};
  family.members = members_of(source.largest, horizon_of);
  family.draw = [&source, &quantity](FamilyMember& member) {
    const Group& group = member.cells;
    const std::vector<Group> settings = groups_by(group, whole_setting);
    const std::vector<const PlottedCell*> learners = learners_of_all(settings);
    if (settings.size() < 2 || learners.size() < 2) return;
    const auto trials_of = [&](std::size_t k) {
      SettingTrials lists;
      for (const PlottedCell* learner : learners)
        lists.push_back(
            values_of(source, **std::ranges::find(settings[k], learner->learner, &PlottedCell::learner), quantity));
      return lists;
    };
    const bool banded = has_bands(source, learners.size());
    const bool resampled = banded || learners.size() * settings.size() <= most_resampled;
    const GapProfiles profiles =
        gap_profiles(settings.size(), trials_of, resampled ? std::optional<double>(0.95) : std::nullopt);
    if (profiles.settings < 2) return;
    member.panel.x = {.label = axis_text(quantity, 'T').add(" above the best", Script::plain),
                      .scale = ScaleKind::asinh,
                      .from_zero = true};
    member.panel.y = {.label = "Share of settings", .from_zero = true};
    for (std::size_t k = 0; k < learners.size(); ++k) {
      Series& series =
          member.panel.series.emplace_back(Series{learners[k]->learner, Mark::steps, learners[k]->style, {}});
      for (const ProfilePoint& point : profiles.learners[k])
        series.points.push_back(banded ? DrawnPoint{point.gap, point.share, point.low, point.high}
                                       : DrawnPoint{point.gap, point.share});
    }
    member.notes = {
        fmt::format("{}, over {}. Differences, because ratios mean nothing where {} can be 0 or negative.{}",
                    counted(profiles.settings, "setting"), trials_text(group), quantity.words,
                    banded ? " Bands: 95%, each x alone, by resampling the trials of each setting." : "")};
  };
  return family;
}

}  // namespace regretta
