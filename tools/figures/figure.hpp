#pragma once
/// A figure before it is drawn: one pair of axes and what lies between them.

#include <cstddef>
#include <string>
#include <vector>

namespace regretta {

enum class ScaleKind {
  linear,
  logarithmic,  ///< for positive numbers
  asinh         ///< logarithmic above 1 in size, on both sides of 0
};

struct Axis2D {
  std::string label;
  ScaleKind scale = ScaleKind::linear;
  bool from_zero = false;  ///< 0 is to be seen, where the scale has it
};

enum class Mark {
  curve,    ///< a line through the points, with a band from low to high
  points,   ///< markers with error bars from low to high, joined
  steps,    ///< a staircase: y holds from its x to the next
  outline,  ///< a closed line, filled faintly: belongs to the series of the same look, and is in no legend
  bound,    ///< a dash-dotted line in the colour of its look; all bounds share an entry of the legend
  guide     ///< a thin grey line, in no learner's colour
};
std::string_view mark_text(Mark mark);

/// low and high are NaN where there is no interval.
struct DrawnPoint {
  double x = 0, y = 0, low = 0, high = 0;
};

struct Series {
  std::string label;
  Mark mark = Mark::curve;
  std::size_t look = 0;  ///< decides colour, dash and marker: of a learner, the same in every figure of a study
  std::vector<DrawnPoint> points;
};

struct Figure {
  std::string name;     ///< for its files: ASCII letters, digits, - and _
  std::string caption;  ///< what a reader has to know beside the labels
  Axis2D x, y;
  std::vector<Series> series;
};

/// Everything that is drawn, exactly: series, mark, x, y, low, high (RFC 4180).
std::string figure_csv(const Figure& figure);

}  // namespace regretta
