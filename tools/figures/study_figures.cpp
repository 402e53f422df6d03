#include "regretta/tools/figures/study_figures.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/figures/figure_list.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"
#include "regretta/tools/text/baseline_cells.hpp"

namespace regretta {
namespace {

/// The cells at the largest horizon of their setting.
Group at_largest_horizon(const Group& cells) {
  std::map<Description, std::int64_t> last;
  for (const PlottedCell* cell : cells) {
    std::int64_t& horizon = last[setting_at_any_horizon(*cell)];
    horizon = std::max(horizon, cell->label->horizon);
  }
  Group largest;
  for (const PlottedCell* cell : cells)
    if (cell->label->horizon == last[setting_at_any_horizon(*cell)]) largest.push_back(cell);
  return largest;
}

/// The differences from the baseline, in the quantities that can be compared. None if the study cannot be compared,
/// unless that was `asked` for.
std::vector<ComparisonLine> paired_lines(const Results& study, const std::vector<DrawnQuantity>& drawn,
                                         const std::string& baseline, bool asked) {
  constexpr double alpha = 0.05;
  ComparisonOptions options{.quantities = {}, .alpha = alpha, .least_p = alpha};
  for (const DrawnQuantity& quantity : drawn)
    if (quantity.less_is_better) options.quantities.push_back(quantity.quantity);
  if (options.quantities.empty()) return {};
  const std::vector<bool> is_baseline = baseline_cells(study, baseline);
  try {
    return compare_learners(
        study, [&](const CellLabel& cell) { return is_baseline[static_cast<std::size_t>(cell.cell)]; }, options);
  } catch (const std::invalid_argument& error) {
    if (asked) throw std::invalid_argument(fmt::format("--figure paired: {}", error.what()));
    return {};
  }
}

/// Says in the caption which learners are grey, if any are. `chosen`: they were not chosen by rank alone.
void note_grey(bool chosen, Figure& figure) {
  const auto has_grey = [](const Panel& panel) {
    return std::ranges::any_of(panel.series,
                               [](const Series& series) { return series.style.is_grey && series.mark != Mark::tile; });
  };
  if (std::ranges::none_of(figure.panels, has_grey)) return;
  figure.caption += chosen ? " Grey: the other learners."
                           : " In colour: the seven learners of least mean rank in regret and violation.";
}

}  // namespace

std::vector<Figure> study_figures(const Results& study, const Catalogue& catalogue, const FigureOptions& options) {
  std::vector<Quantity> quantities;
  for (const Quantity quantity : options.quantities)
    if (std::ranges::find(quantities, quantity) == quantities.end()) quantities.push_back(quantity);
  const auto has = [&](Quantity quantity) { return std::ranges::find(quantities, quantity) != quantities.end(); };
  std::vector<Quantity> read = quantities;
  read.insert(read.end(), {Quantity::regret, Quantity::violation});  // for the frontier
  const std::vector<PlottedCell> cells = plotted_cells(study, catalogue, read, options.where, options.highlight);
  Group all;
  for (const PlottedCell& cell : cells) all.push_back(&cell);
  const Group largest = at_largest_horizon(all);

  std::vector<DrawnQuantity> drawn;
  for (const Quantity quantity : quantities)
    drawn.push_back(drawn_quantity(study.quantities(), quantity, drawn.size()));
  const bool logarithmic = options.scale == AxisScale::logarithmic;
  const auto is_asked = [&](FigureKind kind) { return std::ranges::find(options.kinds, kind) != options.kinds.end(); };
  const auto wants = [&](FigureKind kind) { return options.kinds.empty() || is_asked(kind); };

  FigureList figures(options.facets, options.across);
  const auto add = [&](FigureKind kind, const auto& family_of) {
    if (!wants(kind)) return;
    std::vector<FigureFamily> families;
    for (const DrawnQuantity& quantity : drawn) families.push_back(family_of(quantity));
    figures.add(std::move(families));
  };
  using Drawn = DrawnQuantity;
  add(FigureKind::curves, [&](const Drawn& quantity) {
    return curve_figures(largest, quantity, {options.scale, options.bounds}, study);
  });
  add(FigureKind::corruption,
      [&](const Drawn& quantity) { return corruption_figures(largest, quantity, logarithmic); });
  add(FigureKind::horizon, [&](const Drawn& quantity) { return horizon_figures(all, quantity); });
  if (wants(FigureKind::frontier) && has(Quantity::regret) && has(Quantity::violation))
    figures.add({frontier_figures(largest, quantities.size(), quantities.size() + 1)});
  add(FigureKind::heat, [&](const Drawn& quantity) { return heat_figures(largest, quantity); });
  if (wants(FigureKind::paired)) {
    const std::vector<ComparisonLine> lines =
        paired_lines(study, drawn, options.baseline, is_asked(FigureKind::paired) || !options.baseline.empty());
    add(FigureKind::paired, [&](const Drawn& quantity) { return paired_figures(largest, quantity, lines); });
  }
  add(FigureKind::profile, [&](const Drawn& quantity) {
    return quantity.less_is_better ? profile_figures(largest, quantity) : FigureFamily{};
  });
  add(FigureKind::distribution, [&](const Drawn& quantity) { return distribution_figures(largest, quantity); });
  add(FigureKind::tails, [&](const Drawn& quantity) { return tail_figures(largest, quantity); });
  std::vector<Figure> all_figures = figures.take();
  for (Figure& figure : all_figures) note_grey(!options.highlight.empty(), figure);
  return all_figures;
}

}  // namespace regretta
