// Distribution functions and tails of final values.

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/figures/figure_families.hpp"

namespace regretta {
namespace {

/// Without NaN.
std::vector<double> sorted(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  std::ranges::sort(values);
  return values;
}

/// The empirical distribution function of sorted values; at evenly spaced ranks if there are many trials.
std::vector<DrawnPoint> distribution_steps(const std::vector<double>& values) {
  constexpr std::size_t most = 1000;
  const std::size_t n = values.size();
  std::vector<DrawnPoint> points;
  if (n == 0) return points;
  points.push_back({values.front(), 0});
  const std::size_t count = std::min(n, most);
  for (std::size_t j = 1; j <= count; ++j) {
    const std::size_t rank = j * n / count;
    points.push_back({values[rank - 1], static_cast<double>(rank) / static_cast<double>(n)});
  }
  return points;
}

/// The share of trials above each of the sorted values; at evenly spaced ranks if there are many trials, and at each of
/// the last ones.
std::vector<DrawnPoint> tail_steps(const std::vector<double>& values, bool has_intervals) {
  constexpr std::size_t most = 300, last = 100;
  const std::size_t n = values.size();
  std::vector<DrawnPoint> points;
  const auto add = [&](double x, double bound) {
    const TailEstimate tail = chance_above(values, bound, Results::level);
    points.push_back(has_intervals ? DrawnPoint{x, tail.estimate, tail.interval.low, tail.interval.high}
                                   : DrawnPoint{x, tail.estimate});
  };
  if (n > 0) add(values[0], -std::numeric_limits<double>::infinity());  // just below the first value
  const std::size_t every = std::max<std::size_t>(1, n / most);
  for (std::size_t k = 0; k < n; ++k)
    if (k % every == 0 || k + last >= n) add(values[k], values[k]);
  return points;
}

}  // namespace

FigureFamily distribution_figures(const Group& cells, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "distribution", "Share of trials with at most this ", quantity.words, ""};
  for (const Group& group : groups_by(cells, whole_setting)) {
    FamilyMember& member = family.members.emplace_back(FamilyMember{whole_setting(*group.front())});
    member.panel.x.label = axis_text(quantity, 'T');
    member.panel.y = {.label = "Share of trials", .from_zero = true};
    for (const PlottedCell* cell : group)
      member.panel.series.push_back(
          {cell->learner, Mark::steps, cell->style, distribution_steps(sorted(cell->values[quantity.place]))});
    member.notes = {fmt::format("Over {}.", trials_text(group))};
  }
  return family;
}

FigureFamily tail_figures(const Group& cells, const DrawnQuantity& quantity) {
  FigureFamily family{quantity.name, "tails", "Share of trials with more than this ", quantity.words, ""};
  for (const Group& group : groups_by(cells, whole_setting)) {
    FamilyMember& member = family.members.emplace_back(FamilyMember{whole_setting(*group.front())});
    member.panel.x.label = axis_text(quantity, 'T');
    member.panel.y = {.label = "Share of trials above", .scale = ScaleKind::logarithmic};
    const bool has_bands = group.size() <= most_bands;
    for (const PlottedCell* cell : group)
      member.panel.series.push_back(
          {cell->learner, Mark::steps, cell->style, tail_steps(sorted(cell->values[quantity.place]), has_bands)});
    member.notes = {fmt::format("{}ver {}.",
                                has_bands ? "With 95% intervals (Clopper and Pearson, each value alone), o" : "O",
                                trials_text(group))};
  }
  return family;
}

}  // namespace regretta
