#include "regretta/tools/figures/study_figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "regretta/tools/figures/figure_families.hpp"
#include "regretta/tools/figures/plotted_cells.hpp"

namespace regretta {
namespace {

/// The cells at the largest horizon of their setting.
Group at_largest_horizon(const Group& cells) {
  std::map<Description, std::int64_t> last;
  for (const PlottedCell* cell : cells) {
    std::int64_t& horizon = last[setting_of(*cell, true, false)];
    horizon = std::max(horizon, cell->label->horizon);
  }
  Group largest;
  for (const PlottedCell* cell : cells)
    if (cell->label->horizon == last[setting_of(*cell, true, false)]) largest.push_back(cell);
  return largest;
}

bool has_number(const Series& series) {
  return std::ranges::any_of(series.points,
                             [](const DrawnPoint& p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

/// What the caption says of the scales.
std::string scale_note(const Figure& figure) {
  const bool x = figure.x.scale == ScaleKind::asinh;
  const bool y = figure.y.scale == ScaleKind::asinh;
  return !x && !y ? ""
                  : fmt::format(" {}: area hyperbolic sine, logarithmic above 1 in size.", x && y ? "Both axes"
                                                                                           : x    ? "Horizontal axis"
                                                                                                  : "Vertical axis");
}

/// The text as a file name that LaTeX accepts, too.
std::string file_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    if (c != ',') name += plain ? c : '_';
  }
  return name.substr(0, 150);
}

/// Gives the figures of one study their captions and distinct names.
class FigureList {
 public:
  /// Adds the figures of the family that have series. A name contains only what the family does not share.
  void add(FigureFamily family) {
    for (auto& [description, figure] : family.members) {
      std::erase_if(figure.series, [](const Series& series) { return !has_number(series); });
      if (figure.series.empty()) continue;
      figure.caption += scale_note(figure);
      char& first = figure.caption.front();
      if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 32);
      std::string name = family.stem;
      for (const NamedText& entry : description) {
        const auto shared = [&](const FamilyMember& other) {
          return std::ranges::find(other.description, entry) != other.description.end();
        };
        if (std::ranges::all_of(family.members, shared)) continue;
        const auto& [key, value] = entry;
        name += "-" + (key == "environment" ? value : key.substr(key.rfind('.') + 1) + "-" + value);
      }
      figure.name = distinct(file_name(name));
      figures_.push_back(std::move(figure));
    }
  }
  std::vector<Figure> take() { return std::move(figures_); }

 private:
  std::string distinct(const std::string& name) {
    const auto in_lower_case = [](std::string text) {
      std::ranges::transform(text, text.begin(),
                             [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
      return text;
    };
    std::string candidate = name;  // some file systems ignore case
    for (int k = 2; !names_.insert(in_lower_case(candidate)).second; ++k) candidate = fmt::format("{}-{}", name, k);
    return candidate;
  }

  std::set<std::string> names_;
  std::vector<Figure> figures_;
};

}  // namespace

std::vector<Figure> study_figures(const StudyReader& study, const Catalogue& catalogue, const FigureOptions& options) {
  std::vector<Quantity> quantities;
  for (const Quantity quantity : options.quantities)
    if (std::ranges::find(quantities, quantity) == quantities.end()) quantities.push_back(quantity);
  const auto has = [&](Quantity quantity) { return std::ranges::find(quantities, quantity) != quantities.end(); };
  std::vector<Quantity> read = quantities;
  read.insert(read.end(), {Quantity::regret, Quantity::violation});  // for the frontier
  const std::vector<PlottedCell> cells = plotted_cells(study, catalogue, read, options.where);
  Group all;
  for (const PlottedCell& cell : cells) all.push_back(&cell);
  const Group largest = at_largest_horizon(all);

  std::vector<DrawnQuantity> drawn;
  for (const Quantity quantity : quantities) drawn.push_back(drawn_quantity(study.quantities(), quantity));

  FigureList figures;
  const auto wants = [&](FigureKind kind) {
    return options.kinds.empty() || std::ranges::find(options.kinds, kind) != options.kinds.end();
  };
  if (wants(FigureKind::curves))
    for (const DrawnQuantity& quantity : drawn)
      figures.add(curve_figures(largest, quantity, {options.logarithmic, options.bounds}));
  if (wants(FigureKind::corruption))
    for (const DrawnQuantity& quantity : drawn) figures.add(corruption_figures(largest, quantity, options.logarithmic));
  if (wants(FigureKind::horizon))
    for (const DrawnQuantity& quantity : drawn) figures.add(horizon_figures(all, quantity));
  if (wants(FigureKind::frontier) && has(Quantity::regret) && has(Quantity::violation))
    figures.add(frontier_figures(largest, quantities.size(), quantities.size() + 1));
  if (wants(FigureKind::distribution))
    for (std::size_t k = 0; k < drawn.size(); ++k) figures.add(distribution_figures(largest, drawn[k], k));
  return figures.take();
}

}  // namespace regretta
