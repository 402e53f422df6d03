// Final values against the swept corruption and horizon.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/figures/figure_kinds.hpp"

namespace regretta {
namespace {

/// The final values of each learner, by x.
template <class Of>
std::vector<Series> learner_paths(const Group& group, const DrawnQuantity& quantity, const Of& x_of) {
  std::vector<Series> paths;
  for (const Group& learner : by_learner(group)) {
    Series& path = paths.emplace_back(Series{learner.front()->learner, Mark::points, learner.front()->style, {}});
    for (const PlottedCell* cell : learner)
      if (const double x = x_of(*cell); std::isfinite(x))
        path.points.push_back(point_of(x, cell->means[index_of(quantity.quantity)], *cell));
    std::ranges::stable_sort(path.points, {}, &DrawnPoint::x);
  }
  return paths;
}

/// Says where the regret ends before the violation.
void note_absence(const DrawnQuantity& quantity, FamilyMember& member) {
  if (quantity.quantity != Quantity::regret) return;
  std::vector<std::string> budgets;
  for (const Group& level : groups_by(member.cells, budget_of))
    if (std::ranges::all_of(level,
                            [](const PlottedCell* cell) { return std::isnan(cell->summary[Quantity::regret].mean); }))
      budgets.push_back(description_text(budget_of(*level.front())));
  if (budgets.empty()) return;
  member.notes.push_back(
      fmt::format("There is no regret at {}: no strategy satisfies the constraints there.", fmt::join(budgets, "; ")));
}

}  // namespace

FigureFamily corruption_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "over-C", "", quantity.words, " against the measured corruption C"};
  family.members = members_of(source.largest, setting_at_any_budget);
  family.draw = [&source, &quantity](FamilyMember& member) {
    const Group& group = member.cells;
    Panel& panel = member.panel;
    if (!has_several_budgets(group)) return;
    DrawnQuantity corruption = drawn_quantity(source.study.quantities(), Quantity::corruption);
    corruption.per_round = source.study.is_per_round();
    panel.x = {.label = axis_text(corruption, 'T'), .from_zero = true};
    panel.y = {.label = axis_text(quantity, 'T'), .from_zero = true};
    panel.series =
        learner_paths(group, quantity, [](const PlottedCell& cell) { return cell.summary[Quantity::corruption].mean; });
    panel.x.bent = bent_scale(panel.series, &DrawnPoint::x, true);
    panel.y.bent = bent_scale(panel.series, &DrawnPoint::y, true);
    if (source.scale == AxisScale::logarithmic) {
      panel.x.scale = *panel.x.bent;
      panel.y = {.label = panel.y.label, .scale = *panel.y.bent};
    }
    member.notes = {mean_text(group, true)};
    note_absence(quantity, member);
  };
  return family;
}

FigureFamily horizon_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "over-horizon", "", quantity.words, " against the horizon T"};
  family.members = members_of(source.all, setting_at_any_horizon);
  family.draw = [&quantity](FamilyMember& member) {
    const Group& group = member.cells;
    Panel& panel = member.panel;
    if (!has_several_horizons(group)) return;
    panel.x = {.label = RichText::with_formulas("Horizon $T$ (rounds)"), .scale = ScaleKind::logarithmic};
    panel.y.label = axis_text(quantity, 'T');
    panel.series = learner_paths(group, quantity,
                                 [](const PlottedCell& cell) { return static_cast<double>(cell.label->horizon); });
    add_root(quantity, "T", panel);
    panel.y.scale = bent_scale(panel.series, &DrawnPoint::y, true);
    member.notes = {mean_text(group, true)};
  };
  return family;
}

}  // namespace regretta
