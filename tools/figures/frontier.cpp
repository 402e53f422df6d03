// Regret against violation: what satisfying the constraints costs a learner.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/mean_region.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"

namespace regretta {
namespace {

constexpr std::size_t most_outlines = 1000;  ///< of a panel; with more, nothing would be seen between them

/// From the values whose means are printed everywhere.
MeanRegion region_of(const Results& study, const CellLabel& cell) {
  const Quantity regret = estimated_by(Quantity::regret), violation = Quantity::violation;
  const TrialValues values = study.units(cell, {violation, regret});
  return {values[0], values[1], study.range(cell, violation), study.range(cell, regret)};
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

}  // namespace

std::vector<FigureFamily> frontier_figures(const FigureSource& source) {
  const auto has = [&](Quantity quantity) {
    return std::ranges::find(source.quantities, quantity, &DrawnQuantity::quantity) != source.quantities.end();
  };
  if (!has(Quantity::regret) || !has(Quantity::violation)) return {};
  FigureFamily family{"", "frontier", "", "regret against violation", ""};
  family.members = members_of(source.largest, setting_at_any_budget);
  family.draw = [&source](FamilyMember& member) {
    const Group& group = member.cells;
    Panel& panel = member.panel;
    if (group.size() < 2) return;
    panel.x.label = RichText::with_formulas("Violation $V_T$ (constraint units)");
    panel.y.label = RichText::with_formulas("Regret $R_T$ (loss units)");
    const bool outlined = source.has_details && group.size() <= most_outlines;
    const bool swept = has_several_budgets(group);
    if (swept) member.legend_note = "arrows: from less corruption to more; numbers: its budget";
    std::vector<Series> paths;  // drawn above the outlines
    for (const Group& learner : by_learner(group)) {
      Series path{learner.front()->learner, Mark::points, learner.front()->style, {}, swept};
      for (const PlottedCell* cell : by_corruption(learner)) {
        const bool is_grey = cell->style.is_grey && !cell->style.is_reference && !source.interactive;
        path.points.push_back({.x = cell->means[index_of(Quantity::violation)].mean,
                               .y = cell->means[index_of(Quantity::regret)].mean,
                               .label = swept && !is_grey ? budget_text(*cell) : "",
                               .cell = cell->label->cell});
        if (is_grey || !outlined) continue;
        if (const MeanRegion region = region_of(source.study, *cell->label); region.pairs() > 2)
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
  return {std::move(family)};
}

}  // namespace regretta
