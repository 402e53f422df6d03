#pragma once
/// Draws with Cairo: SVG, PDF and PNG. Used by drawing.hpp.

#include <memory>
#include <string>

#include <cairo.h>

#include "regretta/tools/figures/pen.hpp"

namespace regretta {

/// Draws on one surface.
class CairoPen final : public Pen {
 public:
  CairoPen(cairo_surface_t* surface, const std::string& font, double font_size);

  void colour(const Colour& colour, double opacity) override;
  void stroke(const std::vector<PaperPoint>& path, double width, const std::vector<double>& dash, bool closed) override;
  void fill(const std::vector<PaperPoint>& outline) override;
  void text(const RichText& text, PaperPoint at, Hold hold, double scale) override;
  double text_width(const RichText& text, double scale) override;
  void clip(PaperPoint corner, double width, double height) override;
  void turn_upwards(PaperPoint origin) override;
  void restore() override;

  void enlarge(double factor);  ///< all that follows
  void finish();                ///< throws std::runtime_error if Cairo reported an error

 private:
  void trace(const std::vector<PaperPoint>& path, bool closed);
  double set_font(const TextRun& run,
                  double scale);  ///< returns how far the run is above the line

  std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo_;
  std::string font_;
  double font_size_;
};

}  // namespace regretta
