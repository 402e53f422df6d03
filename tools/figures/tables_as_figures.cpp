// Figures with one row per learner: heat maps, and paired differences.

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

using Describe = Description (*)(const PlottedCell&);

/// One tile for each learner and column; none if there is only one column.
void add_tiles(const Group& group, const DrawnQuantity& quantity, Describe column_of, Panel& panel) {
  const std::vector<Group> columns = groups_by(group, column_of);
  if (columns.size() < 2) return;
  for (const Group& column : columns) {
    Description description = column_of(*column.front());
    const bool is_budget = column_of == &budget_of && description.size() == 1;
    panel.x.names.push_back(is_budget ? description.front().second : description_text(description));
  }
  for (const Group& learner : by_learner(group)) {
    Series row{learner.front()->learner, Mark::tile, learner.front()->style, {}};
    for (const PlottedCell* cell : learner) {
      const auto own = std::ranges::find_if(
          columns, [&](const Group& column) { return column_of(*column.front()) == column_of(*cell); });
      const MeanEstimate& estimate = cell->means[index_of(quantity.quantity)];
      if (!std::isfinite(estimate.mean)) continue;
      row.points.push_back({static_cast<double>(own - columns.begin()), static_cast<double>(panel.y.names.size()),
                            estimate.interval.low, estimate.interval.high, grouped_text(rounded(estimate.mean, 3)),
                            estimate.mean, cell->label->cell});
    }
    panel.y.names.push_back(row.label.plain());
    panel.series.push_back(std::move(row));
  }
}

/// Of single trials, so that a reader sees how they scatter.
void add_dots(const FigureSource& source, const PlottedCell& cell, const PlottedCell& baseline,
              const DrawnQuantity& quantity, double row, Panel& panel) {
  constexpr std::size_t most = 300;
  const std::vector<double> own = source.trials->of(*cell.label, quantity.quantity),
                            others = source.trials->of(*baseline.label, quantity.quantity);
  Series dots{cell.learner, Mark::dots, cell.style, {}};
  for (std::size_t trial = 0; trial < own.size() && dots.points.size() < most; ++trial)
    if (const double x = own[trial] - others[trial]; std::isfinite(x))
      dots.points.push_back({.x = x, .y = row, .cell = cell.label->cell});
  panel.series.push_back(std::move(dots));
}

}  // namespace

FigureFamily heat_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "heat", "Mean ", quantity.words, " of each learner"};
  const bool by_budget = has_several_budgets(source.largest);
  family.members = members_of(source.largest, by_budget ? &setting_at_any_budget : &horizon_of);
  for (FamilyMember& member : family.members) {
    const Group& group = member.cells;
    member.panel.title = axis_text(quantity, 'T');
    if (by_budget) member.panel.x.label = "Budget of the corruption";
    add_tiles(group, quantity, by_budget ? &budget_of : &setting_at_any_horizon, member.panel);
    member.notes = {fmt::format("Three digits, over {}; the darker, the more.", trials_text(group))};
  }
  return family;
}

FigureFamily paired_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "paired", "", quantity.words, " minus the baseline's, in the same trials,"};
  family.members = members_of(source.largest, whole_setting);
  std::map<const CellLabel*, std::pair<FamilyMember*, const PlottedCell*>> drawn;
  for (FamilyMember& member : family.members) {
    member.panel.x = {.label = axis_text(quantity, 'T').add(" minus baseline's", Script::plain), .from_zero = true};
    for (const PlottedCell* cell : member.cells) drawn[cell->label] = {&member, cell};
  }
  for (const ComparisonLine& line : source.paired.lines) {
    const auto found = drawn.find(line.cell);
    if (line.quantity != quantity.quantity || found == drawn.end() || line.difference.values == 0) continue;
    const auto& [member, own] = found->second;
    Panel& panel = member->panel;
    const auto row = static_cast<double>(panel.y.names.size());
    const PairedDifference& difference = line.difference;
    panel.series.push_back({own->learner,
                            Mark::across,
                            own->style,
                            {{.x = difference.mean,
                              .y = row,
                              .low = difference.seen.low,
                              .high = difference.seen.high,
                              .cell = line.cell->cell}}});
    panel.y.names.push_back(own->learner);
    const auto baseline = drawn.find(line.baseline);
    if (source.interactive && source.has_details && baseline != drawn.end())
      add_dots(source, *own, *baseline->second.second, quantity, row, panel);
    member->notes = {
        fmt::format("Baseline: {}. Means over {} and 95% intervals, which hold together; below 0 is better.",
                    line.baseline->learner_name, counted(difference.values, "pair"))};
  }
  return family;
}

}  // namespace regretta
