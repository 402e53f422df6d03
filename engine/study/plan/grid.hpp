#pragma once
/// From the plugins that a study names to the settings that its cells use.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/text/axis.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// One [[learner]] or [[environment]], checked against its catalogue entry.
struct ResolvedPlugin {
  std::string section;         ///< "learner" or "environment"
  PluginSpec spec;             ///< overrides applied
  std::vector<Axis> axes;      ///< of the parameters that the study sets, in the catalogue's order
  std::vector<Axis> defaults;  ///< of the others, where a default exists: one value each

  /// The axis of a parameter, whether set or default; null if there is neither.
  const Axis* axis(const std::string& name) const;
};

/// Every plugin of one section; throws StudyError for unknown kinds and keys, wrong types and overrides that fit
/// nothing.
std::vector<ResolvedPlugin> resolve_learners(const Study& study, const Catalogue& catalogue);
std::vector<ResolvedPlugin> resolve_environments(const Study& study, const Catalogue& catalogue);

/// Points of the plugin's own grid; stops counting above `limit`.
std::int64_t count_points(const ResolvedPlugin& plugin, std::int64_t limit);

/// All points, the first axis slowest. Axes stand in the catalogue's order, so the order of keys in the file is free.
std::vector<Settings> expand_points(const ResolvedPlugin& plugin);

/// A point with the defaults of what it leaves out, as text: equal for equal settings.
std::string fingerprint(const ResolvedPlugin& plugin, const Settings& point);

/// "learner.beta" for every parameter that the study sweeps, or that tells two plugins of one label apart (`label`:
/// what exports call them); in the order of plugins, then parameters.
std::vector<std::string> swept_parameters(const std::vector<ResolvedPlugin>& plugins,
                                          const std::string& (*label)(const ResolvedPlugin&));

/// An InputError of this plugin, at the line of the setting to blame, else of the plugin.
StudyError blame(const Study& study, const ResolvedPlugin& plugin, const std::string& key, const std::string& message);

}  // namespace regretta
