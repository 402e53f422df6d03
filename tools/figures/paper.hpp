#pragma once
/// The paper that figures are drawn on: its width, and the font.

#include <string>

namespace regretta {

struct Paper {
  double width = 234;                    ///< points of 1/72 inch: one column of a two-column page
  double font_size = 8;                  ///< points
  double resolution = 300;               ///< pixels per inch of a PNG
  std::string font = "Liberation Sans";  ///< of the machine; the output depends on it and on Cairo's version
};

}  // namespace regretta
