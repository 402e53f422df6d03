#include "regretta/tools/figures/frame.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/tools/figures/series_style.hpp"

namespace regretta {
namespace {

constexpr double shape = 0.64;   // height of the plot divided by the width of the paper
constexpr double raised = 0.75;  // relative size of exponents

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

double tick_width(Pen& pen, const Tick& tick) {
  return pen.text_width(tick.text) + pen.text_width(tick.exponent, raised);
}

/// The label of an axis: "t / 10" and, as exponent, the power that its ticks leave out.
Tick label_of(const Axis2D& axis, const Scale& scale) {
  if (scale.left_out() == 0) return {0, axis.label, ""};
  return {0, axis.label + " / 10", fmt::format("{}", scale.left_out())};
}

}  // namespace

Frame::Frame(const Figure& figure, const Paper& paper)
    : figure_(figure),
      paper_(paper),
      x_(figure.x, along(figure, false)),
      y_(figure.y, along(figure, true)),
      y_ticks_(y_.ticks(5)) {}

void Frame::measure(Pen& pen) {
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
  top_ = (figure_.title.empty() ? 0.6 : 2.1) * em;
  bottom_ = top_ + shape * paper_.width;
}

double Frame::below_label() const { return bottom_ + 2.6 * paper_.font_size; }

PaperPoint Frame::at(double x, double y) const {
  return {left_ + x_.place(x) * (right_ - left_), bottom_ - y_.place(y) * (bottom_ - top_)};
}

PaperPoint Frame::end_at(double x, double y) const {
  const double place = std::isnan(y) ? y : std::clamp(y_.place(y), 0.0, 1.0);
  return {left_ + x_.place(x) * (right_ - left_), bottom_ - place * (bottom_ - top_)};
}

bool Frame::is_inside(const PaperPoint& place) const {
  constexpr double slack = 1;
  return left_ - slack <= place.x && place.x <= right_ + slack && top_ - slack <= place.y && place.y <= bottom_ + slack;
}

/// Whether the tick labels of the x axis do not overlap.
bool Frame::have_room(Pen& pen) const {
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

void Frame::tick_text(Pen& pen, const Tick& tick, PaperPoint middle, Hold hold) const {
  const double width = tick_width(pen, tick);
  const double x = middle.x - (hold == Hold::right ? width : width / 2);
  pen.text(tick.text, {x, middle.y}, Hold::left);
  pen.text(tick.exponent, {x + pen.text_width(tick.text), middle.y - 0.35 * paper_.font_size}, Hold::left, raised);
}

void Frame::draw_axes(Pen& pen) const {
  const double em = paper_.font_size;
  const auto line_at = [&](PaperPoint from, PaperPoint to, const Colour& colour, double width) {
    pen.colour(colour);
    pen.stroke({from, to}, width);
  };
  for (const Tick& tick : x_ticks_) {
    const double x = left_ + x_.place(tick.value) * (right_ - left_);
    if (!tick.text.empty()) line_at({x, top_}, {x, bottom_}, ink::pale, 0.4);
    line_at({x, bottom_}, {x, bottom_ + (tick.text.empty() ? 1.5 : 2.5)}, ink::black, 0.5);
    tick_text(pen, tick, {x, bottom_ + 2.5 + em}, Hold::middle);
  }
  for (const Tick& tick : y_ticks_) {
    const double y = bottom_ - y_.place(tick.value) * (bottom_ - top_);
    if (!tick.text.empty()) line_at({left_, y}, {right_, y}, tick.value == 0 ? ink::grey : ink::pale, 0.4);
    line_at({left_ - (tick.text.empty() ? 1.5 : 2.5), y}, {left_, y}, ink::black, 0.5);
    tick_text(pen, tick, {left_ - gap, y + 0.35 * em}, Hold::right);
  }
  pen.colour(ink::black);
  pen.stroke({{left_, top_}, {left_, bottom_}, {right_, bottom_}}, 0.6);
  pen.text(figure_.title, {(left_ + right_) / 2, 1.2 * em}, Hold::middle);
  tick_text(pen, label_of(figure_.x, x_), {(left_ + right_) / 2, bottom_ + 2.3 * em + 2.5}, Hold::middle);
  pen.turn_upwards({em, (top_ + bottom_) / 2});
  tick_text(pen, label_of(figure_.y, y_), {0, 0}, Hold::middle);
  pen.turn_back();
}

void Frame::clip(Pen& pen) const { pen.clip({left_, top_ - 1}, right_ - left_, bottom_ - top_ + 2); }

}  // namespace regretta
