// Regret against violation, or any quantity against another.

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "regretta/tools/figures/figure_kinds.hpp"

namespace regretta {
namespace {

/// The quantities on the two axes of a panel.
struct Axes {
  const DrawnQuantity *x, *y;
};

/// Regret, or else the first quantity, against each of the others.
std::vector<Axes> axis_pairs(const FigureSource& source) {
  const auto find = [&](Quantity quantity) {
    return std::ranges::find(source.quantities, quantity, &DrawnQuantity::quantity);
  };
  if (source.quantities.empty()) return {};
  const auto regret = find(Quantity::regret);
  const DrawnQuantity* y = &*(regret == source.quantities.end() ? source.quantities.begin() : regret);
  std::vector<Axes> pairs;
  for (const DrawnQuantity& x : source.quantities)
    if (&x != y) pairs.push_back({&x, y});
  return pairs;
}

/// The budget of the corruption (several if the environment has several), such as "64"; "" if it is not swept.
std::string budget_text(const PlottedCell& cell) {
  std::string text;
  for (const NamedText& entry : cell.budget) text += (text.empty() ? "" : ", ") + entry.second;
  return text;
}

/// The cells in order of their mean corruption.
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
    const bool swept = has_several_budgets(group);
    if (swept) member.legend_note = "arrows: from less corruption to more; numbers: its budget";
    for (const Group& learner : by_learner(group)) {
      Series path{learner.front()->learner, Mark::points, learner.front()->style, {}, swept};
      for (const PlottedCell* cell : by_corruption(learner)) {
        const bool is_grey = cell->style.is_grey && !cell->style.is_reference && !source.interactive;
        const MeanEstimate &x = cell->means[index_of(axes.x->quantity)], &y = cell->means[index_of(axes.y->quantity)];
        DrawnPoint& point = path.points.emplace_back(point_of(x.mean, y, *cell));
        point.x_low = x.interval.low;
        point.x_high = x.interval.high;
        point.label = swept && !is_grey ? budget_text(*cell) : "";
      }
      panel.series.push_back(std::move(path));
    }
    if (swept)
      member.notes.push_back(fmt::format("One point for each budget of the corruption{}.",
                                         source.interactive ? "" : ", arrows from less to more"));
    member.notes.push_back(mean_text(group, true));
  };
  return family;
}

}  // namespace

std::vector<FigureFamily> frontier_figures(const FigureSource& source) {
  std::vector<FigureFamily> families;
  for (const Axes& axes : axis_pairs(source)) families.push_back(frontier_of(source, axes));
  return families;
}

}  // namespace regretta
