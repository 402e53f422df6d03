#include "regretta/tools/figures/cairo_pen.hpp"

#include <numbers>
#include <stdexcept>

#include <fmt/format.h>

namespace regretta {

CairoPen::CairoPen(cairo_surface_t* surface, const std::string& font, double font_size)
    : cairo_(cairo_create(surface), &cairo_destroy), font_(font), font_size_(font_size) {
  // Font options of a screen must not affect the layout.
  const std::unique_ptr<cairo_font_options_t, decltype(&cairo_font_options_destroy)> options(
      cairo_font_options_create(), &cairo_font_options_destroy);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cairo_.get(), options.get());
  cairo_set_line_join(cairo_.get(), CAIRO_LINE_JOIN_ROUND);
}

void CairoPen::colour(const Colour& colour, double opacity) {
  cairo_set_source_rgba(cairo_.get(), colour.red, colour.green, colour.blue, opacity);
}

void CairoPen::trace(const std::vector<PaperPoint>& path, bool closed) {
  cairo_new_path(cairo_.get());
  for (const PaperPoint& place : path) cairo_line_to(cairo_.get(), place.x, place.y);
  if (closed) cairo_close_path(cairo_.get());
}

void CairoPen::stroke(const std::vector<PaperPoint>& path, double width, const std::vector<double>& dash, bool closed) {
  trace(path, closed);
  cairo_set_line_width(cairo_.get(), width);
  cairo_set_dash(cairo_.get(), dash.data(), static_cast<int>(dash.size()), 0);
  cairo_stroke(cairo_.get());
}

void CairoPen::fill(const std::vector<PaperPoint>& outline) {
  trace(outline, true);
  cairo_fill(cairo_.get());
}

double CairoPen::set_font(const TextRun& run, double scale) {
  const bool is_italic = run.script == Script::symbol || run.script == Script::subscript;
  const bool is_small = run.script == Script::subscript || run.script == Script::exponent;
  cairo_select_font_face(cairo_.get(), font_.c_str(), is_italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                         CAIRO_FONT_WEIGHT_NORMAL);
  const double size = font_size_ * scale;
  cairo_set_font_size(cairo_.get(), is_small ? 0.75 * size : size);
  return run.script == Script::exponent ? 0.35 * size : run.script == Script::subscript ? -0.2 * size : 0;
}

double CairoPen::text_width(const RichText& text, double scale) {
  double width = 0;
  for (const TextRun& run : text.runs()) {
    set_font(run, scale);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_.get(), run.text.c_str(), &extents);
    width += extents.x_advance;
  }
  return width;
}

void CairoPen::text(const RichText& text, PaperPoint at, Hold hold, double scale) {
  const double width = text_width(text, scale);
  double x = at.x - (hold == Hold::left ? 0 : hold == Hold::right ? width : width / 2);
  for (const TextRun& run : text.runs()) {
    const double above = set_font(run, scale);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_.get(), run.text.c_str(), &extents);
    cairo_move_to(cairo_.get(), x, at.y - above);
    cairo_show_text(cairo_.get(), run.text.c_str());
    x += extents.x_advance;
  }
}

void CairoPen::clip(PaperPoint corner, double width, double height) {
  cairo_save(cairo_.get());
  cairo_rectangle(cairo_.get(), corner.x, corner.y, width, height);
  cairo_clip(cairo_.get());
}

void CairoPen::turn_upwards(PaperPoint origin) {
  cairo_save(cairo_.get());
  cairo_translate(cairo_.get(), origin.x, origin.y);
  cairo_rotate(cairo_.get(), -std::numbers::pi / 2);
}

void CairoPen::restore() { cairo_restore(cairo_.get()); }

void CairoPen::enlarge(double factor) { cairo_scale(cairo_.get(), factor, factor); }

void CairoPen::finish() {
  cairo_show_page(cairo_.get());
  if (const cairo_status_t status = cairo_status(cairo_.get()); status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(fmt::format("figure: {}", cairo_status_to_string(status)));
}

}  // namespace regretta
