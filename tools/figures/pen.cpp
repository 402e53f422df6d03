#include "regretta/tools/figures/pen.hpp"

#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

namespace regretta {

Pen::Pen(cairo_surface_t* surface, const std::string& font, double font_size)
    : cairo_(cairo_create(surface), &cairo_destroy), font_size_(font_size) {
  cairo_select_font_face(cairo_.get(), font.c_str(), CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  // Font options of a screen must not affect the layout.
  const std::unique_ptr<cairo_font_options_t, decltype(&cairo_font_options_destroy)> options(
      cairo_font_options_create(), &cairo_font_options_destroy);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cairo_.get(), options.get());
  cairo_set_line_join(cairo_.get(), CAIRO_LINE_JOIN_ROUND);
}

void Pen::colour(const Colour& colour, double opacity) {
  cairo_set_source_rgba(cairo_.get(), colour.red, colour.green, colour.blue, opacity);
}

void Pen::trace(const std::vector<PaperPoint>& path, bool closed) {
  cairo_new_path(cairo_.get());
  for (const PaperPoint& place : path) cairo_line_to(cairo_.get(), place.x, place.y);
  if (closed) cairo_close_path(cairo_.get());
}

void Pen::stroke(const std::vector<PaperPoint>& path, double width, const std::vector<double>& dash, bool closed) {
  trace(path, closed);
  cairo_set_line_width(cairo_.get(), width);
  cairo_set_dash(cairo_.get(), dash.data(), static_cast<int>(dash.size()), 0);
  cairo_stroke(cairo_.get());
}

void Pen::fill(const std::vector<PaperPoint>& outline) {
  trace(outline, true);
  cairo_fill(cairo_.get());
}

double Pen::text_width(const std::string& text, double scale) {
  cairo_set_font_size(cairo_.get(), font_size_ * scale);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_.get(), text.c_str(), &extents);
  return extents.x_advance;
}

void Pen::text(const std::string& text, PaperPoint at, Hold hold, double scale) {
  const double width = text_width(text, scale);
  cairo_move_to(cairo_.get(), at.x - (hold == Hold::left ? 0 : hold == Hold::right ? width : width / 2), at.y);
  cairo_show_text(cairo_.get(), text.c_str());
}

void Pen::clip(PaperPoint corner, double width, double height) {
  cairo_save(cairo_.get());
  cairo_rectangle(cairo_.get(), corner.x, corner.y, width, height);
  cairo_clip(cairo_.get());
}

void Pen::unclip() { cairo_restore(cairo_.get()); }

void Pen::turn_upwards(PaperPoint origin) {
  cairo_save(cairo_.get());
  cairo_translate(cairo_.get(), origin.x, origin.y);
  cairo_rotate(cairo_.get(), -std::numbers::pi / 2);
}

void Pen::turn_back() { cairo_restore(cairo_.get()); }

void Pen::finish() {
  cairo_show_page(cairo_.get());
  if (const cairo_status_t status = cairo_status(cairo_.get()); status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(fmt::format("figure: {}", cairo_status_to_string(status)));
}

}  // namespace regretta
