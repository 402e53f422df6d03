#pragma once
/// Draws a figure: the axes and everything between them, with the legend below. Uses Cairo, so that SVG and PDF are the
/// same drawing, with glyphs as outlines in SVG and as an embedded font in PDF.

#include <string>

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/paper.hpp"

namespace regretta {

/// The complete SVG file. Depends only on the arguments, not on the time or the host. Throws std::invalid_argument if
/// the paper leaves no room for the plot.
std::string figure_svg(const Figure& figure, const Paper& paper);
/// The complete PDF file. `subject`: for its metadata, such as the study's digest.
std::string figure_pdf(const Figure& figure, const Paper& paper, const std::string& subject);

}  // namespace regretta
