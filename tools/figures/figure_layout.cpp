#include "regretta/tools/figures/figure_layout.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "regretta/tools/figures/series_drawing.hpp"
#include "regretta/tools/figures/series_style.hpp"

namespace regretta {
namespace {

/// Whether two panels of a figure share the scale of an axis.
bool same_axis(const Figure& figure, const Panel& one, const Panel& other, Axis2D Panel::*axis) {
  if (&one == &other) return true;
  const Axis2D &a = one.*axis, &b = other.*axis;
  return !figure.own_scales && a.label.plain() == b.label.plain() && a.names == b.names && a.scale == b.scale;
}

/// The scale of an axis, over all panels that have the same one.
Scale shared_scale(const Figure& figure, const Panel& of, Axis2D Panel::*axis) {
  const bool is_x = axis == &Panel::x;
  std::vector<double> values;
  for (const Panel& panel : figure.panels) {
    if (!same_axis(figure, panel, of, axis)) continue;
    for (const Series& series : panel.series) {
      if (series.beyond && !is_x) continue;
      const bool has_ends = is_x == (series.mark == Mark::across);
      for (const DrawnPoint& point : series.points) {
        if (is_x && std::isnan(point.y)) continue;  // nothing is drawn there
        values.push_back(is_x ? point.x : point.y);
        if (has_ends) values.insert(values.end(), {point.low, point.high});
      }
    }
  }
  return {of.*axis, values};
}

}  // namespace

FigureLayout::FigureLayout(const Figure& figure, const Paper& paper)
    : figure_(figure), paper_(paper), columns_(std::max<std::size_t>(1, figure.columns)), legend_(figure, paper) {
  const std::size_t count = figure.panels.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Panel& panel = figure.panels[k];
    const bool left = k % columns_ == 0 || !same_axis(figure, figure.panels[k - 1], panel, &Panel::y);
    const bool below = k + columns_ >= count || !same_axis(figure, figure.panels[k + columns_], panel, &Panel::x);
    frames_.emplace_back(panel, paper, shared_scale(figure, panel, &Panel::x), shared_scale(figure, panel, &Panel::y),
                         NumberedSides{left, below});
  }
}

std::vector<std::size_t> FigureLayout::row(std::size_t row) const {
  std::vector<std::size_t> panels;
  for (std::size_t k = row * columns_; k < std::min(frames_.size(), (row + 1) * columns_); ++k) panels.push_back(k);
  return panels;
}

std::vector<std::size_t> FigureLayout::column(std::size_t column) const {
  std::vector<std::size_t> panels;
  for (std::size_t k = column; k < frames_.size(); k += columns_) panels.push_back(k);
  return panels;
}

double FigureLayout::measure(Pen& pen) {
  place_columns(pen);
  const double em = paper_.font_size;
  place_title(pen);
  const double start = title_.empty() ? 0 : (0.2 + 1.3 * static_cast<double>(title_.size())) * em;
  const double end = place_rows(pen, start);
  return legend_.place(pen, end, 0.6 * (end - start)) + 0.5 * em;
}

void FigureLayout::place_columns(Pen& pen) {
  const double em = paper_.font_size;
  double right = Frame::gap;
  for (const Frame& frame : frames_) right = std::max(right, frame.room_right(pen));
  std::vector<double> rooms;
  double all = right;
  for (std::size_t c = 0; c < std::min(columns_, frames_.size()); ++c) {
    double room = c > 0 ? right + Frame::gap : 0;  // the last number of the plot before
    bool has_label = false;
    for (const std::size_t k : column(c)) {
      room = std::max(room, frames_[k].room_left(pen));
      has_label = has_label || (frames_[k].sides().left && !figure_.panels[k].y.label.empty());
    }
    rooms.push_back(room + (has_label ? 1.2 * em + Frame::gap : c > 0 ? 0 : Frame::gap));
    all += rooms.back();
  }
  plot_width_ = (paper_.width - all) / static_cast<double>(rooms.size());
  if (plot_width_ < 6 * em)
    throw std::invalid_argument(
        "--width, --font-size: the numbers beside the axis leave no room for a plot, expected more width or a smaller "
        "font");
  double x = 0;
  for (const double room : rooms) {
    starts_.push_back(x);
    lefts_.push_back(x + room);
    x += room + plot_width_;
  }
}

/// A title that is wider than the paper gets several lines.
void FigureLayout::place_title(Pen& pen) {
  std::istringstream words(figure_.title);
  for (std::string word; words >> word;) {
    if (!title_.empty() && pen.text_width(title_.back() + " " + word) <= title_room()) {
      title_.back() += " " + word;
    } else {
      title_.push_back(word);
    }
  }
}

double FigureLayout::place_rows(Pen& pen, double top) {
  const double em = paper_.font_size;
  for (std::size_t r = 0; r < rows(); ++r) {
    double above = 0, height = 0, below = 0;
    for (const std::size_t k : row(r)) {
      above = std::max(above, frames_[k].room_above());
      height = std::max(height, frames_[k].height_for(plot_width_));
      const bool has_label = frames_[k].sides().below && !figure_.panels[k].x.label.empty();
      below = std::max(below, frames_[k].room_below() + (has_label ? 1.4 * em : 0));
    }
    top += above;
    for (const std::size_t k : row(r)) frames_[k].place(pen, {lefts_[k % columns_], top}, plot_width_, height);
    top += height + below;
  }
  return top;
}

void FigureLayout::draw(Pen& pen) const {
  draw_title(pen);
  for (std::size_t k = 0; k < frames_.size(); ++k) {
    frames_[k].draw_axes(pen);
    draw_series(pen, figure_.panels[k], paper_, frames_[k]);
  }
  draw_x_labels(pen);
  draw_y_labels(pen);
  legend_.draw(pen);
}

void FigureLayout::draw_title(Pen& pen) const {
  pen.colour(ink::black);
  for (std::size_t k = 0; k < title_.size(); ++k) {
    const FittedText line = fitted_text(pen, title_[k], title_room(), 1);  // a word may be wider than the paper
    pen.text(line.text, {middle(), (1.2 + 1.3 * static_cast<double>(k)) * paper_.font_size}, Hold::middle, line.scale);
  }
}

/// Below each row, once for neighbours with the same label.
void FigureLayout::draw_x_labels(Pen& pen) const {
  pen.colour(ink::black);
  for (std::size_t r = 0; r < rows(); ++r) {
    std::vector<std::size_t> labelled = row(r);
    std::erase_if(labelled, [&](std::size_t k) { return !frames_[k].sides().below; });
    for (std::size_t first = 0; first < labelled.size();) {
      const Frame& from = frames_[labelled[first]];
      std::size_t last = first;
      while (last + 1 < labelled.size() &&
             same_axis(figure_, figure_.panels[labelled[last + 1]], figure_.panels[labelled[first]], &Panel::x))
        ++last;
      const Frame& to = frames_[labelled[last]];
      const double left = from.upper_left().x, right = to.lower_right().x;
      const double reach = std::min(left, paper_.width - right);  // the label may be wider than the plot
      const FittedText label = fitted_text(pen, from.x_label(), right - left + 2 * std::max(reach, 0.0), 1);
      pen.text(label.text, {(left + right) / 2, from.lower_right().y + 2.3 * paper_.font_size + 2.5}, Hold::middle,
               label.scale);
      first = last + 1;
    }
  }
}

/// Beside each column, once if all its rows have the same label.
void FigureLayout::draw_y_labels(Pen& pen) const {
  for (std::size_t c = 0; c < lefts_.size(); ++c) {
    std::vector<std::size_t> panels = column(c);
    std::erase_if(panels, [&](std::size_t k) { return !frames_[k].sides().left; });
    if (panels.empty()) continue;
    const double x = starts_[c] + paper_.font_size;
    const bool are_same = std::ranges::all_of(panels, [&](std::size_t k) {
      return same_axis(figure_, figure_.panels[k], figure_.panels[panels.front()], &Panel::y);
    });
    if (are_same) {
      draw_y_label(pen, panels.front(), x, frames_[panels.front()].upper_left().y,
                   frames_[panels.back()].lower_right().y);
      continue;
    }
    for (const std::size_t k : panels) draw_y_label(pen, k, x, frames_[k].upper_left().y, frames_[k].lower_right().y);
  }
}

void FigureLayout::draw_y_label(Pen& pen, std::size_t panel, double x, double top, double bottom) const {
  const FittedText label = fitted_text(pen, frames_[panel].y_label(), (rows() > 1 ? 1 : 1.25) * (bottom - top), 1);
  const double half = label.scale * pen.text_width(label.text) / 2;  // it may be longer than the plot is high
  pen.turn_upwards({x, std::max((top + bottom) / 2, half + 1)});
  pen.colour(ink::black);
  pen.text(label.text, {0, 0}, Hold::middle, label.scale);
  pen.restore();
}

}  // namespace regretta
