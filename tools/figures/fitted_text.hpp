#pragma once
/// Text that is too long for its space. Used by frame.hpp, legend.hpp and drawing.hpp.

#include "regretta/tools/figures/pen.hpp"

namespace regretta {

struct FittedText {
  RichText text;
  double scale = 1;
};

/// The text at `scale`; if that is wider than `room`, it is made smaller, and then truncated.
FittedText fitted_text(Pen& pen, const RichText& text, double room, double scale);

}  // namespace regretta
