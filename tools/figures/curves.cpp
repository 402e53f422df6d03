// Curves over t.

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/figures/scale.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// Whether straight lines between the checkpoints would be long at the end of a linear axis.
bool are_log_spaced(const std::vector<std::int64_t>& checkpoints) {
  const std::size_t n = checkpoints.size();
  if (n < 4) return false;
  const auto gap = [&](std::size_t k) { return static_cast<double>(checkpoints[k] - checkpoints[k - 1]); };
  const double mean_gap = static_cast<double>(checkpoints.back() - checkpoints.front()) / static_cast<double>(n - 1);
  return gap(n - 1) > 2 * mean_gap;
}

/// A bound that would leave the curves less than this share of a linear axis is not drawn to scale.
constexpr double least_share = 0.4;

void add_bounds(const Group& group, const DrawnQuantity& quantity, FamilyMember& member) {
  Panel& panel = member.panel;
  std::vector<double> heights;
  for (const Series& series : panel.series)
    for (const DrawnPoint& point : series.points) heights.insert(heights.end(), {point.y, point.low, point.high});
  const Scale curves(panel.y, heights);
  std::vector<std::string> said;
  bool any_beyond = false;
  for (const PlottedCell* cell : group) {
    const Bound bound = cell->bounds[index_of(quantity.quantity)];
    if (!bound.applies || !std::isfinite(bound.value) || cell->style.is_grey) continue;
    Series series{cell->learner, Mark::bound, cell->style, {}};
    series.beyond = curves.place(bound.value) > 1 / least_share;
    any_beyond = any_beyond || series.beyond;
    for (const std::int64_t t : {cell->label->checkpoints.front(), cell->label->horizon})
      series.points.push_back({static_cast<double>(t), bound.value});
    panel.series.push_back(std::move(series));
    said.push_back(fmt::format("{}: {}", cell->learner, grouped(std::llround(bound.value))));
  }
  if (!said.empty())
    member.notes.push_back(fmt::format("Dash-dotted: the theorem's right-hand side at T ({}){}.", fmt::join(said, "; "),
                                       any_beyond ? "; an arrow at the edge: it lies far above the axis" : ""));
}

/// The means without intervals, which take long.
std::vector<MeanEstimate> means_on_curve(const CellSummary& summary, std::size_t column) {
  std::vector<MeanEstimate> means;
  for (const auto& point : summary.curve) means.push_back({.mean = point[column].mean});
  return means;
}

FamilyMember curve_member(const Group& group, const DrawnQuantity& quantity, const CurveStyle& style,
                          const Results& study) {
  FamilyMember member{whole_setting(*group.front())};
  Panel& panel = member.panel;
  const std::vector<std::int64_t>& checkpoints = group.front()->label->checkpoints;
  const bool log_spaced = are_log_spaced(checkpoints);
  panel.x = {.label = RichText::with_formulas("Round $t$"), .from_zero = true};
  panel.y = {.label = axis_text(quantity, 't'), .from_zero = true};
  const bool has_bands = group.size() <= most_bands;
  for (const PlottedCell* cell : group) {
    Series& series = panel.series.emplace_back(Series{cell->learner, Mark::curve, cell->style, {}});
    series.dotted = log_spaced && style.scale == AxisScale::linear;
    const std::vector<MeanEstimate> curve =
        has_bands ? study.curve(*cell->label, quantity.quantity) : means_on_curve(cell->summary, *quantity.mean_column);
    for (std::size_t c = 0; c < curve.size(); ++c)
      series.points.push_back(point_of(static_cast<double>(cell->label->checkpoints[c]), curve[c]));
  }
  member.notes = {mean_text(group, has_bands),
                  fmt::format("Straight lines join the {} checkpoints of the file.", checkpoints.size())};
  const bool logarithmic = style.scale == AxisScale::logarithmic;
  if (logarithmic || (log_spaced && style.scale == AxisScale::automatic)) panel.x.scale = ScaleKind::logarithmic;
  if (logarithmic) add_root(quantity, "t", panel);
  if (logarithmic) panel.y.scale = bent_scale(panel.series, &DrawnPoint::y, false);
  if (style.bounds) add_bounds(group, quantity, member);
  return member;
}

}  // namespace

FigureFamily curve_figures(const Group& cells, const DrawnQuantity& quantity, const CurveStyle& style,
                           const Results& study) {
  FigureFamily family{quantity.name, "over-t", "", quantity.words, " over t"};
  if (!quantity.mean_column) return family;
  for (const Group& group : groups_by(cells, whole_setting))
    family.members.push_back(curve_member(group, quantity, style, study));
  return family;
}

}  // namespace regretta
