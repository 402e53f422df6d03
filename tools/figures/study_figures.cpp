#include "regretta/tools/figures/study_figures.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/figure_list.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"

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

/// Says in the caption which learners are grey, if any are. `chosen`: they were not chosen by rank alone.
void note_grey(bool chosen, Figure& figure) {
  const auto has = [&](bool is_reference) {
    return std::ranges::any_of(figure.panels, [&](const Panel& panel) {
      return std::ranges::any_of(panel.series, [&](const Series& series) {
        return series.style.is_grey && series.mark != Mark::tile && series.style.is_reference == is_reference;
      });
    });
  };
  if (has(false))
    figure.caption += chosen ? " Grey: the other learners."
                             : " In colour: the seven learners of least mean rank in regret and violation.";
  if (has(true))
    figure.caption +=
        " Grey: reference lines, which are told what nobody knows beforehand, or do not follow violations.";
}

}  // namespace

std::vector<Figure> study_figures(const Results& study, const Catalogue& catalogue, const FigureOptions& options) {
  std::vector<Quantity> read = {Quantity::regret, Quantity::violation};
  std::vector<DrawnQuantity> drawn;
  for (const Quantity quantity : options.quantities) {
    if (std::ranges::find(drawn, quantity, &DrawnQuantity::quantity) != drawn.end()) continue;
    if (std::ranges::find(read, quantity) == read.end()) read.push_back(quantity);
    drawn.push_back(drawn_quantity(study.quantities(), quantity));
  }
  const std::vector<PlottedCell> cells = plotted_cells(study, catalogue, read, options.where, options.highlight);
  Group all;
  for (const PlottedCell& cell : cells) all.push_back(&cell);
  FigureSource source{.study = study,
                      .all = all,
                      .largest = at_largest_horizon(all),
                      .quantities = drawn,
                      .trials = std::make_shared<DrawnValues>(study, read),
                      .scale = options.scale,
                      .bounds = options.bounds};
  const auto is_asked = [&](std::string_view kind) {
    return std::ranges::find(options.kinds, kind) != options.kinds.end();
  };
  if (options.kinds.empty() || is_asked("paired")) {
    source.paired = paired_lines(study, source.quantities, options.baseline);
    if (!source.paired.reason.empty() && (is_asked("paired") || !options.baseline.empty()))
      throw std::invalid_argument(fmt::format("--figure paired: {}", source.paired.reason));
  }
  FigureList figures(options.facets, options.across);
  for (const FigureKind& kind : figure_kinds)
    if (options.kinds.empty() || is_asked(kind.name)) figures.add(kind.draw(source), kind.name);
  std::vector<Figure> all_figures = figures.take();
  for (Figure& figure : all_figures) {
    note_grey(!options.highlight.empty(), figure);
    figure.own_scales = options.own_scales;
    if (options.own_scales && figure.panels.size() > 1) figure.caption += " Each panel has its own scales.";
  }
  return all_figures;
}

std::vector<Figure> answering_figures(std::vector<Figure> figures) {
  constexpr std::size_t most = 5;
  std::vector<bool> is_chosen(figures.size(), false);
  std::size_t number = 0;
  const auto choose = [&](std::string_view kind) {
    std::map<std::string, std::size_t> last;  // of each quantity: that under the most corruption
    for (std::size_t k = 0; k < figures.size(); ++k)
      if (figures[k].kind == kind) last[figures[k].quantity] = k;
    for (const auto& [quantity, k] : last)
      if (number < most && !is_chosen[k]) {
        is_chosen[k] = true;
        ++number;
      }
  };
  for (const char* kind : {"frontier", "corruption", "horizon", "curves", "paired", "heat", "distribution"})
    choose(kind);
  std::vector<Figure> chosen;
  for (std::size_t k = 0; k < figures.size(); ++k)
    if (is_chosen[k]) chosen.push_back(std::move(figures[k]));
  return chosen;
}

}  // namespace regretta
