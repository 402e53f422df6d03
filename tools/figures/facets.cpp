#include "regretta/tools/figures/facets.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace regretta {
namespace {

std::string name_of(const FacetPanel& panel) {
  if (panel.quantity.empty() && panel.setting.empty()) return panel.panel.name;
  return panel.quantity + (panel.quantity.empty() || panel.setting.empty() ? "" : ", ") + panel.setting;
}

/// Takes the series.
Panel named_panel(FacetPanel& from) {
  Panel panel{name_of(from), from.panel.title, from.panel.x, from.panel.y, std::move(from.panel.series)};
  if (!from.setting.empty()) panel.title.add((panel.title.empty() ? "" : ", ") + from.setting, Script::plain);
  return panel;
}

/// Row by row; panels that do not exist are empty.
std::vector<Panel> grid_of(std::vector<FacetPanel>& panels, const std::vector<std::string>& quantities,
                           const std::vector<std::string>& settings) {
  std::vector<Panel> grid;
  for (const std::string& quantity : quantities)
    for (const std::string& setting : settings) {
      const auto own = std::ranges::find_if(
          panels, [&](const FacetPanel& panel) { return panel.quantity == quantity && panel.setting == setting; });
      if (own != panels.end()) {
        grid.push_back(named_panel(*own));
        continue;
      }
      const FacetPanel& like = *std::ranges::find(panels, quantity, &FacetPanel::quantity);
      grid.push_back({name_of(like), setting + ": no values", like.panel.x, like.panel.y, {}});
    }
  return grid;
}

/// asinh for all if one needs it, else logarithmic if one is.
void unify_scales(std::vector<Panel>& panels, Axis2D Panel::*axis) {
  for (Panel& panel : panels)
    for (const Panel& other : panels) {
      if ((other.*axis).label.plain() != (panel.*axis).label.plain()) continue;
      ScaleKind& kind = (panel.*axis).scale;
      kind = std::max(kind, (other.*axis).scale);
    }
}

std::string caption_of(const std::vector<FacetPanel>& panels) {
  std::string caption;
  std::vector<std::string> said;
  for (const FacetPanel& panel : panels)
    for (const std::string& note : panel.notes) {
      const bool by_all = std::ranges::all_of(
          panels, [&](const FacetPanel& other) { return std::ranges::find(other.notes, note) != other.notes.end(); });
      const std::string text = by_all ? note : fmt::format("{}: {}", name_of(panel), note);
      if (std::ranges::find(said, text) != said.end()) continue;
      said.push_back(text);
      caption += (caption.empty() ? "" : " ") + text;
    }
  return caption;
}

/// What the caption says of the scales.
std::string scale_note(const std::vector<Panel>& panels) {
  const auto bent = [&](Axis2D Panel::*axis) {
    return std::ranges::any_of(panels, [&](const Panel& panel) { return (panel.*axis).scale == ScaleKind::asinh; });
  };
  const bool x = bent(&Panel::x), y = bent(&Panel::y);
  return !x && !y
             ? ""
             : fmt::format(" {}: linear around 0, logarithmic beyond (area hyperbolic sine).", x && y ? "Both axes"
                                                                                               : x ? "Horizontal axis"
                                                                                                   : "Vertical axis");
}

}  // namespace

Figure faceted_figure(std::vector<FacetPanel> panels, std::size_t across) {
  const std::vector<std::string> quantities = distinct_texts(panels, &FacetPanel::quantity);
  const std::vector<std::string> settings = distinct_texts(panels, &FacetPanel::setting);
  Figure figure;
  if (quantities.size() > 1 && settings.size() > 1) {
    figure.columns = settings.size();
    figure.panels = grid_of(panels, quantities, settings);
  } else {
    for (FacetPanel& panel : panels) figure.panels.push_back(named_panel(panel));
    const std::size_t count = panels.size(), rows = (count + across - 1) / across;
    figure.columns = (count + rows - 1) / rows;
  }
  unify_scales(figure.panels, &Panel::x);
  unify_scales(figure.panels, &Panel::y);
  figure.caption = caption_of(panels) + scale_note(figure.panels);
  return figure;
}

}  // namespace regretta
