#pragma once
/// A figure before it is drawn: one pair of axes and what lies between them. Made by figure_families.hpp, drawn by
/// drawing.hpp.

#include <cstddef>
#include <string>
#include <vector>

namespace regretta {

enum class ScaleKind {
  linear,
  logarithmic,  ///< for positive numbers
  asinh         ///< logarithmic for |x| above 1, on both sides of 0
};

struct Axis2D {
  std::string label;
  ScaleKind scale = ScaleKind::linear;
  bool from_zero = false;  ///< whether the axis must include 0, if its scale can
};

enum class Mark {
  curve,    ///< a line through the points, with a band from low to high
  points,   ///< markers with error bars from low to high, joined
  steps,    ///< a staircase: y holds from its x to the next
  outline,  ///< a closed line with a light fill; belongs to the series of the same style and is not in the legend
  bound,    ///< a dash-dotted line in the colour of its style; all bounds share one legend entry
  guide     ///< a thin grey line, not in a learner's colour
};
std::string_view mark_text(Mark mark);

/// low and high are NaN if there is no interval.
struct DrawnPoint {
  double x = 0, y = 0, low = 0, high = 0;
  std::string label{};  ///< beside the point, where there is room
};

struct Series {
  std::string label;
  Mark mark = Mark::curve;
  std::size_t style = 0;  ///< determines colour, dash and marker: the same for a learner in every figure of a study
  std::vector<DrawnPoint> points;
  bool directed = false;  ///< the line has arrows from each point to the next
};

struct Figure {
  std::string name;     ///< for file names: ASCII letters, digits, - and _
  std::string title;    ///< above the plot; may be empty
  std::string caption;  ///< what a reader must know besides the labels
  Axis2D x, y;
  std::vector<Series> series;
  std::string note;  ///< at the end of the legend; may be empty
};

/// Everything that is drawn, exactly, with the columns series, mark, x, y, low, high, label (RFC 4180).
std::string figure_csv(const Figure& figure);

}  // namespace regretta
