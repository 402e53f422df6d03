#pragma once
/// Cairo, as far as figures need it.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <cairo.h>

namespace regretta {

struct Colour {
  double red = 0, green = 0, blue = 0;
};

struct Place {
  double x = 0, y = 0;  ///< points, from the upper left corner
};

/// Where a text is held: its left end, middle or right end.
enum class Hold { left, middle, right };

/// Draws on one surface. Throws std::runtime_error, when it is finished, if Cairo could not.
class Pen {
 public:
  Pen(cairo_surface_t* surface, const std::string& font, double font_size);

  void colour(const Colour& colour, double opacity = 1);
  /// dash: lengths of strokes and gaps; empty: a solid line.
  void stroke(const std::vector<Place>& path, double width, const std::vector<double>& dash = {}, bool closed = false);
  void fill(const std::vector<Place>& outline);
  void text(const std::string& text, Place at, Hold hold, double scale = 1);
  double text_width(const std::string& text, double scale = 1);

  void clip(Place corner, double width, double height);  ///< until unclip()
  void unclip();
  void turn_upwards(Place origin);  ///< until turn_back() {0, 0} is there, and text goes up the paper
  void turn_back();
  void finish();

 private:
  void trace(const std::vector<Place>& path, bool closed);

  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo_;
  double font_size_;
};

}  // namespace regretta
