#pragma once
/// The part of Cairo that figures need. Used by frame.hpp and drawing.hpp.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <cairo.h>

namespace regretta {

struct Colour {
  double red = 0, green = 0, blue = 0;
};

struct PaperPoint {
  double x = 0, y = 0;  ///< points, from the upper left corner
};

/// The anchor of a text: its left end, middle or right end.
enum class Hold { left, middle, right };

/// Draws on one surface. Finishing throws std::runtime_error if Cairo reported an error.
class Pen {
 public:
  Pen(cairo_surface_t* surface, const std::string& font, double font_size);

  void colour(const Colour& colour, double opacity = 1);
  /// dash: lengths of strokes and gaps; empty: a solid line.
  void stroke(const std::vector<PaperPoint>& path, double width, const std::vector<double>& dash = {},
              bool closed = false);
  void fill(const std::vector<PaperPoint>& outline);
  void text(const std::string& text, PaperPoint at, Hold hold, double scale = 1);
  double text_width(const std::string& text, double scale = 1);

  void clip(PaperPoint corner, double width, double height);  ///< until unclip()
  void unclip();
  void turn_upwards(PaperPoint origin);  ///< until turn_back(), the origin is {0, 0} and text runs up the paper
  void turn_back();
  void finish();

 private:
  void trace(const std::vector<PaperPoint>& path, bool closed);

  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo_;
  double font_size_;
};

}  // namespace regretta
