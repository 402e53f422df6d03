#include "regretta/tools/figures/drawing.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fmt/format.h>

#include "regretta/tools/figures/cairo_pen.hpp"
#include "regretta/tools/figures/figure_layout.hpp"
#include "regretta/tools/figures/pgf_pen.hpp"

namespace regretta {
namespace {

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

/// Draws nothing, and measures text.
CairoPen ruler(const Paper& paper) {
  const Surface nothing(cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nullptr), &cairo_surface_destroy);
  return {nothing.get(), paper.font, paper.font_size};
}

/// Otherwise a figure could not be read on a dark page.
void paint_white(CairoPen& pen, double width, double height) {
  pen.colour({1, 1, 1}, 1);
  pen.fill({{0, 0}, {width, 0}, {width, height}, {0, height}});
}

enum class Ground { none, white };

/// make(text, width, height) returns a surface that appends its output to the text.
template <class Make>
std::string drawn(const Figure& figure, const Paper& paper, Ground ground, const Make& make) {
  CairoPen measuring = ruler(paper);
  FigureLayout layout(figure, paper);
  const double height = layout.measure(measuring);
  std::string text;
  const Surface surface = make(&text, paper.width, height);
  CairoPen pen(surface.get(), paper.font, paper.font_size);
  if (ground == Ground::white) paint_white(pen, paper.width, height);
  layout.draw(pen);
  pen.finish();
  cairo_surface_finish(surface.get());
  return text;
}

/// For a comment that ends with the line.
std::string in_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text;
}

}  // namespace

std::string figure_svg(const Figure& figure, const Paper& paper) {
  return drawn(figure, paper, Ground::white, [](std::string* text, double width, double height) {
    return Surface(cairo_svg_surface_create_for_stream(append, text, width, height), &cairo_surface_destroy);
  });
}

std::string figure_pdf(const Figure& figure, const Paper& paper, const std::string& subject) {
  return drawn(figure, paper, Ground::none, [&](std::string* text, double width, double height) {
    Surface surface(cairo_pdf_surface_create_for_stream(append, text, width, height), &cairo_surface_destroy);
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_5);
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, figure.name.c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_SUBJECT, subject.c_str());
    // Otherwise Cairo writes the current time.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    return surface;
  });
}

std::string figure_png(const Figure& figure, const Paper& paper) {
  CairoPen measuring = ruler(paper);
  FigureLayout layout(figure, paper);
  const double height = layout.measure(measuring);
  const double factor = paper.resolution / 72;
  const auto pixels = [&](double points) { return static_cast<int>(std::ceil(points * factor - 1e-6)); };
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(paper.width), pixels(height)),
                        &cairo_surface_destroy);
  CairoPen pen(surface.get(), paper.font, paper.font_size);
  pen.enlarge(factor);
  paint_white(pen, paper.width + 1, height + 1);  // the last row of pixels may be covered in part
  layout.draw(pen);
  pen.finish();
  std::string text;
  if (const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), append, &text);
      status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(fmt::format("figure: {}", cairo_status_to_string(status)));
  return text;
}

std::string figure_pgf(const Figure& figure, const Paper& paper, const std::string& subject) {
  CairoPen measuring = ruler(paper);
  FigureLayout layout(figure, paper);
  const double height = layout.measure(measuring);
  PgfPen pen(measuring, paper.width, height, paper.font_size);
  layout.draw(pen);
  return fmt::format("% {}: {}\n% In the preamble: \\usepackage{{pgf}}. The text is in the document's font.\n",
                     figure.name, in_one_line(subject)) +
         pen.picture();
}

}  // namespace regretta
