#include "regretta/tools/figures/frame.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "regretta/tools/figures/series_style.hpp"

namespace regretta {
namespace {

constexpr double shape = 0.76;  // height of a plot divided by its width

/// The label of an axis: "t / 10" and, as exponent, the power that its ticks leave out.
RichText label_of(const Axis2D& axis, const Scale& scale) {
  RichText label = axis.label;
  if (scale.left_out() == 0) return label;
  return label.add(" / 10", Script::plain).add(fmt::format("{}", scale.left_out()), Script::exponent);
}

}  // namespace

Frame::Frame(const Panel& panel, const Paper& paper, Scale x, Scale y, NumberedSides sides)
    : panel_(panel), paper_(paper), x_(std::move(x)), y_(std::move(y)), sides_(sides) {
  y_ticks_ = y_.ticks(5);
}

double Frame::room_left(Pen& pen) const {
  if (!sides_.left) return 2 * gap;
  double widest = 0;
  for (const Tick& tick : y_ticks_) widest = std::max(widest, pen.text_width(tick.text));
  return gap + (panel_.y.names.empty() ? widest : std::min(widest, 0.34 * paper_.width));
}

double Frame::room_right(Pen& pen) const {
  const std::vector<Tick> ticks = x_.ticks(4);
  return !sides_.below || !panel_.x.names.empty() || ticks.empty() ? 0 : pen.text_width(ticks.back().text) / 2;
}

double Frame::room_below() const { return sides_.below ? 2.5 + 1.2 * paper_.font_size : 2.5; }

double Frame::room_above() const { return (panel_.title.empty() ? 0.6 : 1.8) * paper_.font_size; }

double Frame::height_for(double width) const {
  if (panel_.y.names.empty()) return shape * width;
  return static_cast<double>(panel_.y.names.size()) * 2.1 * paper_.font_size;
}

void Frame::place(Pen& pen, PaperPoint upper_left, double width, double height) {
  left_ = upper_left.x;
  top_ = upper_left.y;
  right_ = left_ + width;
  bottom_ = top_ + height;
  for (int wanted = 6; wanted > 1; --wanted) {
    x_ticks_ = x_.ticks(wanted);
    if (have_room(pen, width)) break;
  }
  if (!y_ticks_.empty() && panel_.y.names.empty() && height < 14 * paper_.font_size)
    y_ticks_ = y_.ticks(height < 8 * paper_.font_size ? 3 : 4);
}

double Frame::place_of_y(double y) const { return panel_.y.names.empty() ? y_.place(y) : 1 - y_.place(y); }

PaperPoint Frame::at(double x, double y) const {
  return {left_ + x_.place(x) * (right_ - left_), bottom_ - place_of_y(y) * (bottom_ - top_)};
}

PaperPoint Frame::end_at(double x, double y) const {
  const auto edge = [](double place) { return std::isnan(place) ? place : std::clamp(place, 0.0, 1.0); };
  return {left_ + edge(x_.place(x)) * (right_ - left_), bottom_ - edge(place_of_y(y)) * (bottom_ - top_)};
}

bool Frame::is_inside(const PaperPoint& place) const {
  constexpr double slack = 1;
  return left_ - slack <= place.x && place.x <= right_ + slack && top_ - slack <= place.y && place.y <= bottom_ + slack;
}

RichText Frame::x_label() const { return label_of(panel_.x, x_); }
RichText Frame::y_label() const { return label_of(panel_.y, y_); }

/// Whether the tick labels of the x axis do not overlap.
bool Frame::have_room(Pen& pen, double width) const {
  double end = -paper_.width;
  for (const Tick& tick : x_ticks_) {
    if (tick.text.empty()) continue;
    const double middle = x_.place(tick.value) * width;
    const double half = pen.text_width(tick.text) / 2;
    if (middle - half < end + gap) return false;
    end = middle + half;
  }
  return true;
}

void Frame::draw_x_tick(Pen& pen, const Tick& tick) const {
  const double x = left_ + x_.place(tick.value) * (right_ - left_);
  const bool is_name = !panel_.x.names.empty();
  if (!tick.text.empty() && !is_name) {
    pen.colour(tick.value == 0 && !panel_.y.names.empty() ? ink::grey : ink::pale);
    pen.stroke({{x, top_}, {x, bottom_}}, 0.4);
  }
  pen.colour(ink::black);
  if (!is_name) pen.stroke({{x, bottom_}, {x, bottom_ + (tick.text.empty() ? 1.5 : 2.5)}}, 0.5);
  if (!sides_.below || tick.text.empty()) return;
  const double room = is_name ? (right_ - left_) / static_cast<double>(panel_.x.names.size()) - gap : paper_.width;
  const FittedText fitted = fitted_text(pen, tick.text, room, 1);
  pen.text(fitted.text, {x, bottom_ + 2.5 + paper_.font_size}, Hold::middle, fitted.scale);
}

void Frame::draw_y_tick(Pen& pen, const Tick& tick) const {
  const double y = bottom_ - place_of_y(tick.value) * (bottom_ - top_);
  const bool is_name = !panel_.y.names.empty();
  if (!tick.text.empty() && !is_name) {
    pen.colour(tick.value == 0 ? ink::grey : ink::pale);
    pen.stroke({{left_, y}, {right_, y}}, 0.4);
  }
  pen.colour(ink::black);
  if (!is_name) pen.stroke({{left_ - (tick.text.empty() ? 1.5 : 2.5), y}, {left_, y}}, 0.5);
  if (!sides_.left || tick.text.empty()) return;
  const FittedText fitted = fitted_text(pen, tick.text, is_name ? 0.34 * paper_.width : paper_.width, 1);
  pen.text(fitted.text, {left_ - gap, y + 0.35 * paper_.font_size}, Hold::right, fitted.scale);
}

void Frame::draw_axes(Pen& pen) const {
  for (const Tick& tick : x_ticks_) draw_x_tick(pen, tick);
  for (const Tick& tick : y_ticks_) draw_y_tick(pen, tick);
  pen.colour(ink::black);
  pen.stroke({{left_, top_}, {left_, bottom_}, {right_, bottom_}}, 0.6);
  const FittedText title = fitted_text(pen, panel_.title, right_ - left_, 1);
  pen.text(title.text, {(left_ + right_) / 2, top_ - 0.6 * paper_.font_size}, Hold::middle, title.scale);
}

void Frame::clip(Pen& pen) const { pen.clip({left_, top_ - 1}, right_ - left_, bottom_ - top_ + 2); }

}  // namespace regretta
