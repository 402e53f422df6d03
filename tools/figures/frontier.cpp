// Regret against violation, or any quantity against another: what satisfying the constraints costs a learner.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/mean_region.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"

namespace regretta {
namespace {

constexpr std::size_t most_outlines = 1000;  ///< of a panel; with more, nothing would be seen between them

/// What the axes show.
struct Axes {
  const DrawnQuantity *x, *y;
};

/// Regret, or else the first quantity, against each of the others; on the page only against violation.
std::vector<Axes> axes_of(const FigureSource& source) {
  const auto find = [&](Quantity quantity) {
    return std::ranges::find(source.quantities, quantity, &DrawnQuantity::quantity);
  };
  if (source.quantities.empty()) return {};
  const auto regret = find(Quantity::regret);
  const DrawnQuantity* y = &*(regret == source.quantities.end() ? source.quantities.begin() : regret);
  std::vector<Axes> all;
  for (const DrawnQuantity& x : source.quantities)
    if (&x != y && (!source.interactive || x.quantity == Quantity::violation)) all.push_back({&x, y});
  return all;
}

/// From the values whose means are printed everywhere.
MeanRegion region_of(const Results& study, const CellLabel& cell, const Axes& axes) {
  const Quantity x = estimated_by(axes.x->quantity), y = estimated_by(axes.y->quantity);
  const TrialValues values = study.units(cell, {x, y});
  return {values[0], values[1], study.range(cell, x), study.range(cell, y)};
}

std::vector<DrawnPoint> outline_of(const MeanRegion& region, const PlottedCell& cell) {
  constexpr int corners = 48;
  std::vector<DrawnPoint> points;
  for (int k = 0; k < corners; ++k) {
    const auto [x, y] = region.outline(2 * std::numbers::pi * k / corners);
    points.push_back({.x = x, .y = y, .cell = cell.label->cell});
  }
  return points;
}

/// "64": the budget of the corruption, if the study sweeps it.
std::string budget_text(const PlottedCell& cell) {
  std::string text;
  for (const NamedText& entry : cell.budget) text += (text.empty() ? "" : ", ") + entry.second;
  return text;
}

/// From the least corruption to the most.
Group by_corruption(Group cells) {
  std::ranges::stable_sort(cells, {}, [](const PlottedCell* cell) {
    const double corruption = cell->summary[Quantity::corruption].mean;
    return std::isfinite(corruption) ? corruption : 0;
  });
  return cells;
}

FigureFamily frontier_of(const FigureSource& source, const Axes& axes) {
  const bool is_usual = axes.y->quantity == Quantity::regret && axes.x->quantity == Quantity::violation;
  FigureFamily family{is_usual ? "" : axes.y->name + "-" + axes.x->name, "frontier", "",
                      axes.y->words + " against " + axes.x->words, ""};
  family.members = members_of(source.largest, setting_at_any_budget);
  family.draw = [&source, axes](FamilyMember& member) {
    const Group& group = member.cells;
    Panel& panel = member.panel;
    if (group.size() < 2) return;
    panel.x.label = axis_text(*axes.x, 'T');
    panel.y.label = axis_text(*axes.y, 'T');
    const bool outlined = source.has_details && group.size() <= most_outlines;
    const bool swept = has_several_budgets(group);
    if (swept) member.legend_note = "arrows: from less corruption to more; numbers: its budget";
    std::vector<Series> paths;  // drawn above the outlines
    for (const Group& learner : by_learner(group)) {
      Series path{learner.front()->learner, Mark::points, learner.front()->style, {}, swept};
      for (const PlottedCell* cell : by_corruption(learner)) {
        const bool is_grey = cell->style.is_grey && !cell->style.is_reference && !source.interactive;
        path.points.push_back({.x = cell->means[index_of(axes.x->quantity)].mean,
                               .y = cell->means[index_of(axes.y->quantity)].mean,
                               .label = swept && !is_grey ? budget_text(*cell) : "",
                               .cell = cell->label->cell});
        if (is_grey || !outlined) continue;
        if (const MeanRegion region = region_of(source.study, *cell->label, axes); region.pairs() > 2)
          panel.series.push_back({cell->learner, Mark::outline, cell->style, outline_of(region, *cell)});
      }
      paths.push_back(std::move(path));
    }
    panel.series.insert(panel.series.end(), paths.begin(), paths.end());
    if (swept) member.notes.push_back("One point for each budget of the corruption, arrows from less to more.");
    member.notes.push_back(
        outlined || source.interactive
            ? fmt::format("Means with the 95% region of both, from what was seen, over {}.", trials_text(group))
            : mean_text(group, false));
  };
  return family;
}

}  // namespace

std::vector<FigureFamily> frontier_figures(const FigureSource& source) {
  std::vector<FigureFamily> families;
  for (const Axes& axes : axes_of(source)) families.push_back(frontier_of(source, axes));
  return families;
}

}  // namespace regretta
