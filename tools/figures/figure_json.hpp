#pragma once
/// Figures as JSON, which the page of the report and the Python package draw (FORMATS.md).

#include <string>

#include <nlohmann/json.hpp>

#include "regretta/tools/figures/figure.hpp"

namespace regretta {

/// How the learner looks: "hue" (number), "order" (of an ordered palette), "grey" and "reference" if they hold.
nlohmann::ordered_json style_json(const LineStyle& style);

/// "title", "x", "y", "series". Numbers have `digits` digits, the ends of intervals three fewer; all of them if it is
/// 0.
nlohmann::ordered_json panel_json(const Panel& panel, int digits = 0);

/// The whole figure, with the styles of its learners by their places.
std::string figure_json(const Figure& figure);

}  // namespace regretta
