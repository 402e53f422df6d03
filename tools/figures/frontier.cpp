// Regret against violation: what satisfying the constraints costs a learner.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/ellipse.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"

namespace regretta {
namespace {

std::vector<DrawnPoint> ellipse_outline(const Ellipse& ellipse, const PlottedCell& cell) {
  constexpr int corners = 48;
  // Where one of the two is the same in all trials, what the rounding of the angle leaves is no spread.
  const auto moved = [least = 1e-12 * ellipse.major](double from, double first, double second) {
    return std::abs(first + second) < least ? from : from + first + second;
  };
  std::vector<DrawnPoint> points;
  for (int k = 0; k < corners; ++k) {
    const double turn = 2 * std::numbers::pi * k / corners;
    const double along = ellipse.major * std::cos(turn);
    const double across = ellipse.minor * std::sin(turn);
    points.push_back({.x = moved(ellipse.x, along * std::cos(ellipse.angle), -across * std::sin(ellipse.angle)),
                      .y = moved(ellipse.y, along * std::sin(ellipse.angle), across * std::cos(ellipse.angle)),
                      .cell = cell.label->cell});
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
  for (FamilyMember& member : family.members) {
    const Group& group = member.cells;
    Panel& panel = member.panel;
    if (group.size() < 2) continue;
    panel.x.label = RichText::with_formulas("Violation $V_T$ (constraint units)");
    panel.y.label = RichText::with_formulas("Regret $R_T$ (loss units)");
    const bool swept = has_several_budgets(group);
    if (swept) member.legend_note = "arrows: from less corruption to more; numbers: its budget";
    std::vector<Series> paths;  // drawn above the outlines
    for (const Group& learner : by_learner(group)) {
      Series path{learner.front()->learner, Mark::points, learner.front()->style, {}, swept};
      for (const PlottedCell* cell : by_corruption(learner)) {
        const Ellipse ellipse = confidence_ellipse(cell->values[place_of_violation], cell->values[place_of_regret]);
        const bool is_grey = cell->style.is_grey && !source.interactive;
        path.points.push_back({.x = ellipse.x,
                               .y = ellipse.y,
                               .label = swept && !is_grey ? budget_text(*cell) : "",
                               .cell = cell->label->cell});
        if (!is_grey && source.has_details)
          panel.series.push_back({cell->learner, Mark::outline, cell->style, ellipse_outline(ellipse, *cell)});
      }
      paths.push_back(std::move(path));
    }
    panel.series.insert(panel.series.end(), paths.begin(), paths.end());
    if (swept) member.notes.push_back("One point for each budget of the corruption, arrows from less to more.");
    member.notes.push_back(fmt::format("Means with the 95% confidence ellipse of both, over {}.", trials_text(group)));
  }
  return {std::move(family)};
}

}  // namespace regretta
