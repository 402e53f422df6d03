#pragma once
/// A plugin as a study specifies it, and the measures of a study as quantities of its trials.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/plugin/value.hpp"
#include "regretta/engine/study/text/study_error.hpp"
#include "regretta/engine/trial/round/quantity_list.hpp"

namespace regretta {

/// Number of consecutive trials that play one instance: two packs. The trials of a pack share their means.
inline constexpr std::int64_t trials_in_a_row = 16;

/// The largest `first_trial` of a study, a multiple of trials_in_a_row. Trials from this number on are fresh, because
/// no other study plays so many trials.
inline constexpr std::int64_t max_first_trial = std::int64_t{1} << 30;

/// One [[learner]], [[environment]] or [[measure]].
struct PluginSpec {
  std::string kind;
  std::string name{};     ///< display name; `kind` if the study gives none
  Settings settings{};    ///< without `kind` and `name`; whether a list is a value or a sweep depends on the parameter
  Settings defaults{};    ///< defaults that the catalogue must have for parameters without a setting; may be empty
  Settings shown{};       ///< how tables show a measure, as in the catalogue
  Location where{};       ///< location of the header
  Location kind_where{};  ///< location of `kind`
};

inline constexpr std::string_view measure_section = "measure";

/// The name of the quantity if the study gives none: "dynamic_regret" for "dynamic-regret".
std::string measure_name(std::string kind);

/// How tables show a measure, as PluginSpec::shown.
Settings shown_settings(const MeasureInfo& info);

/// The quantities that trials of a study with these measures report. `file` is for messages. Throws StudyError for
/// names that are not allowed or not unique, and for too many measures.
QuantityList measured_quantities(const std::vector<PluginSpec>& measures, const std::string& file);

}  // namespace regretta
