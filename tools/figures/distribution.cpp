// Distribution functions and tails of final values.

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"

namespace regretta {
namespace {

/// Sorted values, without NaN.
std::vector<double> sorted(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  std::ranges::sort(values);
  return values;
}

/// The empirical distribution function of sorted values, at no more than `most` evenly spaced ranks.
std::vector<DrawnPoint> distribution_steps(const PlottedCell& cell, const std::vector<double>& values,
                                           std::size_t most) {
  const std::size_t n = values.size();
  std::vector<DrawnPoint> points;
  if (n == 0) return points;
  points.push_back({.x = values.front(), .y = 0, .cell = cell.label->cell});
  const std::size_t count = std::min(n, most);
  for (std::size_t j = 1; j <= count; ++j) {
    const std::size_t rank = j * n / count;
    points.push_back(
        {.x = values[rank - 1], .y = static_cast<double>(rank) / static_cast<double>(n), .cell = cell.label->cell});
  }
  return points;
}

/// The share of trials above each of the sorted values, at about `most` evenly spaced ranks and at each of the last
/// most / 3 ranks.
std::vector<DrawnPoint> tail_steps(const PlottedCell& cell, const std::vector<double>& values, std::size_t most,
                                   bool has_intervals) {
  const std::size_t n = values.size(), tail = most / 3;
  std::vector<DrawnPoint> points;
  const auto add = [&](double x, double bound) {
    const TailEstimate share = chance_above(values, bound, Results::level);
    DrawnPoint& point = points.emplace_back(DrawnPoint{.x = x, .y = share.estimate, .cell = cell.label->cell});
    if (has_intervals) point.low = share.interval.low, point.high = share.interval.high;
  };
  if (n > 0) add(values[0], -std::numeric_limits<double>::infinity());  // the staircase begins at share 1
  const std::size_t stride = std::max<std::size_t>(1, n / most);
  for (std::size_t k = 0; k < n; ++k)
    if (k % stride == 0 || k + tail >= n) add(values[k], values[k]);
  return points;
}

}  // namespace

FigureFamily distribution_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "distribution", "Share of trials with at most this ", quantity.words, ""};
  family.members = members_of(source.largest, whole_setting);
  family.draw = [&source, &quantity](FamilyMember& member) {
    member.panel.x.label = axis_text(quantity, 'T');
    member.panel.y = {.label = "Share of trials", .from_zero = true};
    for (const PlottedCell* cell : member.cells)
      member.panel.series.push_back(
          {cell->learner, Mark::steps, cell->style,
           distribution_steps(*cell, sorted(values_of(source, *cell, quantity)), source.most_points)});
    member.notes = {fmt::format("Over {}.", trials_text(member.cells))};
  };
  return family;
}

FigureFamily tail_figures(const FigureSource& source, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "tails", "Share of trials with more than this ", quantity.words, ""};
  constexpr std::size_t most = 300;
  family.members = members_of(source.largest, whole_setting);
  family.draw = [&source, &quantity](FamilyMember& member) {
    const Group& group = member.cells;
    member.panel.x.label = axis_text(quantity, 'T');
    member.panel.y = {.label = "Share of trials above", .scale = ScaleKind::logarithmic};
    const bool banded = has_bands(source, group.size()) && source.study.study().instances == 1;
    for (const PlottedCell* cell : group)
      member.panel.series.push_back({cell->learner, Mark::steps, cell->style,
                                     tail_steps(*cell, sorted(values_of(source, *cell, quantity)), most, banded)});
    member.notes = {fmt::format("{}ver {}.",
                                banded ? "With 95% intervals (Clopper and Pearson, each value alone), o" : "O",
                                trials_text(group))};
  };
  return family;
}

}  // namespace regretta
