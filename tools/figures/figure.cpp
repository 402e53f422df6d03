#include "regretta/tools/figures/figure.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "regretta/tools/text/human_text.hpp"
#include "regretta/tools/text/value_table.hpp"

namespace regretta {

using nlohmann::ordered_json;

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

bool is_drawable(const Series& series) {
  return std::ranges::any_of(series.points,
                             [](const DrawnPoint& p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

std::string figure_csv(const Figure& figure) {
  const bool has_panels = figure.panels.size() > 1;
  const bool has_x_names =
      std::ranges::any_of(figure.panels, [](const Panel& panel) { return !panel.x.names.empty(); });
  const bool has_x_intervals = std::ranges::any_of(figure.panels, [](const Panel& panel) {
    return std::ranges::any_of(panel.series, [](const Series& series) {
      return std::ranges::any_of(series.points, [](const DrawnPoint& point) { return !std::isnan(point.x_low); });
    });
  });
  std::vector<std::string> columns = {"series", "mark", "x", "y", "low", "high", "label"};
  if (has_panels) columns.insert(columns.begin(), "panel");
  if (has_x_intervals) columns.insert(columns.end(), {"x_low", "x_high"});
  if (has_x_names) columns.insert(columns.end(), {"value", "x_name"});
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
        if (has_x_intervals) row.insert(row.end(), {unless_nan(point.x_low), unless_nan(point.x_high)});
        if (has_x_names) {
          row.push_back(unless_nan(point.value));
          const std::vector<std::string>& names = panel.x.names;
          row.push_back(names.empty() ? Value() : Value(names[static_cast<std::size_t>(point.x)]));
        }
        text += csv_line(row);
      }
  return text;
}

namespace {

/// The runs of a text as an array; each is [text], or [text, "symbol" | "subscript" | "exponent"].
ordered_json text_json(const RichText& text) {
  static constexpr std::array scripts = {"plain", "symbol", "subscript", "exponent"};
  ordered_json runs = ordered_json::array();
  for (const TextRun& run : text.runs())
    runs.push_back(run.script == Script::plain
                       ? ordered_json::array({run.text})
                       : ordered_json::array({run.text, scripts[static_cast<std::size_t>(run.script)]}));
  return runs;
}

const char* scale_text(ScaleKind kind) {
  return kind == ScaleKind::linear ? "linear" : kind == ScaleKind::logarithmic ? "log" : "asinh";
}

ordered_json axis_json(const Axis2D& axis) {
  ordered_json json = {{"label", text_json(axis.label)}, {"scale", scale_text(axis.scale)}};
  if (axis.from_zero) json["from_zero"] = true;
  if (!axis.names.empty()) json["names"] = axis.names;
  return json;
}

/// The cell of each point; a single number if all points have the same cell, null if no point has a cell.
ordered_json cells_json(const std::vector<DrawnPoint>& points) {
  std::vector<std::int64_t> cells;
  for (const DrawnPoint& point : points) cells.push_back(point.cell);
  const bool are_equal = std::ranges::all_of(cells, [&](std::int64_t cell) { return cell == cells.front(); });
  return !are_equal                           ? ordered_json(cells)
         : cells.empty() || cells.front() < 0 ? ordered_json()
                                              : ordered_json(cells[0]);
}

ordered_json series_json(const Series& series, int digits) {
  ordered_json json = {
      {"label", series.label.plain()}, {"mark", mark_text(series.mark)}, {"style", series.style.learner_index}};
  if (ordered_json cells = cells_json(series.points); !cells.is_null()) json["cell"] = std::move(cells);
  if (series.directed) json["directed"] = true;
  if (series.beyond) json["beyond"] = true;
  const auto numbers = [&](double DrawnPoint::*field, int kept_digits) {
    std::vector<double> values;
    for (const DrawnPoint& point : series.points)
      values.push_back(digits == 0 ? point.*field : with_digits(point.*field, kept_digits));
    return values;
  };
  const auto has = [&](double DrawnPoint::*field) {
    return std::ranges::any_of(series.points, [&](const DrawnPoint& point) { return !std::isnan(point.*field); });
  };
  json["x"] = numbers(&DrawnPoint::x, digits);
  json["y"] = numbers(&DrawnPoint::y, digits);
  if (has(&DrawnPoint::low)) {
    json["low"] = numbers(&DrawnPoint::low, digits - 3);
    json["high"] = numbers(&DrawnPoint::high, digits - 3);
  }
  if (has(&DrawnPoint::x_low)) {
    json["x_low"] = numbers(&DrawnPoint::x_low, digits - 3);
    json["x_high"] = numbers(&DrawnPoint::x_high, digits - 3);
  }
  if (has(&DrawnPoint::value)) json["value"] = numbers(&DrawnPoint::value, digits);
  if (std::ranges::any_of(series.points, [](const DrawnPoint& point) { return !point.label.empty(); })) {
    ordered_json& labels = json["labels"] = ordered_json::array();
    for (const DrawnPoint& point : series.points) labels.push_back(point.label);
  }
  return json;
}

}  // namespace

ordered_json style_json(const LineStyle& style) {
  ordered_json json = {{"hue", style.hue}};
  if (style.order) {
    const auto& [share, number, name] = *style.order;
    json["order"] = {{"share", share}, {"number", number}, {"name", name}};
  }
  if (style.is_grey) json["grey"] = true;
  if (style.is_reference) json["reference"] = true;
  return json;
}

ordered_json panel_json(const Panel& panel, int digits) {
  ordered_json list = ordered_json::array();
  std::size_t last_with_x = 0;  // index of the last series that lists x; series after it have the same x
  for (const Series& series : panel.series) {
    ordered_json json = series_json(series, digits);
    const bool repeats_x = !list.empty() && list[last_with_x]["x"] == json["x"];
    if (repeats_x) json.erase("x");
    if (!repeats_x) last_with_x = list.size();
    list.push_back(std::move(json));
  }
  return {{"title", text_json(panel.title)},
          {"x", axis_json(panel.x)},
          {"y", axis_json(panel.y)},
          {"series", std::move(list)}};
}

std::string figure_json(const Figure& figure) {
  ordered_json styles = ordered_json::object(), panels = ordered_json::array();
  for (const Panel& panel : figure.panels) {
    ordered_json json = {{"name", panel.name}};
    json.update(panel_json(panel));
    panels.push_back(std::move(json));
    for (const Series& series : panel.series)
      if (series.mark != Mark::guide) styles[std::to_string(series.style.learner_index)] = style_json(series.style);
  }
  const ordered_json json = {{"name", figure.name},
                             {"origin", figure.origin},
                             {"kind", figure.kind},
                             {"quantity", figure.quantity},
                             {"over", figure.over},
                             {"title", figure.title},
                             {"caption", figure.caption},
                             {"note", figure.note},
                             {"width", figure.width},
                             {"columns", figure.columns},
                             {"own_scales", figure.own_scales},
                             {"styles", std::move(styles)},
                             {"panels", std::move(panels)}};
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace regretta
