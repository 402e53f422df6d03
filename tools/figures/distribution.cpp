// Distribution functions of final values.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/text/cell_text.hpp"

namespace regretta {
namespace {

/// The empirical distribution function; at evenly spaced ranks if there are many trials.
std::vector<DrawnPoint> distribution_steps(std::vector<double> values) {
  constexpr std::size_t most = 1000;
  std::erase_if(values, [](double x) { return std::isnan(x); });
  std::ranges::sort(values);
  const std::size_t n = values.size();
  std::vector<DrawnPoint> points;
  if (n == 0) return points;
  points.push_back({values.front(), 0, Statistic::nan, Statistic::nan});
  const std::size_t count = std::min(n, most);
  for (std::size_t j = 1; j <= count; ++j) {
    const std::size_t rank = j * n / count;
    points.push_back(
        {values[rank - 1], static_cast<double>(rank) / static_cast<double>(n), Statistic::nan, Statistic::nan});
  }
  return points;
}

}  // namespace

FigureFamily distribution_figures(const Group& cells, const DrawnQuantity& quantity, std::size_t place) {
  FigureFamily family{quantity.name + "-distribution", {}};
  const auto describe = [](const PlottedCell& cell) { return setting_of(cell, true, true); };
  for (const Group& group : groups_by(cells, describe)) {
    auto& [description, figure] = family.members.emplace_back(FamilyMember{describe(*group.front()), {}});
    figure.x.label = axis_text(quantity);
    figure.y = {.label = "Share of trials", .from_zero = true};
    for (const PlottedCell* cell : group)
      figure.series.push_back({cell->learner, Mark::steps, cell->style, distribution_steps(cell->values[place])});
    figure.caption = fmt::format("Share of trials with at most this {} in {}, over {}.", quantity.words,
                                 description_text(description), trials_text(group));
  }
  return family;
}

}  // namespace regretta
