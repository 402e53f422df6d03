#pragma once
/// The legend below the panels: one entry per learner and kind of line, those in grey last. Used by drawing.hpp.

#include <vector>

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/paper.hpp"
#include "regretta/tools/figures/pen.hpp"

namespace regretta {

class Legend {
 public:
  /// `figure` and `paper` must outlive the legend.
  Legend(const Figure& figure, const Paper& paper);

  /// Places the entries below `top`, smaller if the legend would be higher than `most`; returns where it ends. `pen` is
  /// only used to measure text.
  double place(Pen& pen, double top, double most);
  void draw(Pen& pen) const;

 private:
  double place_entries(Pen& pen, double top);
  double sample() const;  ///< length of a line's sample
  void draw_entry(Pen& pen, const Series& series, PaperPoint place) const;

  const Figure& figure_;
  const Paper& paper_;
  std::vector<const Series*> series_;
  std::vector<PaperPoint> places_;
  double scale_ = 1;  ///< of text, samples and rows
  double note_y_ = 0;
};

}  // namespace regretta
