#pragma once
/// Colours, dashes and markers that distinguish learners, also in black and white. Used by frame.hpp and drawing.hpp.

#include <string>
#include <vector>

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/pen.hpp"

namespace regretta {

namespace ink {
inline constexpr Colour black = {0.1, 0.1, 0.1};
inline constexpr Colour grey = {0.45, 0.45, 0.45};
inline constexpr Colour pale = {0.88, 0.88, 0.88};
}  // namespace ink

/// Of a page. Each colour has a contrast of 3 : 1 or more with white and with a dark page.
enum class Theme { light, dark };
Colour colour_of(const LineStyle& style, Theme theme = Theme::light);
std::string hex_text(const Colour& colour);  ///< "#0072b2"
/// The same hue, dark enough for text on white.
Colour text_colour_of(const LineStyle& style);
double width_of(const Series& series);
/// Dashes change after every eight learners.
std::vector<double> dash_of(const LineStyle& style);
std::vector<double> dash_of(const Series& series);
/// The corners of the marker of the learner at this place, around `middle`: a disc, square, triangle, diamond, triangle
/// on its tip or star, in turn.
inline constexpr std::size_t num_markers = 6;
inline constexpr double dot_scale = 0.4;  ///< of a marker: Mark::dots
std::vector<PaperPoint> marker(std::size_t place, PaperPoint middle, double scale = 1);

/// Whether curves in this style have markers: not those of candidates, nor of the many in grey that are no reference
/// lines.
inline bool has_markers(const LineStyle& style) {
  return style.place < first_other_place && (!style.is_grey || style.is_reference);
}

}  // namespace regretta
