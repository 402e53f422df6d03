#pragma once
/// A figure on paper: where its panels, their labels and the legend are. Used by drawing.hpp.

#include <algorithm>
#include <string>
#include <vector>

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/frame.hpp"
#include "regretta/tools/figures/legend.hpp"
#include "regretta/tools/figures/paper.hpp"
#include "regretta/tools/figures/pen.hpp"

namespace regretta {

class FigureLayout {
 public:
  /// `figure` and `paper` must outlive the layout.
  FigureLayout(const Figure& figure, const Paper& paper);

  /// Places everything, which depends on the width of the numbers; returns the height of the paper. `pen` is only used
  /// to measure text. Throws std::invalid_argument if the paper has too little room.
  double measure(Pen& pen);
  void draw(Pen& pen) const;

 private:
  std::size_t rows() const { return (frames_.size() + columns_ - 1) / columns_; }
  double middle() const { return (lefts_.front() + lefts_.back() + plot_width_) / 2; }  ///< of the plots
  double title_room() const { return 2 * std::min(middle(), paper_.width - middle()) - paper_.font_size; }
  /// The panels of a row or of a column.
  std::vector<std::size_t> row(std::size_t row) const;
  std::vector<std::size_t> column(std::size_t column) const;

  void place_columns(Pen& pen);
  void place_title(Pen& pen);
  double place_rows(Pen& pen, double top);
  void draw_title(Pen& pen) const;
  void draw_x_labels(Pen& pen) const;
  void draw_y_labels(Pen& pen) const;
  void draw_y_label(Pen& pen, std::size_t panel, double x, double top, double bottom) const;

  const Figure& figure_;
  const Paper& paper_;
  std::size_t columns_;
  std::vector<Frame> frames_;
  std::vector<double> lefts_;   ///< of the columns' plots
  std::vector<double> starts_;  ///< of the columns, with their labels
  double plot_width_ = 0;
  std::vector<std::string> title_;  ///< line by line
  Legend legend_;
};

}  // namespace regretta
