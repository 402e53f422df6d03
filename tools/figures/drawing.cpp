#include "regretta/tools/figures/drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <stdexcept>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fmt/format.h>

#include "regretta/tools/figures/pen.hpp"
#include "regretta/tools/figures/scale.hpp"

namespace regretta {
namespace {

/// Okabe and Ito's (Color Universal Design, 2008), the yellow darkened for white paper, in the order of the report.
constexpr std::array<Colour, 8> colours = {{{0, 114 / 255.0, 178 / 255.0},
                                            {213 / 255.0, 94 / 255.0, 0},
                                            {0, 158 / 255.0, 115 / 255.0},
                                            {204 / 255.0, 121 / 255.0, 167 / 255.0},
                                            {230 / 255.0, 159 / 255.0, 0},
                                            {86 / 255.0, 180 / 255.0, 233 / 255.0},
                                            {0, 0, 0},
                                            {168 / 255.0, 154 / 255.0, 0}}};
constexpr Colour black = {0.1, 0.1, 0.1};
constexpr Colour grey = {0.45, 0.45, 0.45};
constexpr Colour pale = {0.88, 0.88, 0.88};

constexpr double line_width = 1.1;
constexpr double gap = 4;       // between things that belong together
constexpr double sample = 18;   // of a line in the legend
constexpr double shape = 0.64;  // height of the plot by the width of the paper

const Colour& colour_of(std::size_t look) { return colours[look % colours.size()]; }

bool is_thin(const Series& series) { return series.mark == Mark::guide || series.mark == Mark::bound; }

/// Beyond eight learners, other dashes.
std::vector<double> dash_of(const Series& series) {
  if (series.mark == Mark::guide) return {1, 2};
  if (series.mark == Mark::bound) return {8, 1.5, 1, 1.5};
  static const std::array<std::vector<double>, 5> dashes = {{{}, {5, 2}, {1.5, 2}, {6, 2, 1.5, 2}, {3, 1.5}}};
  return dashes[series.look / colours.size() % dashes.size()];
}

/// Regular polygons, so that learners can be told apart in black and white.
std::vector<Place> marker(std::size_t look, Place middle) {
  struct Outline {
    int corners;
    double radius;
    double turn;  ///< radians
  };
  static constexpr std::array<Outline, 4> outlines = {
      {{24, 1.9, 0}, {4, 2.5, std::numbers::pi / 4}, {3, 2.5, 0}, {4, 2.5, 0}}};
  const Outline& outline = outlines[look % outlines.size()];
  std::vector<Place> places;
  for (int k = 0; k < outline.corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / outline.corners + outline.turn;
    places.push_back({middle.x + outline.radius * std::sin(angle), middle.y - outline.radius * std::cos(angle)});
  }
  return places;
}

std::string legend_text(const Series& series) { return series.mark == Mark::bound ? "bound at T" : series.label; }

std::vector<double> along(const Figure& figure, bool vertical) {
  std::vector<double> values;
  for (const Series& series : figure.series)
    for (const DrawnPoint& point : series.points) {
      if (!vertical) {
        values.push_back(point.x);
        continue;
      }
      values.insert(values.end(), {point.y, point.low, point.high});
    }
  return values;
}

/// Draws one figure. First everything is measured: where the plot is depends on how wide its numbers are.
class Drawing {
 public:
  Drawing(const Figure& figure, const Paper& paper)
      : figure_(figure),
        paper_(paper),
        x_(figure.x, along(figure, false)),
        y_(figure.y, along(figure, true)),
        y_ticks_(y_.ticks(5)) {
    std::set<std::string> seen;
    for (const Series& series : figure.series)
      if (series.mark != Mark::outline && seen.insert(legend_text(series)).second) legend_.push_back(&series);
  }

  /// Places everything; returns the height of the paper. `pen` is only asked for widths.
  double measure(Pen& pen) {
    const double em = paper_.font_size;
    double widest = 0;
    for (const Tick& tick : y_ticks_) widest = std::max(widest, tick_width(pen, tick));
    left_ = 1.2 * em + gap + widest + gap;
    for (int wanted = 6; wanted > 1; --wanted) {
      x_ticks_ = x_.ticks(wanted);
      if (have_room(pen)) break;
    }
    right_ = paper_.width - std::max(gap, x_ticks_.empty() ? 0 : tick_width(pen, x_ticks_.back()) / 2);
    if (right_ - left_ < 6 * em)
      throw std::invalid_argument(
          "--width, --font-size: the numbers beside the axis leave no room for a plot, expected more width or a "
          "smaller font");
    top_ = 0.6 * em;
    bottom_ = top_ + shape * paper_.width;
    double x = 0;
    double y = bottom_ + 3.9 * em;
    for (const Series* series : legend_) {
      const double width = sample + gap + pen.text_width(legend_text(*series)) + 2 * gap;
      if (x > 0 && x + width - 2 * gap > paper_.width) {
        x = 0;
        y += 1.4 * em;
      }
      entries_.push_back({x, y});
      x += width;
    }
    return (legend_.empty() ? bottom_ + 2.6 * em : y) + 0.5 * em;
  }

  void draw(Pen& pen) const {
    axes(pen);
    pen.clip({left_, top_ - 1}, right_ - left_, bottom_ - top_ + 2);
    for (const Series& series : figure_.series) behind(pen, series);
    for (const Series& series : figure_.series) line(pen, series);
    pen.unclip();
    for (const Series& series : figure_.series)
      if (series.mark == Mark::points) markers(pen, series);
    for (std::size_t k = 0; k < legend_.size(); ++k) entry(pen, *legend_[k], entries_[k]);
  }

 private:
  Place at(double x, double y) const {
    return {left_ + x_.place(x) * (right_ - left_), bottom_ - y_.place(y) * (bottom_ - top_)};
  }
  /// The end of an interval, on the edge of the plot where it is beyond.
  Place end_at(double x, double y) const {
    const double place = std::isnan(y) ? y : std::clamp(y_.place(y), 0.0, 1.0);
    return {left_ + x_.place(x) * (right_ - left_), bottom_ - place * (bottom_ - top_)};
  }
  static bool is_place(const Place& place) { return std::isfinite(place.x) && std::isfinite(place.y); }
  bool is_inside(const Place& place) const {
    constexpr double slack = 1;
    return left_ - slack <= place.x && place.x <= right_ + slack && top_ - slack <= place.y &&
           place.y <= bottom_ + slack;
  }

  static double tick_width(Pen& pen, const Tick& tick) {
    return pen.text_width(tick.text) + pen.text_width(tick.exponent, raised);
  }

  /// Whether the texts below the x axis keep apart.
  bool have_room(Pen& pen) const {
    double end = -paper_.width;
    for (const Tick& tick : x_ticks_) {
      if (tick.text.empty()) continue;
      const double middle = left_ + x_.place(tick.value) * (paper_.width - 2 * gap - left_);
      const double half = tick_width(pen, tick) / 2;
      if (middle - half < end + gap) return false;
      end = middle + half;
    }
    return true;
  }

  void tick_text(Pen& pen, const Tick& tick, Place middle, Hold hold) const {
    const double width = tick_width(pen, tick);
    const double x = middle.x - (hold == Hold::right ? width : width / 2);
    pen.text(tick.text, {x, middle.y}, Hold::left);
    pen.text(tick.exponent, {x + pen.text_width(tick.text), middle.y - 0.35 * paper_.font_size}, Hold::left, raised);
  }

  /// "t / 10" and the exponent that its ticks leave out.
  static Tick label_of(const Axis2D& axis, const Scale& scale) {
    if (scale.left_out() == 0) return {0, axis.label, ""};
    return {0, axis.label + " / 10", fmt::format("{}", scale.left_out())};
  }

  void axes(Pen& pen) const {
    const double em = paper_.font_size;
    const auto line_at = [&](Place from, Place to, const Colour& colour, double width) {
      pen.colour(colour);
      pen.stroke({from, to}, width);
    };
    for (const Tick& tick : x_ticks_) {
      const double x = left_ + x_.place(tick.value) * (right_ - left_);
      if (!tick.text.empty()) line_at({x, top_}, {x, bottom_}, pale, 0.4);
      line_at({x, bottom_}, {x, bottom_ + (tick.text.empty() ? 1.5 : 2.5)}, black, 0.5);
      tick_text(pen, tick, {x, bottom_ + 2.5 + em}, Hold::middle);
    }
    for (const Tick& tick : y_ticks_) {
      const double y = bottom_ - y_.place(tick.value) * (bottom_ - top_);
      if (!tick.text.empty()) line_at({left_, y}, {right_, y}, tick.value == 0 ? grey : pale, 0.4);
      line_at({left_ - (tick.text.empty() ? 1.5 : 2.5), y}, {left_, y}, black, 0.5);
      tick_text(pen, tick, {left_ - gap, y + 0.35 * em}, Hold::right);
    }
    pen.colour(black);
    pen.stroke({{left_, top_}, {left_, bottom_}, {right_, bottom_}}, 0.6);
    tick_text(pen, label_of(figure_.x, x_), {(left_ + right_) / 2, bottom_ + 2.3 * em + 2.5}, Hold::middle);
    pen.turn_upwards({em, (top_ + bottom_) / 2});
    tick_text(pen, label_of(figure_.y, y_), {0, 0}, Hold::middle);
    pen.turn_back();
  }

  /// Places of the points where all is finite, in pieces; a gap in the numbers is a gap in the line.
  template <class Of>
  std::vector<std::vector<Place>> pieces(const Series& series, const Of& of) const {
    std::vector<std::vector<Place>> all(1);
    for (const DrawnPoint& point : series.points) {
      const Place place = at(point.x, of(point));
      if (is_place(place)) {
        all.back().push_back(place);
      } else if (!all.back().empty()) {
        all.emplace_back();
      }
    }
    return all;
  }

  void behind(Pen& pen, const Series& series) const {
    pen.colour(colour_of(series.look), series.mark == Mark::outline ? 0.08 : 0.15);
    if (series.mark == Mark::outline)
      for (const auto& piece : pieces(series, &y_of)) pen.fill(piece);
    if (series.mark != Mark::curve) return;
    std::vector<Place> band;
    std::vector<Place> back;
    const auto finish = [&] {
      band.insert(band.end(), back.rbegin(), back.rend());
      if (back.size() > 1) pen.fill(band);
      band.clear();
      back.clear();
    };
    for (const DrawnPoint& point : series.points) {
      const Place low = end_at(point.x, point.low);
      const Place high = end_at(point.x, point.high);
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
    pen.colour(series.mark == Mark::guide ? grey : colour_of(series.look));
    for (std::vector<Place> piece : pieces(series, &y_of)) {
      if (series.mark == Mark::steps) piece = staircase(piece);
      if (piece.size() == 1 && is_inside(piece[0])) pen.fill(marker(0, piece[0]));
      const double width = is_thin(series) || series.mark == Mark::outline ? 0.7 : line_width;
      pen.stroke(piece, width, series.mark == Mark::outline ? std::vector<double>() : dash_of(series),
                 series.mark == Mark::outline);
    }
  }

  static std::vector<Place> staircase(const std::vector<Place>& corners) {
    std::vector<Place> stairs;
    for (const Place& corner : corners) {
      if (!stairs.empty()) stairs.push_back({corner.x, stairs.back().y});
      stairs.push_back(corner);
    }
    return stairs;
  }

  void markers(Pen& pen, const Series& series) const {
    pen.colour(colour_of(series.look));
    for (const DrawnPoint& point : series.points) {
      const Place middle = at(point.x, point.y);
      if (!is_place(middle) || !is_inside(middle)) continue;
      const Place low = end_at(point.x, point.low);
      const Place high = end_at(point.x, point.high);
      if (is_place(low) && is_place(high)) {
        pen.stroke({low, high}, 0.7);
        for (const Place& end : {low, high}) pen.stroke({{end.x - 1.5, end.y}, {end.x + 1.5, end.y}}, 0.7);
      }
      pen.fill(marker(series.look, middle));
    }
  }

  void entry(Pen& pen, const Series& series, Place place) const {
    const double y = place.y - 0.32 * paper_.font_size;
    pen.colour(series.mark == Mark::guide ? grey : series.mark == Mark::bound ? black : colour_of(series.look));
    pen.stroke({{place.x, y}, {place.x + sample, y}}, is_thin(series) ? 0.7 : line_width, dash_of(series));
    if (series.mark == Mark::points) pen.fill(marker(series.look, {place.x + sample / 2, y}));
    pen.colour(black);
    const auto& [text, scale] = fitted(pen, legend_text(series), paper_.width - place.x - sample - gap);
    pen.text(text, {place.x + sample + gap, place.y}, Hold::left, scale);
  }

  /// A text that is too long for its room is made smaller, and then cut.
  static std::pair<std::string, double> fitted(Pen& pen, std::string text, double room) {
    constexpr double smallest = 0.75;
    if (const double scale = room / pen.text_width(text); scale >= smallest) return {text, std::min(scale, 1.0)};
    while (text.size() > 1 && pen.text_width(text + "...", smallest) > room) text.pop_back();
    return {text + "...", smallest};
  }

  static constexpr double raised = 0.75;

  const Figure& figure_;
  const Paper& paper_;
  Scale x_, y_;
  std::vector<Tick> x_ticks_, y_ticks_;
  std::vector<const Series*> legend_;
  std::vector<Place> entries_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
};

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

/// make(text, width, height): a surface that appends its file to the text.
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
    // Else the time of day.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    return surface;
  });
}

}  // namespace regretta
