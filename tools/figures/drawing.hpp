#pragma once
/// Figures on paper: the axes with everything between them, the legend below. By Cairo, so that SVG and PDF are the
/// same drawing with the same glyphs as outlines or as an embedded font.

#include <string>

#include "regretta/tools/figures/figure.hpp"

namespace regretta {

struct Paper {
  double width = 234;                    ///< points of 1/72 inch: one column of two
  double font_size = 8;                  ///< points
  std::string font = "Liberation Sans";  ///< of the machine's fonts: that decides about bytes, as does Cairo's version
};

/// Whole files, functions of their arguments: no time, no host.
std::string figure_svg(const Figure& figure, const Paper& paper);
/// `subject`: for the file's own description, such as the study's digest.
std::string figure_pdf(const Figure& figure, const Paper& paper, const std::string& subject);

}  // namespace regretta
