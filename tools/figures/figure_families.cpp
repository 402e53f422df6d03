#include "regretta/tools/figures/figure_families.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/tools/text/baseline_cells.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

FamilyMember FigureFamily::drawn(FamilyMember member) const {
  draw(member);
  std::erase_if(member.panel.series, [](const Series& series) { return !has_number(series); });
  return member;
}

DrawnQuantity drawn_quantity(const QuantityList& known, Quantity quantity) {
  const QuantityInfo info = known[quantity];
  DrawnQuantity drawn{quantity,
                      std::string(info.name),
                      std::string(info.name),
                      info.less_is_better,
                      known.column(estimated_by(quantity)),
                      known.column(quantity)};
  std::ranges::replace(drawn.words, '_', ' ');
  return drawn;
}

std::vector<DrawnQuantity> regret_and_violation(const QuantityList& known) {
  return {drawn_quantity(known, Quantity::regret), drawn_quantity(known, Quantity::violation)};
}

PairedLines paired_lines(const Results& study, const std::vector<DrawnQuantity>& quantities,
                         const std::string& baseline) {
  ComparisonOptions options{.quantities = {}};
  for (const DrawnQuantity& quantity : quantities)
    if (quantity.less_is_better) options.quantities.push_back(quantity.quantity);
  if (options.quantities.empty() || study.cells().empty()) return {};
  const std::vector<bool> is_baseline = baseline_cells(study, baseline);
  try {
    return {
        .lines = compare_learners(
            study, [&](const CellLabel& cell) { return is_baseline[static_cast<std::size_t>(cell.cell)]; }, options)};
  } catch (const std::invalid_argument& error) {
    return {.reason = error.what()};
  }
}

std::vector<FamilyMember> members_of(const Group& cells, Description (*describe)(const PlottedCell&)) {
  std::vector<FamilyMember> members;
  for (Group& group : groups_by(cells, describe)) {
    members.push_back({.description = describe(*group.front())});
    members.back().cells = std::move(group);
  }
  return members;
}

std::vector<double> values_of(const FigureSource& source, const PlottedCell& cell, const DrawnQuantity& quantity) {
  return std::move(source.study.values(*cell.label, {quantity.quantity}).front());
}

DrawnPoint point_of(double x, const MeanEstimate& estimate, const PlottedCell& cell) {
  return {.x = x,
          .y = estimate.mean,
          .low = estimate.interval.low,
          .high = estimate.interval.high,
          .cell = cell.label->cell};
}

ScaleKind bent_scale(const std::vector<Series>& series, double DrawnPoint::*coordinate) {
  for (const Series& each : series)
    for (const DrawnPoint& point : each.points)
      if (point.*coordinate < 0) return ScaleKind::asinh;
  return ScaleKind::logarithmic;
}

std::string capitalised(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

RichText axis_text(const DrawnQuantity& quantity, char at) {
  const char* over = quantity.per_round ? "/T" : "";
  const char* per = quantity.per_round ? " per round" : "";
  if (quantity.quantity == Quantity::regret)
    return RichText::with_formulas(fmt::format("Regret $R_{}{}$ (loss units{})", at, over, per));
  if (quantity.quantity == Quantity::violation)
    return RichText::with_formulas(fmt::format("Violation $V_{}{}$ (constraint units{})", at, over, per));
  if (quantity.quantity == Quantity::corruption)
    return RichText::with_formulas(fmt::format("Corruption $C{}$ (constraint units{})", over, per));
  const std::string text = capitalised(quantity.words);
  if (quantity.name.ends_with("regret")) return fmt::format("{} (loss units{})", text, per);
  if (quantity.name.ends_with("violation")) return fmt::format("{} (constraint units{})", text, per);
  return text + per;
}

void add_root(const DrawnQuantity& quantity, std::string_view symbol, Panel& panel) {
  if (!quantity.less_is_better) return;  // not a sum over rounds
  double first = 0, last = 0, height = 0;
  for (const Series& series : panel.series)
    for (const DrawnPoint& point : series.points) {
      if (!(point.x > 0) || series.mark == Mark::bound) continue;
      if (first == 0 || point.x < first) first = point.x;
      last = std::max(last, point.x);
    }
  for (const Series& series : panel.series)
    if (series.mark != Mark::bound && !series.points.empty() && series.points.back().y > 0)
      height = std::max(height, series.points.back().y / std::sqrt(series.points.back().x));
  if (!(height > 0) || !(last > first)) return;
  Series root{RichText("slope of \u221a").add(std::string(symbol), Script::symbol), Mark::guide, 0, {}};
  constexpr int pieces = 32;  // straight on two logarithmic axes, but not next to an asinh axis
  for (int piece = 0; piece <= pieces; ++piece) {
    const double x = first * std::pow(last / first, static_cast<double>(piece) / pieces);
    root.points.push_back({x, height * std::sqrt(x)});
  }
  panel.series.push_back(std::move(root));
}

}  // namespace regretta
