#include "regretta/tools/figures/pen.hpp"

#include <algorithm>

namespace regretta {

FittedText fitted_text(Pen& pen, const RichText& text, double room, double scale) {
  constexpr double smallest = 0.75;
  const double width = pen.text_width(text);
  if (width <= 0 || room / width >= smallest) return {text, width <= 0 ? scale : std::min(room / width, scale)};
  std::string cut = text.plain();
  const auto is_inside_character = [&] { return (static_cast<unsigned char>(cut.back()) & 0xC0) == 0x80; };
  while (cut.size() > 1 && pen.text_width(cut + "...", smallest) > room) {
    while (cut.size() > 1 && is_inside_character()) cut.pop_back();
    cut.pop_back();
  }
  return {cut + "...", smallest};
}

}  // namespace regretta
