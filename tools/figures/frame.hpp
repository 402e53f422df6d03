#pragma once
/// The frame of a panel: its position on the paper, its axes with ticks and labels, and the map from numbers to points.
/// Used by drawing.hpp.

#include <vector>

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/paper.hpp"
#include "regretta/tools/figures/pen.hpp"
#include "regretta/tools/figures/scale.hpp"

namespace regretta {

/// Which sides of a panel have numbers; the others share those of a neighbour.
struct NumberedSides {
  bool left = true, below = true;
};

class Frame {
 public:
  static constexpr double gap = 4;  ///< between related elements

  /// `panel` and `paper` must outlive the frame.
  Frame(const Panel& panel, const Paper& paper, Scale x, Scale y, NumberedSides sides);

  double room_left(Pen& pen) const;       ///< for the numbers; without the label
  double room_right(Pen& pen) const;      ///< for half of the last number
  double room_below() const;              ///< for the numbers or names; without the label
  double room_above() const;              ///< for the title
  double height_for(double width) const;  ///< a good height of a plot this wide

  NumberedSides sides() const { return sides_; }

  /// The rectangle of the plot. Chooses the ticks; `pen` is only used to measure text.
  void place(Pen& pen, PaperPoint upper_left, double width, double height);

  PaperPoint upper_left() const { return {left_, top_}; }  ///< of the plot
  PaperPoint lower_right() const { return {right_, bottom_}; }
  void draw_axes(Pen& pen) const;
  void clip(Pen& pen) const;  ///< clips to the plot, until pen.restore()

  PaperPoint at(double x, double y) const;
  /// The end of an interval, moved to the edge of the plot if it lies outside.
  PaperPoint end_at(double x, double y) const;
  bool is_inside(const PaperPoint& place) const;
  /// The labels of the axes with the powers of ten that their ticks leave out.
  RichText x_label() const;
  RichText y_label() const;

 private:
  double place_of_y(double y) const;  ///< 0 at the bottom; names are from the top
  bool have_room(Pen& pen, double width) const;
  void draw_x_tick(Pen& pen, const Tick& tick) const;
  void draw_y_tick(Pen& pen, const Tick& tick) const;

  const Panel& panel_;
  const Paper& paper_;
  Scale x_, y_;
  NumberedSides sides_;
  std::vector<Tick> x_ticks_, y_ticks_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
};

}  // namespace regretta
