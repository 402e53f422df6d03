#include "regretta/tools/figures/figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "regretta/tools/text/field_text.hpp"

namespace regretta {

std::string_view mark_text(Mark mark) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Mark::num_marks)> texts = {
      "curve", "points", "steps", "bound", "guide", "across", "tile"};
  static_assert(!texts.back().empty(), "a Mark has no name");
  return texts[static_cast<std::size_t>(mark)];
}

bool has_number(const Series& series) {
  return std::ranges::any_of(series.points,
                             [](const DrawnPoint& p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

bool has_x_interval(const Series& series) {
  return std::ranges::any_of(series.points, [](const DrawnPoint& point) { return !std::isnan(point.x_low); });
}

std::string figure_csv(const Figure& figure) {
  const bool has_panels = figure.panels.size() > 1;
  const bool has_values = std::ranges::any_of(figure.panels, [](const Panel& panel) { return !panel.x.names.empty(); });
  const bool has_crosses = std::ranges::any_of(
      figure.panels, [](const Panel& panel) { return std::ranges::any_of(panel.series, has_x_interval); });
  std::vector<std::string> columns = {"series", "mark", "x", "y", "low", "high", "label"};
  if (has_panels) columns.insert(columns.begin(), "panel");
  if (has_crosses) columns.insert(columns.end(), {"x_low", "x_high"});
  if (has_values) columns.insert(columns.end(), {"value", "x_name"});
  std::string text = csv_line(columns);
  const auto unless_nan = [](double x) { return std::isnan(x) ? Value() : Value(x); };
  for (const Panel& panel : figure.panels)
    for (const Series& series : panel.series)
      for (const DrawnPoint& point : series.points) {
        Row row{series.label.plain(),
                std::string(mark_text(series.mark)),
                point.x,
                unless_nan(point.y),
                unless_nan(point.low),
                unless_nan(point.high),
                point.label};
        if (has_panels) row.insert(row.begin(), panel.name);
        if (has_crosses) row.insert(row.end(), {unless_nan(point.x_low), unless_nan(point.x_high)});
        if (has_values) {
          row.push_back(unless_nan(point.value));
          const std::vector<std::string>& names = panel.x.names;
          row.push_back(names.empty() ? Value() : Value(names[static_cast<std::size_t>(point.x)]));
        }
        text += csv_line(row);
      }
  return text;
}

}  // namespace regretta
