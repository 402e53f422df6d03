#pragma once
/// The frame of a plot: its position on the paper, its axes with ticks and labels, and the map from numbers to points.
/// Used by drawing.hpp.

#include <string>
#include <vector>

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/paper.hpp"
#include "regretta/tools/figures/pen.hpp"
#include "regretta/tools/figures/scale.hpp"

namespace regretta {

class Frame {
 public:
  static constexpr double gap = 4;  ///< between related elements

  /// `figure` and `paper` must outlive the frame.
  Frame(const Figure& figure, const Paper& paper);

  /// Places the frame, which depends on the width of its numbers; `pen` is only used to measure text. Throws
  /// std::invalid_argument if the paper has too little room.
  void measure(Pen& pen);

  PaperPoint upper_left() const { return {left_, top_}; }  ///< of the plot
  PaperPoint lower_right() const { return {right_, bottom_}; }
  double bottom() const { return bottom_; }         ///< of the plot
  double height() const { return bottom_ - top_; }  ///< of the plot
  double below_label() const;                       ///< of the label of the x axis
  void draw_axes(Pen& pen) const;
  void clip(Pen& pen) const;  ///< clips to the plot, until pen.unclip()

  PaperPoint at(double x, double y) const;
  /// The end of an interval, moved to the edge of the plot if it lies outside.
  PaperPoint end_at(double x, double y) const;
  bool is_inside(const PaperPoint& place) const;

 private:
  bool have_room(Pen& pen) const;
  void tick_text(Pen& pen, const Tick& tick, PaperPoint middle, Hold hold) const;

  const Figure& figure_;
  const Paper& paper_;
  Scale x_, y_;
  std::vector<Tick> x_ticks_, y_ticks_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
};

}  // namespace regretta
