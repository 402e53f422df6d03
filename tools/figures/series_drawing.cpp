#include "regretta/tools/figures/series_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "regretta/tools/figures/path_labels.hpp"
#include "regretta/tools/figures/series_style.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

constexpr double label_scale = 0.75;

bool is_place(const PaperPoint& place) { return std::isfinite(place.x) && std::isfinite(place.y); }

/// Each y holds until the next x.
std::vector<PaperPoint> staircase(const std::vector<PaperPoint>& corners) {
  std::vector<PaperPoint> stairs;
  for (const PaperPoint& corner : corners) {
    if (!stairs.empty()) stairs.push_back({corner.x, stairs.back().y});
    stairs.push_back(corner);
  }
  return stairs;
}

/// Of a tile of a heat map: from nearly white for the smallest value to dark blue for the largest.
Colour tile_colour(double share) {
  constexpr Colour full = rgb(0x0b4f8a);
  const double depth = 0.06 + 0.94 * share;
  return {1 + depth * (full.red - 1), 1 + depth * (full.green - 1), 1 + depth * (full.blue - 1)};
}

/// Black or white, whichever has more contrast (WCAG 2): above 4.5 : 1 on any colour.
Colour ink_on(const Colour& ground) {
  const auto linear = [](double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); };
  const double luminance = 0.2126 * linear(ground.red) + 0.7152 * linear(ground.green) + 0.0722 * linear(ground.blue);
  return luminance > 0.179 ? Colour{0, 0, 0} : Colour{1, 1, 1};
}

class PanelDrawing {
 public:
  PanelDrawing(Pen& pen, const Panel& panel, const Paper& paper, const Frame& frame)
      : pen_(pen), panel_(panel), paper_(paper), frame_(frame) {
    for (const Series& series : panel.series) series_.push_back(&series);
    std::ranges::stable_sort(series_, {}, [](const Series* series) { return !series->style.is_grey; });
  }

  void draw() const {
    frame_.clip(pen_);
    for (const Series* series : series_) behind(*series);
    for (const Series* series : series_)
      if (series->mark == Mark::dots)
        dots(*series);
      else if (!series->beyond && series->mark != Mark::across && series->mark != Mark::tile)
        line(*series);
    pen_.restore();
    for (const Series* series : series_)
      if (series->mark == Mark::points || series->mark == Mark::across) markers(*series);
    tiles();
    labels();
    values_beyond();
  }

 private:
  /// The positions of the points, in segments: a non-finite value is a gap in the line.
  std::vector<std::vector<PaperPoint>> pieces(const Series& series) const {
    std::vector<std::vector<PaperPoint>> all(1);
    for (const DrawnPoint& point : series.points) {
      // A staircase on a logarithmic axis ends at the edge, where its 0 is.
      const PaperPoint place =
          series.mark == Mark::steps ? frame_.end_at(point.x, point.y) : frame_.at(point.x, point.y);
      if (is_place(place)) {
        all.back().push_back(place);
      } else if (!all.back().empty()) {
        all.emplace_back();
      }
    }
    return all;
  }

  void behind(const Series& series) const {
    pen_.colour(colour_of(series.style), series.mark == Mark::outline ? 0.08 : 0.15);
    if (series.mark == Mark::outline)
      for (const auto& piece : pieces(series)) pen_.fill(piece);
    if (series.mark == Mark::curve || series.mark == Mark::steps) band(series);
  }

  void band(const Series& series) const {
    std::vector<PaperPoint> above, below;
    const auto finish = [&] {
      if (series.mark == Mark::steps) above = staircase(above), below = staircase(below);
      above.insert(above.end(), below.rbegin(), below.rend());
      if (below.size() > 1) pen_.fill(above);
      above.clear();
      below.clear();
    };
    for (const DrawnPoint& point : series.points) {
      const PaperPoint low = frame_.end_at(point.x, point.low);
      const PaperPoint high = frame_.end_at(point.x, point.high);
      if (!is_place(low) || !is_place(high)) {
        finish();
        continue;
      }
      above.push_back(high);
      below.push_back(low);
    }
    finish();
  }

  void line(const Series& series) const {
    pen_.colour(series.mark == Mark::guide ? ink::grey : colour_of(series.style));
    for (std::vector<PaperPoint> piece : pieces(series)) {
      if (piece.empty()) continue;
      if (series.mark == Mark::curve && has_markers(series.style)) sparse_markers(series, piece);
      if (piece.size() == 1 && frame_.is_inside(piece[0])) pen_.fill(marker(0, piece[0]));
      if (series.mark == Mark::steps) piece = staircase(piece);
      pen_.stroke(piece, width_of(series), series.mark == Mark::outline ? std::vector<double>() : dash_of(series),
                  series.mark == Mark::outline);
      if (series.directed) draw_arrows(pen_, piece);
    }
  }

  void dots(const Series& series) const {
    pen_.colour(colour_of(series.style));
    for (const DrawnPoint& point : series.points) {
      const PaperPoint middle = frame_.at(point.x, point.y);
      if (is_place(middle) && frame_.is_inside(middle)) pen_.fill(marker(0, middle, dot_scale));
    }
  }

  /// At the end and, from there, at points that are not close to each other.
  void sparse_markers(const Series& series, const std::vector<PaperPoint>& piece) const {
    const double apart = (frame_.lower_right().x - frame_.upper_left().x) / 6;
    double next = piece.back().x;
    for (std::size_t k = piece.size(); k-- > 0;) {
      if (piece[k].x > next || !frame_.is_inside(piece[k])) continue;
      pen_.fill(marker(series.style.place, piece[k]));
      next = piece[k].x - apart;
    }
  }

  void markers(const Series& series) const {
    pen_.colour(colour_of(series.style));
    for (const DrawnPoint& point : series.points) {
      const PaperPoint middle = frame_.at(point.x, point.y);
      if (!is_place(middle) || !frame_.is_inside(middle)) continue;
      error_bar(series, point);
      pen_.fill(marker(series.style.place, middle));
    }
  }

  void error_bar(const Series& series, const DrawnPoint& point) const {
    const bool across = series.mark == Mark::across;
    const auto end_at = [&](double value) {
      return across ? frame_.end_at(value, point.y) : frame_.end_at(point.x, value);
    };
    const PaperPoint low = end_at(point.low), high = end_at(point.high);
    if (!is_place(low) || !is_place(high)) return;
    const double x = across ? 0 : 1.5, y = across ? 1.5 : 0;
    pen_.stroke({low, high}, 0.7);
    for (const PaperPoint& end : {low, high}) pen_.stroke({{end.x - x, end.y - y}, {end.x + x, end.y + y}}, 0.7);
  }

  void tiles() const {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const Series& series : panel_.series)
      for (const DrawnPoint& point : series.points) {
        least = std::min(least, point.value);  // NaN, as of all but tiles, does not count
        most = std::max(most, point.value);
      }
    for (const Series& series : panel_.series) {
      if (series.mark != Mark::tile) continue;
      for (const DrawnPoint& point : series.points) {
        const PaperPoint from = frame_.at(point.x - 0.5, point.y - 0.5), to = frame_.at(point.x + 0.5, point.y + 0.5);
        const double left = from.x + 0.5, right = to.x - 0.5, top = from.y + 0.5, bottom = to.y - 0.5;
        const Colour shade = tile_colour(most > least ? (point.value - least) / (most - least) : 0.5);
        pen_.colour(shade);
        pen_.fill({{left, top}, {right, top}, {right, bottom}, {left, bottom}});
        pen_.colour(ink_on(shade));
        const FittedText fitted = fitted_text(pen_, point.label, right - left - 2, 1);
        pen_.text(fitted.text, {(left + right) / 2, (top + bottom) / 2 + 0.35 * fitted.scale * paper_.font_size},
                  Hold::middle, fitted.scale);
      }
    }
  }

  void labels() const {
    PathLabels places(frame_.upper_left(), frame_.lower_right(), label_scale * paper_.font_size);
    for (const Series& series : panel_.series) {
      if (series.mark != Mark::points) continue;
      for (const auto& piece : pieces(series)) places.avoid_line(piece);
      for (const DrawnPoint& point : series.points) places.avoid_point(frame_.at(point.x, point.y));
    }
    for (const bool of_ends : {true, false})  // the ends of a path first
      for (const Series& series : panel_.series)
        for (std::size_t k = 0; k < series.points.size(); ++k)
          if ((k == 0 || k + 1 == series.points.size()) == of_ends && is_labelled(series))
            label(series, series.points[k], places);
  }

  bool is_labelled(const Series& series) const { return series.mark != Mark::tile && series.mark != Mark::curve; }

  void label(const Series& series, const DrawnPoint& point, PathLabels& places) const {
    const PaperPoint at = frame_.at(point.x, point.y);
    if (point.label.empty() || !is_place(at)) return;
    const auto corner = places.place(at, pen_.text_width(point.label, label_scale));
    if (!corner) return;
    pen_.colour(text_colour_of(series.style));
    pen_.text(point.label, *corner, Hold::left, label_scale);
  }

  /// Whether the curves begin higher than they end.
  bool curves_fall() const {
    for (const Series& series : panel_.series)
      for (const auto& piece : pieces(series))
        if (series.mark == Mark::curve && piece.size() > 1) return piece.front().y < piece.back().y;
    return false;
  }

  /// Arrows at the upper edge, where curves are not, with the values of what lies above it.
  void values_beyond() const {
    const double line_height = 1.15 * label_scale * paper_.font_size;
    const bool on_the_right = curves_fall();
    const double x = on_the_right ? frame_.lower_right().x - Frame::gap : frame_.upper_left().x + Frame::gap;
    double top = frame_.upper_left().y;
    for (const Series& series : panel_.series) {
      if (!series.beyond || series.points.empty()) continue;
      const double height = 0.8 * line_height;
      pen_.colour(colour_of(series.style));
      pen_.stroke({{x, top + height}, {x, top + 2}}, 0.7);
      pen_.fill({{x, top}, {x - 1.8, top + 3.5}, {x + 1.8, top + 3.5}});
      pen_.colour(text_colour_of(series.style));
      pen_.text("bound " + grouped(std::llround(series.points.back().y)),
                {on_the_right ? x - Frame::gap : x + Frame::gap, top + height}, on_the_right ? Hold::right : Hold::left,
                label_scale);
      top += line_height;
    }
  }

  Pen& pen_;
  const Panel& panel_;
  const Paper& paper_;
  const Frame& frame_;
  std::vector<const Series*> series_;  ///< of the panel, in the order in which they are drawn
};

}  // namespace

void draw_series(Pen& pen, const Panel& panel, const Paper& paper, const Frame& frame) {
  PanelDrawing(pen, panel, paper, frame).draw();
}

}  // namespace regretta
