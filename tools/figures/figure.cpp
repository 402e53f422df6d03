#include "regretta/tools/figures/figure.hpp"

#include <array>
#include <cmath>

#include "regretta/tools/text/field_text.hpp"

namespace regretta {

std::string_view mark_text(Mark mark) {
  static constexpr std::array<std::string_view, 6> texts = {"curve", "points", "steps", "outline", "bound", "guide"};
  return texts[static_cast<std::size_t>(mark)];
}

std::string figure_csv(const Figure& figure) {
  std::string text = csv_line(std::vector<std::string>{"series", "mark", "x", "y", "low", "high", "label"});
  const auto end_of_interval = [](double x) { return std::isnan(x) ? Value() : Value(x); };
  for (const Series& series : figure.series)
    for (const DrawnPoint& point : series.points)
      text += csv_line(Row{series.label, std::string(mark_text(series.mark)), point.x, point.y,
                           end_of_interval(point.low), end_of_interval(point.high), point.label});
  return text;
}

}  // namespace regretta
