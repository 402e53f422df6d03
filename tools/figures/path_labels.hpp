#pragma once
/// Arrows along the lines of a plot, and labels beside their points where there is room. Used by drawing.hpp.

#include <optional>
#include <vector>

#include "regretta/tools/figures/pen.hpp"

namespace regretta {

/// A head in the middle of every piece of the path that is long enough for one, in the colour of the pen.
void draw_arrows(Pen& pen, const std::vector<PaperPoint>& path);

/// Labels next to points. First the marks that labels must not hide, then the labels.
class PathLabels {
 public:
  /// The corners of the plot, which labels do not leave. `font_size`: of the labels.
  PathLabels(PaperPoint upper_left, PaperPoint lower_right, double font_size)
      : plot_{upper_left.x, upper_left.y, lower_right.x, lower_right.y}, font_size_(font_size) {}

  void avoid_point(PaperPoint point);
  void avoid_line(const std::vector<PaperPoint>& path);

  /// The lower left corner of a text of this width beside the point, over no other label or point and, if possible,
  /// over no line; nothing if there is no room.
  std::optional<PaperPoint> place(PaperPoint point, double width);

 private:
  struct Box {
    double left, top, right, bottom;
    bool overlaps(const Box& other) const;
    bool meets(const PaperPoint& from, const PaperPoint& to) const;
  };
  bool is_free(const Box& box, bool of_lines) const;

  Box plot_;
  double font_size_;
  std::vector<Box> taken_;
  std::vector<std::vector<PaperPoint>> lines_;
};

}  // namespace regretta
