// Curves over t.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// With more learners the bands would hide the lines.
constexpr std::size_t most_bands = 6;

void add_bounds(const Group& group, const DrawnQuantity& quantity, Figure& figure) {
  std::vector<std::string> said;
  for (const PlottedCell* cell : group) {
    const Bound bound = cell->bounds[index_of(quantity.quantity)];
    if (!bound.applies || !std::isfinite(bound.value)) continue;
    Series series{cell->learner, Mark::bound, cell->style, {}};
    for (const std::int64_t t : {cell->label->checkpoints.front(), cell->label->horizon})
      series.points.push_back({static_cast<double>(t), bound.value, Statistic::nan, Statistic::nan});
    figure.series.push_back(std::move(series));
    said.push_back(fmt::format("{}: {}", cell->learner, grouped(std::llround(bound.value))));
  }
  if (!said.empty())
    figure.caption += fmt::format(" Dash-dotted: the theorem's right-hand side at T ({}).", fmt::join(said, "; "));
}

Figure curve_figure(const Group& group, const DrawnQuantity& quantity, const CurveStyle& style) {
  Figure figure;
  figure.x = {.label = "Round t", .from_zero = true};
  figure.y = {.label = axis_text(quantity), .from_zero = true};
  const bool has_bands = group.size() <= most_bands;
  for (const PlottedCell* cell : group) {
    Series& series = figure.series.emplace_back(Series{cell->learner, Mark::curve, cell->style, {}});
    for (std::size_t c = 0; c < cell->label->checkpoints.size(); ++c)
      series.points.push_back(
          point_of(static_cast<double>(cell->label->checkpoints[c]), cell->curves[*quantity.curve_column][c]));
    if (has_bands) continue;
    for (DrawnPoint& point : series.points) point.low = point.high = Statistic::nan;
  }
  figure.caption = fmt::format("{} over t in {}. {} Straight lines join the {} checkpoints of the file.",
                               quantity.words, description_text(setting_of(*group.front(), true, true)),
                               mean_text(group, has_bands), group.front()->label->checkpoints.size());
  if (style.bounds) add_bounds(group, quantity, figure);
  if (style.logarithmic) {
    add_root(quantity, "t", figure);
    figure.x.scale = ScaleKind::logarithmic;
    figure.y.scale = bent_scale(figure.series, &DrawnPoint::y, false);
  }
  return figure;
}

}  // namespace

FigureFamily curve_figures(const Group& cells, const DrawnQuantity& quantity, const CurveStyle& style) {
  FigureFamily family{quantity.name + "-over-t", {}};
  if (!quantity.curve_column) return family;
  const auto describe = [](const PlottedCell& cell) { return setting_of(cell, true, true); };
  for (const Group& group : groups_by(cells, describe))
    family.members.push_back({describe(*group.front()), curve_figure(group, quantity, style)});
  return family;
}

}  // namespace regretta
