#include "regretta/tools/figures/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "regretta/tools/figures/frame.hpp"
#include "regretta/tools/figures/path_labels.hpp"
#include "regretta/tools/figures/pen.hpp"
#include "regretta/tools/figures/series_style.hpp"

namespace regretta {
namespace {

constexpr double line_sample = 18;  // length of a line in the legend

std::string legend_text(const Series& series) { return series.mark == Mark::bound ? "bound at T" : series.label; }

/// Draws one figure. Everything is measured first: the position of the plot depends on the width of its numbers.
class Drawing {
 public:
  Drawing(const Figure& figure, const Paper& paper) : figure_(figure), paper_(paper), frame_(figure, paper) {
    std::set<std::string> seen;
    for (const Series& series : figure.series)
      if (series.mark != Mark::outline && seen.insert(legend_text(series)).second) legend_.push_back(&series);
  }

  /// Computes the layout; returns the height of the paper. `pen` is only used to measure text.
  double measure(Pen& pen) {
    frame_.measure(pen);
    const double em = paper_.font_size;
    double end = place_entries(pen);
    if (end - frame_.below_label() > 0.6 * frame_.height()) {  // smaller, so that many learners leave the plot its size
      legend_scale_ = 0.75;
      end = place_entries(pen);
    }
    return (legend_.empty() ? frame_.below_label() : end) + 0.5 * em;
  }

  void draw(Pen& pen) const {
    frame_.draw_axes(pen);
    frame_.clip(pen);
    for (const Series& series : figure_.series) behind(pen, series);
    for (const Series& series : figure_.series) line(pen, series);
    pen.unclip();
    for (const Series& series : figure_.series)
      if (series.mark == Mark::points) markers(pen, series);
    labels(pen);
    for (std::size_t k = 0; k < legend_.size(); ++k) entry(pen, *legend_[k], entries_[k]);
    if (!figure_.note.empty()) note(pen);
  }

 private:
  /// Places the entries of the legend in rows; returns the base line of the last row.
  double place_entries(Pen& pen) {
    entries_.clear();
    const double em = paper_.font_size;
    double x = Frame::gap;
    double y = frame_.bottom() + 3.9 * em;
    for (const Series* series : legend_) {
      const double width =
          sample() + Frame::gap + pen.text_width(legend_text(*series), legend_scale_) + 2 * legend_scale_ * Frame::gap;
      if (x > Frame::gap && x + width - Frame::gap > paper_.width) {
        x = Frame::gap;
        y += 1.4 * legend_scale_ * em;
      }
      entries_.push_back({x, y});
      x += width;
    }
    return figure_.note.empty() ? y : y + 1.4 * legend_scale_ * em;
  }

  double sample() const { return legend_scale_ * line_sample; }

  static bool is_place(const PaperPoint& place) { return std::isfinite(place.x) && std::isfinite(place.y); }

  /// The positions of the points, in segments: a non-finite value is a gap in the line.
  template <class Of>
  std::vector<std::vector<PaperPoint>> pieces(const Series& series, const Of& of) const {
    std::vector<std::vector<PaperPoint>> all(1);
    for (const DrawnPoint& point : series.points) {
      const PaperPoint place = frame_.at(point.x, of(point));
      if (is_place(place)) {
        all.back().push_back(place);
      } else if (!all.back().empty()) {
        all.emplace_back();
      }
    }
    return all;
  }

  void behind(Pen& pen, const Series& series) const {
    pen.colour(colour_of(series.style), series.mark == Mark::outline ? 0.08 : 0.15);
    if (series.mark == Mark::outline)
      for (const auto& piece : pieces(series, &y_of)) pen.fill(piece);
    if (series.mark != Mark::curve) return;
    std::vector<PaperPoint> band;
    std::vector<PaperPoint> back;
    const auto finish = [&] {
      band.insert(band.end(), back.rbegin(), back.rend());
      if (back.size() > 1) pen.fill(band);
      band.clear();
      back.clear();
    };
    for (const DrawnPoint& point : series.points) {
      const PaperPoint low = frame_.end_at(point.x, point.low);
      const PaperPoint high = frame_.end_at(point.x, point.high);
      if (!is_place(low) || !is_place(high)) {
        finish();
        continue;
      }
      band.push_back(high);
      back.push_back(low);
    }
    finish();
  }

  static double y_of(const DrawnPoint& point) { return point.y; }

  void line(Pen& pen, const Series& series) const {
    pen.colour(series.mark == Mark::guide ? ink::grey : colour_of(series.style));
    for (std::vector<PaperPoint> piece : pieces(series, &y_of)) {
      if (series.mark == Mark::steps) piece = staircase(piece);
      if (piece.size() == 1 && frame_.is_inside(piece[0])) pen.fill(marker(0, piece[0]));
      pen.stroke(piece, width_of(series), series.mark == Mark::outline ? std::vector<double>() : dash_of(series),
                 series.mark == Mark::outline);
      if (series.directed) draw_arrows(pen, piece);
    }
  }

  void labels(Pen& pen) const {
    const double scale = 0.75;
    PathLabels places(frame_.upper_left(), frame_.lower_right(), scale * paper_.font_size);
    for (const Series& series : figure_.series) {
      if (series.mark != Mark::points) continue;
      for (const auto& piece : pieces(series, &y_of)) places.avoid_line(piece);
      for (const DrawnPoint& point : series.points) places.avoid_point(frame_.at(point.x, point.y));
    }
    for (const Series& series : figure_.series)
      for (const DrawnPoint& point : series.points) {
        PaperPoint corner;
        const PaperPoint at = frame_.at(point.x, point.y);
        if (point.label.empty() || !is_place(at)) continue;
        if (!places.place(at, pen.text_width(point.label, scale), corner)) continue;
        pen.colour(text_colour_of(series.style));
        pen.text(point.label, corner, Hold::left, scale);
      }
  }

  void note(Pen& pen) const {
    const double y = entries_.empty() ? frame_.bottom() + 3.9 * paper_.font_size
                                      : entries_.back().y + 1.4 * legend_scale_ * paper_.font_size;
    const auto& [text, scale] = fitted(pen, figure_.note, paper_.width - 2 * Frame::gap);
    pen.colour(ink::grey);
    pen.text(text, {Frame::gap, y}, Hold::left, scale);
  }

  static std::vector<PaperPoint> staircase(const std::vector<PaperPoint>& corners) {
    std::vector<PaperPoint> stairs;
    for (const PaperPoint& corner : corners) {
      if (!stairs.empty()) stairs.push_back({corner.x, stairs.back().y});
      stairs.push_back(corner);
    }
    return stairs;
  }

  void markers(Pen& pen, const Series& series) const {
    pen.colour(colour_of(series.style));
    for (const DrawnPoint& point : series.points) {
      const PaperPoint middle = frame_.at(point.x, point.y);
      if (!is_place(middle) || !frame_.is_inside(middle)) continue;
      const PaperPoint low = frame_.end_at(point.x, point.low);
      const PaperPoint high = frame_.end_at(point.x, point.high);
      if (is_place(low) && is_place(high)) {
        pen.stroke({low, high}, 0.7);
        for (const PaperPoint& end : {low, high}) pen.stroke({{end.x - 1.5, end.y}, {end.x + 1.5, end.y}}, 0.7);
      }
      pen.fill(marker(series.style, middle));
    }
  }

  void entry(Pen& pen, const Series& series, PaperPoint place) const {
    const double y = place.y - 0.32 * legend_scale_ * paper_.font_size;
    pen.colour(series.mark == Mark::guide   ? ink::grey
               : series.mark == Mark::bound ? ink::black
                                            : colour_of(series.style));
    pen.stroke({{place.x, y}, {place.x + sample(), y}}, width_of(series), dash_of(series));
    if (series.mark == Mark::points) pen.fill(marker(series.style, {place.x + sample() / 2, y}));
    pen.colour(ink::black);
    const auto& [text, scale] = fitted(pen, legend_text(series), paper_.width - place.x - sample() - Frame::gap);
    pen.text(text, {place.x + sample() + Frame::gap, place.y}, Hold::left, scale);
  }

  /// Shrinks a text that is too long for its space, then truncates it.
  std::pair<std::string, double> fitted(Pen& pen, std::string text, double room) const {
    constexpr double smallest = 0.75;
    if (const double scale = room / pen.text_width(text); scale >= smallest)
      return {text, std::min(scale, legend_scale_)};
    while (text.size() > 1 && pen.text_width(text + "...", smallest) > room) text.pop_back();
    return {text + "...", smallest};
  }

  const Figure& figure_;
  const Paper& paper_;
  Frame frame_;
  std::vector<const Series*> legend_;
  std::vector<PaperPoint> entries_;
  double legend_scale_ = 1;  ///< of text, samples and rows
};

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

/// make(text, width, height) returns a surface that appends its output to the text.
template <class Make>
std::string drawn(const Figure& figure, const Paper& paper, const Make& make) {
  std::string text;
  Drawing drawing(figure, paper);
  double height = 0;
  {
    std::string unused;
    const Surface trial = make(&unused, paper.width, paper.width);
    Pen pen(trial.get(), paper.font, paper.font_size);
    height = drawing.measure(pen);
  }
  {
    const Surface surface = make(&text, paper.width, height);
    Pen pen(surface.get(), paper.font, paper.font_size);
    drawing.draw(pen);
    pen.finish();
  }
  return text;
}

}  // namespace

std::string figure_svg(const Figure& figure, const Paper& paper) {
  return drawn(figure, paper, [](std::string* text, double width, double height) {
    return Surface(cairo_svg_surface_create_for_stream(append, text, width, height), &cairo_surface_destroy);
  });
}

std::string figure_pdf(const Figure& figure, const Paper& paper, const std::string& subject) {
  return drawn(figure, paper, [&](std::string* text, double width, double height) {
    Surface surface(cairo_pdf_surface_create_for_stream(append, text, width, height), &cairo_surface_destroy);
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_5);
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, figure.name.c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_SUBJECT, subject.c_str());
    // Otherwise Cairo writes the current time.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    return surface;
  });
}

}  // namespace regretta
