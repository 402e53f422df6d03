#include "regretta/tools/figures/figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "regretta/tools/text/value_table.hpp"

namespace regretta {

RichText RichText::with_formulas(std::string_view text) {
  RichText rich;
  std::string run;
  bool in_formula = false;
  const auto finish = [&] {
    rich.add(std::move(run), in_formula ? Script::symbol : Script::plain);
    run.clear();
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '$') {
      finish();
      in_formula = !in_formula;
    } else if (in_formula && text[k] == '_' && k + 1 < text.size()) {
      finish();
      rich.add(std::string(1, text[++k]), Script::subscript);
    } else {
      run += text[k];
    }
  }
  finish();
  return rich;
}

RichText& RichText::add(std::string text, Script script) {
  if (!text.empty()) runs_.push_back({std::move(text), script});
  return *this;
}

std::string RichText::plain() const {
  std::string text;
  for (const TextRun& run : runs_)
    text += (run.script == Script::subscript ? "_" : run.script == Script::exponent ? "^" : "") + run.text;
  return text;
}

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
