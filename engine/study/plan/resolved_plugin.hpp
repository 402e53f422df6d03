#pragma once
/// The plugins of a study, checked against their catalogue entries, and their grids. Used by Grid.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/study/text/axis.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

/// One [[learner]], [[environment]] or [[measure]].
struct ResolvedPlugin {
  std::string section;                    ///< "learner", "environment" or "measure"
  PluginSpec spec;                        ///< the spec with overrides applied; keys of settings are names of parameters
  std::vector<ParameterInfo> parameters;  ///< parameters that the study may set
  std::vector<Axis> axes;                 ///< parameters that it sets, in the order of the catalogue
  std::vector<Axis> defaults;             ///< other parameters with a default: one value each

  /// The axis of a parameter, set or default; null if there is neither.
  const Axis* axis(const std::string& name) const;

  /// The plugin as in the canonical text: typed values, defaults included.
  PluginSpec canonical() const;
};

/// The study with its overrides applied. Keys of settings are names of parameters; ranges stay as written.
/// Throws StudyError for unknown kinds and keys, and overrides that match nothing.
Study with_overrides(const Study& study, const Catalogue& catalogue);

/// All plugins of one section. Throws StudyError for unknown kinds and keys, wrong types, defaults other than those the
/// study records, and overrides that match nothing.
std::vector<ResolvedPlugin> resolve_learners(const Study& study, const Catalogue& catalogue);
std::vector<ResolvedPlugin> resolve_environments(const Study& study, const Catalogue& catalogue);
/// The same for measures, which cannot be swept.
std::vector<ResolvedPlugin> resolve_measures(const Study& study, const Catalogue& catalogue);

/// The parameter of a measure that names an arm, or "all"; null if there is none.
const Axis* axis_of_arm(const ResolvedPlugin& measure);

/// Whether the arm of a measure is "all".
bool is_of_all_arms(const ResolvedPlugin& measure);

/// Replaces each measure of all arms by one measure per arm: NAME_1, NAME_2, ... Throws StudyError if there are too
/// many.
std::vector<ResolvedPlugin> expand_arms(const Study& study, std::vector<ResolvedPlugin> measures, int arms);

/// Number of points of the plugin's grid; limit + 1 if there are more than `limit`.
std::int64_t count_points(const ResolvedPlugin& plugin, std::int64_t limit);

/// All points of the grid, the last axis varying fastest. Axes are in the order of the catalogue, so the order of keys
/// in the study does not matter.
std::vector<Settings> expand_points(const ResolvedPlugin& plugin);

/// A point as text, with defaults for the parameters it leaves out. Equal for equal settings.
std::string settings_text(const ResolvedPlugin& plugin, const Settings& point);

/// The names, such as "learner.beta", of all parameters that are swept or that differ between two plugins of the same
/// label, in order of plugins, then parameters. `label` is the name of a plugin in exports.
std::vector<std::string> swept_parameters(const std::vector<ResolvedPlugin>& plugins, std::string PluginSpec::*label);

/// A StudyError at the line of the setting `key`, or at that of the plugin if it has no such setting.
StudyError error_at_setting(const Study& study, const ResolvedPlugin& plugin, const std::string& key,
                            const std::string& message);

}  // namespace regretta
