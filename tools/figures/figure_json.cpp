#include "regretta/tools/figures/figure_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

/// Runs of text: [text], or [text, "symbol" | "subscript" | "exponent"].
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

/// One value for all points if they share it.
ordered_json cells_json(const std::vector<DrawnPoint>& points) {
  std::vector<std::int64_t> cells;
  for (const DrawnPoint& point : points) cells.push_back(point.cell);
  const bool is_one = std::ranges::all_of(cells, [&](std::int64_t cell) { return cell == cells.front(); });
  return !is_one ? ordered_json(cells) : cells.empty() || cells.front() < 0 ? ordered_json() : ordered_json(cells[0]);
}

ordered_json series_json(const Series& series, int digits) {
  ordered_json json = {
      {"label", series.label.plain()}, {"mark", mark_text(series.mark)}, {"style", series.style.place}};
  if (ordered_json cells = cells_json(series.points); !cells.is_null()) json["cell"] = std::move(cells);
  if (series.directed) json["directed"] = true;
  if (series.beyond) json["beyond"] = true;
  const auto numbers = [&](double DrawnPoint::*which, int kept) {
    std::vector<double> all;
    for (const DrawnPoint& point : series.points)
      all.push_back(digits == 0 ? point.*which : with_digits(point.*which, kept));
    return all;
  };
  const auto any = [&](double DrawnPoint::*which) {
    return std::ranges::any_of(series.points, [&](const DrawnPoint& point) { return !std::isnan(point.*which); });
  };
  json["x"] = numbers(&DrawnPoint::x, digits);
  json["y"] = numbers(&DrawnPoint::y, digits);
  if (any(&DrawnPoint::low)) {
    json["low"] = numbers(&DrawnPoint::low, digits - 3);
    json["high"] = numbers(&DrawnPoint::high, digits - 3);
  }
  if (any(&DrawnPoint::x_low)) {
    json["x_low"] = numbers(&DrawnPoint::x_low, digits - 3);
    json["x_high"] = numbers(&DrawnPoint::x_high, digits - 3);
  }
  if (any(&DrawnPoint::value)) json["value"] = numbers(&DrawnPoint::value, digits);
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
  ordered_json all = ordered_json::array();
  std::size_t last = 0;  // the series that has its places
  for (const Series& series : panel.series) {
    ordered_json json = series_json(series, digits);
    // Most series of a panel are at the same places: those of the one before are left out.
    if (!all.empty() && all[last]["x"] == json["x"])
      json.erase("x");
    else
      last = all.size();
    all.push_back(std::move(json));
  }
  return {{"title", text_json(panel.title)},
          {"x", axis_json(panel.x)},
          {"y", axis_json(panel.y)},
          {"series", std::move(all)}};
}

std::string figure_json(const Figure& figure) {
  ordered_json styles = ordered_json::object(), panels = ordered_json::array();
  for (const Panel& panel : figure.panels) {
    ordered_json json = {{"name", panel.name}};
    json.update(panel_json(panel));
    panels.push_back(std::move(json));
    for (const Series& series : panel.series)
      if (series.mark != Mark::guide) styles[std::to_string(series.style.place)] = style_json(series.style);
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
