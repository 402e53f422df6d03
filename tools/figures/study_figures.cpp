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
        return series.style.is_grey && series.mark != Mark::tile && series.mark != Mark::guide &&
               series.style.is_reference == is_reference;
      });
    });
  };
  if (has(false)) {
    if (!chosen)
      figure.caption += " In colour: who is recommended, and those of least mean rank in regret and violation.";
    figure.caption += " Grey: other learners.";
  }
  if (has(true))
    figure.caption +=
        " Grey: reference lines, which are given what nobody knows beforehand, or ignore the constraints.";
}

}  // namespace

void study_figures(const Results& study, const Catalogue& catalogue, const FigureOptions& options,
                   const std::function<void(Figure)>& take) {
  std::vector<Quantity> read = {Quantity::regret, Quantity::violation};
  std::vector<DrawnQuantity> drawn;
  for (const Quantity quantity : options.quantities) {
    if (std::ranges::find(drawn, quantity, &DrawnQuantity::quantity) != drawn.end()) continue;
    if (std::ranges::find(read, quantity) == read.end()) read.push_back(quantity);
    drawn.push_back(drawn_quantity(study.quantities(), quantity));
    drawn.back().per_round = study.is_per_round() && study.quantities()[quantity].range.per_round;
  }
  const std::vector<PlottedCell> cells = plotted_cells(study, catalogue, read, options.where, options.highlight);
  Group all;
  for (const PlottedCell& cell : cells) all.push_back(&cell);
  FigureSource source{.study = study,
                      .all = all,
                      .largest = at_largest_horizon(all),
                      .quantities = drawn,
                      .scale = options.scale,
                      .over = options.over,
                      .divisor = options.divisor,
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
  figures.draw([&](Figure figure) {
    note_grey(!options.highlight.empty(), figure);
    if (study.is_per_round()) figure.caption += " Sums over rounds are divided by T.";
    figure.own_scales = options.own_scales;
    if (options.own_scales && figure.panels.size() > 1) figure.caption += " Each panel has its own scales.";
    take(std::move(figure));
  });
}

void AnsweringFigures::add(Figure figure) {
  const std::array key = {figure.kind, figure.over, figure.quantity};
  last_.insert_or_assign(key, Numbered(++given_, std::move(figure)));
}

std::vector<Figure> AnsweringFigures::take() {
  constexpr std::size_t most = 5;
  std::map<int, Figure> chosen;
  for (const char* kind : {"frontier", "sweep", "curves", "paired", "heat", "distribution"})
    for (auto& [key, numbered] : last_)
      if (key[0] == kind && chosen.size() < most) chosen.insert(std::move(numbered));
  std::vector<Figure> figures;
  for (auto& [number, figure] : chosen) figures.push_back(std::move(figure));
  return figures;
}

}  // namespace regretta
