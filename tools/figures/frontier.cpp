// Regret against violation: what satisfying the constraints costs a learner.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/ellipse.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {
namespace {

std::vector<DrawnPoint> ellipse_outline(const Ellipse& ellipse) {
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
    points.push_back({moved(ellipse.x, along * std::cos(ellipse.angle), -across * std::sin(ellipse.angle)),
                      moved(ellipse.y, along * std::sin(ellipse.angle), across * std::cos(ellipse.angle))});
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

FigureFamily frontier_figures(const Group& cells, std::size_t regret, std::size_t violation) {
  FigureFamily family{"", "frontier", "", "regret against violation", ""};
  for (const Group& group : groups_by(cells, setting_at_any_budget)) {
    FamilyMember& member = family.members.emplace_back(FamilyMember{setting_at_any_budget(*group.front())});
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
        const Ellipse ellipse = confidence_ellipse(cell->values[violation], cell->values[regret]);
        const bool is_grey = cell->style.is_grey;
        path.points.push_back({.x = ellipse.x, .y = ellipse.y, .label = swept && !is_grey ? budget_text(*cell) : ""});
        if (!is_grey) panel.series.push_back({cell->learner, Mark::outline, cell->style, ellipse_outline(ellipse)});
      }
      paths.push_back(std::move(path));
    }
    panel.series.insert(panel.series.end(), paths.begin(), paths.end());
    if (swept) member.notes.push_back("One point for each budget of the corruption, arrows from less to more.");
    member.notes.push_back(fmt::format("Means with the 95% confidence ellipse of both, over {}.", trials_text(group)));
  }
  return family;
}

}  // namespace regretta
