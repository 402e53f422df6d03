#pragma once
/// The figures of the page, as JSON that draw.js draws. Used by report_page.hpp.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// "styles": label and look of each learner (figure_json.hpp), by its place; "figures": those kinds that are on the
/// page, each with the panels of all settings.
nlohmann::ordered_json figures_data(const Results& study, const Catalogue& catalogue,
                                    const std::vector<std::string>& highlight);

}  // namespace regretta
