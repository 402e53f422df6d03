#include "regretta/tools/report/report_figures.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "regretta/tools/figures/figure_json.hpp"
#include "regretta/tools/figures/figure_kinds.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"

namespace regretta {
namespace {

using nlohmann::ordered_json;

// For the size of the page:
constexpr std::size_t most_points = 60'000;  ///< of the distributions of a quantity, over all cells
constexpr int page_digits = 6;

ordered_json panel_of(const FigureFamily& family, const FamilyMember& member) {
  ordered_json panel = {{"quantity", family.quantity},
                        {"over", family.over},
                        {"setting", description_text(member.description)},
                        {"notes", member.notes},
                        {"cells", ordered_json::array()}};
  for (const PlottedCell* cell : member.cells) panel["cells"].push_back(cell->label->cell);
  panel.update(panel_json(member.panel, page_digits));
  return panel;
}

}  // namespace

ordered_json figures_data(const Results& study, const Catalogue& catalogue, const std::vector<std::string>& highlight) {
  const std::vector<PlottedCell> cells =
      plotted_cells(study, catalogue, {Quantity::regret, Quantity::violation}, {}, highlight);
  Group all;
  for (const PlottedCell& cell : cells) all.push_back(&cell);
  const FigureSource source{
      .study = study,
      .all = all,
      .largest = all,
      .quantities = regret_and_violation(study.quantities()),
      .bounds = true,
      .interactive = true,
      .most_points = std::clamp<std::size_t>(most_points / std::max<std::size_t>(1, all.size()), 10, 1000)};
  ordered_json styles = ordered_json::object(), figures = ordered_json::array();
  for (const PlottedCell& cell : cells) {
    ordered_json& style = styles[std::to_string(cell.style.place)];
    if (style.is_null()) style = style_json(cell.style);
    style["label"] = cell.learner;
  }
  for (const FigureKind& kind : figure_kinds) {
    if (kind.on_page == OnPage::no) continue;
    ordered_json panels = ordered_json::array();
    for (const FigureFamily& family : kind.draw(source))
      for (const FamilyMember& described : family.members)
        if (const FamilyMember member = family.drawn(described); !member.panel.series.empty())
          panels.push_back(panel_of(family, member));
    if (!panels.empty())
      figures.push_back({{"kind", kind.name}, {"heading", kind.heading}, {"panels", std::move(panels)}});
  }
  return {{"styles", std::move(styles)}, {"figures", std::move(figures)}};
}

}  // namespace regretta
