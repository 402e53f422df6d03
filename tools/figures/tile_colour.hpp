#pragma once
/// Colours of the tiles of a heat map. Used by series_drawing.hpp.

#include "regretta/tools/figures/figure.hpp"
#include "regretta/tools/figures/pen.hpp"

namespace regretta {

/// From nearly white for the smallest value of the panel to dark blue for the largest.
class TileColours {
 public:
  explicit TileColours(const Panel& panel);
  Colour of(double value) const;  ///< white for NaN

 private:
  double low_, high_;
};

/// Black or white, whichever has more contrast (WCAG 2): above 4.5 : 1 on any colour.
Colour ink_on(const Colour& ground);

}  // namespace regretta
