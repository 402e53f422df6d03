// Final values against the swept corruption and horizon.

#include <algorithm>
#include <cmath>

#include "regretta/tools/figures/figure_families.hpp"

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
        path.points.push_back(point_of(x, cell->means[index_of(quantity.quantity)]));
    std::ranges::stable_sort(path.points, {}, &DrawnPoint::x);
  }
  return paths;
}

}  // namespace

FigureFamily corruption_figures(const Group& cells, const DrawnQuantity& quantity, bool logarithmic) {
  FigureFamily family{quantity.name, "over-C", "", quantity.words, " against the measured corruption C"};
  for (const Group& group : groups_by(cells, setting_at_any_budget)) {
    FamilyMember& member = family.members.emplace_back(FamilyMember{setting_at_any_budget(*group.front())});
    Panel& panel = member.panel;
    if (!has_several_budgets(group)) continue;
    panel.x = {.label = RichText::with_formulas("Corruption $C$ (constraint units)"), .from_zero = true};
    panel.y = {.label = axis_text(quantity, 'T'), .from_zero = true};
    panel.series =
        learner_paths(group, quantity, [](const PlottedCell& cell) { return cell.summary[Quantity::corruption].mean; });
    if (logarithmic) {
      panel.x.scale = bent_scale(panel.series, &DrawnPoint::x, true);
      panel.y = {.label = panel.y.label, .scale = bent_scale(panel.series, &DrawnPoint::y, true)};
    }
    member.notes = {mean_text(group, true)};
  }
  return family;
}

FigureFamily horizon_figures(const Group& cells, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "over-horizon", "", quantity.words, " against the horizon T"};
  for (const Group& group : groups_by(cells, setting_at_any_horizon)) {
    FamilyMember& member = family.members.emplace_back(FamilyMember{setting_at_any_horizon(*group.front())});
    Panel& panel = member.panel;
    if (!has_several_horizons(group)) continue;
    panel.x = {.label = RichText::with_formulas("Horizon $T$ (rounds)"), .scale = ScaleKind::logarithmic};
    panel.y.label = axis_text(quantity, 'T');
    panel.series = learner_paths(group, quantity,
                                 [](const PlottedCell& cell) { return static_cast<double>(cell.label->horizon); });
    add_root(quantity, "T", panel);
    panel.y.scale = bent_scale(panel.series, &DrawnPoint::y, true);
    member.notes = {mean_text(group, true)};
  }
  return family;
}

}  // namespace regretta
