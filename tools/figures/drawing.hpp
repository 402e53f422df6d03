#pragma once
/// Figures as files. SVG, PDF and PNG are the same drawing by Cairo, with glyphs as outlines in SVG and as an embedded
/// font in PDF.

#include <string>

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/paper.hpp"

namespace regretta {

/// All functions return the complete file, which depends only on the arguments, not on the time or the host. They throw
/// std::invalid_argument if the paper leaves no room for the plot.

std::string figure_svg(const Figure& figure, const Paper& paper);
/// `subject`: for the metadata, such as the study's digest.
std::string figure_pdf(const Figure& figure, const Paper& paper, const std::string& subject);
/// With Paper::resolution, on white.
std::string figure_png(const Figure& figure, const Paper& paper);
/// For \input in a LaTeX document that uses the package pgf; text is in the document's font. `subject`: for a comment.
std::string figure_pgf(const Figure& figure, const Paper& paper, const std::string& subject);

}  // namespace regretta
