#pragma once
/// Figures as JSON, which the page of the report and the Python package draw (FORMATS.md).

#include <string>

#include <nlohmann/json.hpp>

#include "regretta/tools/figures/figure.hpp"

namespace regretta {

/// How the learner looks: "colour", on white, "dark", on a dark page, "dash", "marker" (number: 0 disc, 1 square, 2
/// triangle, 3 diamond), "grey" if it is one of those without a hue.
nlohmann::ordered_json style_json(const LineStyle& style);

/// "title", "x", "y", "series". Numbers have `digits` digits, the ends of intervals three fewer; all of them if it is
/// 0.
nlohmann::ordered_json panel_json(const Panel& panel, int digits = 0);

/// The whole figure, with the styles of its learners by their places.
std::string figure_json(const Figure& figure);

}  // namespace regretta
