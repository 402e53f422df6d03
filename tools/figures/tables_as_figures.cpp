// Figures with a row per learner: heat maps and paired differences.

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

using Describe = Description (*)(const PlottedCell&);

/// Adds a tile for each learner and column. Adds nothing if there is only one column, or if there are too many columns
/// to read, such as the candidates of a search.
void add_tiles(const Group& group, const DrawnQuantity& quantity, Describe column_of, Panel& panel) {
  const std::vector<Group> columns = groups_by(group, column_of);
  constexpr std::size_t most_table_columns = 60;
  if (columns.size() < 2 || columns.size() > most_table_columns) return;
  for (const Group& column : columns) {
    Description description = column_of(*column.front());
    const bool is_budget = column_of == &budget_of && description.size() == 1;
    panel.x.names.push_back(is_budget ? description.front().second : description_text(description));
  }
  for (const Group& learner : by_learner(group)) {
    Series row{learner.front()->learner, Mark::tile, learner.front()->style, {}};
    for (const PlottedCell* cell : learner) {
      const auto found = std::ranges::find_if(
          columns, [&](const Group& column) { return column_of(*column.front()) == column_of(*cell); });
      const MeanEstimate& estimate = cell->means[index_of(quantity.quantity)];
      if (!std::isfinite(estimate.mean)) continue;
      row.points.push_back({.x = static_cast<double>(found - columns.begin()),
                            .y = static_cast<double>(panel.y.names.size()),
                            .low = estimate.interval.low,
                            .high = estimate.interval.high,
                            .label = grouped_text(rounded(estimate.mean, 3)),
                            .value = estimate.mean,
                            .cell = cell->label->cell});
    }
    panel.y.names.push_back(row.label.plain());
    panel.series.push_back(std::move(row));
  }
}

}  // namespace

FigureFamily heat_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "heat", "Mean ", quantity.words, " of each learner"};
  const bool by_budget = has_several_budgets(source.largest);
  family.members = members_of(source.largest, by_budget ? &setting_at_any_budget : &horizon_of);
  family.draw = [&quantity, by_budget](FamilyMember& member) {
    const Group& group = member.cells;
    member.panel.title = axis_text(quantity, 'T');
    if (by_budget) member.panel.x.label = "Budget of the corruption";
    add_tiles(group, quantity, by_budget ? &budget_of : &setting_at_any_horizon, member.panel);
    member.notes = {fmt::format("Three digits, over {}; the darker, the more.", trials_text(group))};
  };
  return family;
}

FigureFamily paired_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "paired", "", quantity.words, " minus the baseline's, in the same trials,"};
  family.members = members_of(source.largest, whole_setting);
  struct Index {
    std::map<const CellLabel*, const PlottedCell*> cells;
    std::map<const PlottedCell*, std::vector<const ComparisonLine*>> lines;  ///< keyed by the first cell of the member
  };
  const auto index = std::make_shared<Index>();
  std::map<const CellLabel*, const PlottedCell*> first;  // for each cell, the first cell of its member
  for (const FamilyMember& member : family.members)
    for (const PlottedCell* cell : member.cells) {
      index->cells[cell->label] = cell;
      first[cell->label] = member.cells.front();
    }
  for (const ComparisonLine& line : source.paired.lines)
    if (line.quantity == quantity.quantity && first.contains(line.cell) && line.difference.values > 0)
      index->lines[first.at(line.cell)].push_back(&line);
  family.draw = [&quantity, index](FamilyMember& member) {
    Panel& panel = member.panel;
    panel.x = {.label = axis_text(quantity, 'T').add(" minus baseline's", Script::plain), .from_zero = true};
    for (const ComparisonLine* line : index->lines[member.cells.front()]) {
      const PlottedCell& cell = *index->cells.at(line->cell);
      const auto row = static_cast<double>(panel.y.names.size());
      const PairedDifference& difference = line->difference;
      panel.series.push_back({cell.learner,
                              Mark::across,
                              cell.style,
                              {{.x = difference.mean,
                                .y = row,
                                .low = difference.interval.low,
                                .high = difference.interval.high,
                                .cell = line->cell->cell}}});
      panel.y.names.push_back(cell.learner);
      member.notes = {
          fmt::format("Baseline: {}. Means over {} and 95% intervals, which hold together; below 0 is better.",
                      line->baseline->learner_name, counted(difference.values, "pair"))};
    }
  };
  return family;
}

}  // namespace regretta
