#pragma once
/// What figures are drawn with. Used by frame.hpp and drawing.hpp; cairo_pen.hpp and pgf_pen.hpp are pens.

#include <vector>

#include "regretta/tools/figures/rich_text.hpp"

namespace regretta {

struct Colour {
  double red = 0, green = 0, blue = 0;
};
/// As in style sheets: 0x0072b2.
constexpr Colour rgb(unsigned hex) { return {(hex >> 16) / 255.0, (hex >> 8 & 0xff) / 255.0, (hex & 0xff) / 255.0}; }

struct PaperPoint {
  double x = 0, y = 0;  ///< points, from the upper left corner
};

/// The anchor of a text: its left end, middle or right end.
enum class Hold { left, middle, right };

class Pen {
 public:
  virtual ~Pen() = default;

  virtual void colour(const Colour& colour, double opacity = 1) = 0;
  /// dash: lengths of strokes and gaps; empty: a solid line.
  virtual void stroke(const std::vector<PaperPoint>& path, double width, const std::vector<double>& dash = {},
                      bool closed = false) = 0;
  virtual void fill(const std::vector<PaperPoint>& outline) = 0;
  virtual void text(const RichText& text, PaperPoint at, Hold hold, double scale = 1) = 0;
  virtual double text_width(const RichText& text, double scale = 1) = 0;

  // Until restore().
  virtual void clip(PaperPoint corner, double width, double height) = 0;
  virtual void turn_upwards(PaperPoint origin) = 0;  ///< the origin is {0, 0}, text runs up the paper
  virtual void restore() = 0;
};

struct FittedText {
  RichText text;
  double scale = 1;
};

/// The text at `scale`; if that is wider than `room`, it is made smaller, and then truncated.
FittedText fitted_text(Pen& pen, const RichText& text, double room, double scale);

}  // namespace regretta
