// Final values against the swept corruption and horizon.

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/text/cell_text.hpp"

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

bool has_several_horizons(const Group& group) {
  std::set<std::int64_t> horizons;
  for (const PlottedCell* cell : group) horizons.insert(cell->label->horizon);
  return horizons.size() > 1;
}

}  // namespace

FigureFamily corruption_figures(const Group& cells, const DrawnQuantity& quantity, bool logarithmic) {
  FigureFamily family{quantity.name + "-over-C", {}};
  const auto describe = [](const PlottedCell& cell) { return setting_of(cell, false, true); };
  for (const Group& group : groups_by(cells, describe)) {
    auto& [description, figure] = family.members.emplace_back(FamilyMember{describe(*group.front()), {}});
    if (!has_several_budgets(group)) continue;
    figure.x = {.label = "Corruption C (constraint units)", .from_zero = true};
    figure.y = {.label = axis_text(quantity), .from_zero = true};
    figure.series =
        learner_paths(group, quantity, [](const PlottedCell& cell) { return cell.summary[Quantity::corruption].mean; });
    if (logarithmic) {
      figure.x.scale = bent_scale(figure.series, &DrawnPoint::x, true);
      figure.y = {.label = figure.y.label, .scale = bent_scale(figure.series, &DrawnPoint::y, true)};
    }
    figure.caption = fmt::format("{} against the measured corruption C in {}. {}", quantity.words,
                                 description_text(description), mean_text(group, true));
  }
  return family;
}

FigureFamily horizon_figures(const Group& cells, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name + "-over-horizon", {}};
  const auto describe = [](const PlottedCell& cell) { return setting_of(cell, true, false); };
  for (const Group& group : groups_by(cells, describe)) {
    auto& [description, figure] = family.members.emplace_back(FamilyMember{describe(*group.front()), {}});
    if (!has_several_horizons(group)) continue;
    figure.x = {.label = "Horizon T (rounds)", .scale = ScaleKind::logarithmic};
    figure.y.label = axis_text(quantity);
    figure.series = learner_paths(group, quantity,
                                  [](const PlottedCell& cell) { return static_cast<double>(cell.label->horizon); });
    add_root(quantity, "T", figure);
    figure.y.scale = bent_scale(figure.series, &DrawnPoint::y, true);
    figure.caption = fmt::format("{} against the horizon T in {}. {}", quantity.words, description_text(description),
                                 mean_text(group, true));
  }
  return family;
}

}  // namespace regretta
