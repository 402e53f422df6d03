#pragma once
/// The measures of a study as quantities of its trials.

#include <string>
#include <string_view>
#include <vector>

#include "regretta/engine/study/text/plugin_spec.hpp"
#include "regretta/engine/trial/round/quantity_list.hpp"

namespace regretta {

inline constexpr std::string_view measure_section = "measure";

/// The name of the quantity if the study gives none: "dynamic_regret" for "dynamic-regret".
std::string measure_name(std::string kind);

/// How tables show a measure, as PluginSpec::shown.
Settings shown_settings(const MeasureInfo& info);

/// What the trials of a study with these measures report, as far as `shown` says. `file` is for messages. Throws
/// StudyError for names that are not allowed or given twice, and for too many measures.
QuantityList measured_quantities(const std::vector<PluginSpec>& measures, const std::string& file);

}  // namespace regretta
