#pragma once
/// What lies between the axes of a panel. Used by drawing.hpp.

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/frame.hpp"
#include "regretta/tools/figures/paper.hpp"
#include "regretta/tools/figures/pen.hpp"

namespace regretta {

void draw_series(Pen& pen, const Panel& panel, const Paper& paper, const Frame& frame);

}  // namespace regretta
