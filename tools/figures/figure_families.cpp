#include "regretta/tools/figures/figure_families.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/tools/text/cell_text.hpp"

namespace regretta {

FamilyMember FigureFamily::drawn(FamilyMember member) const {
  draw(member);
  std::erase_if(member.panel.series, [](const Series& series) { return !is_drawable(series); });
  return member;
}

DrawnQuantity drawn_quantity(const QuantityList& known, Quantity quantity) {
  const QuantityInfo info = known[quantity];
  DrawnQuantity drawn{quantity, std::string(info.name), std::string(info.name), info.less_is_better,
                      known.column(estimated_by(quantity))};
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

std::string capitalised(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

RichText axis_text(const DrawnQuantity& quantity, char subscript) {
  const char* divisor = quantity.per_round ? "/T" : "";
  const char* per = quantity.per_round ? " per round" : "";
  if (quantity.quantity == Quantity::regret)
    return RichText::with_formulas(fmt::format("Regret $R_{}{}$ (loss units{})", subscript, divisor, per));
  if (quantity.quantity == Quantity::violation)
    return RichText::with_formulas(fmt::format("Violation $V_{}{}$ (constraint units{})", subscript, divisor, per));
  if (quantity.quantity == Quantity::corruption)
    return RichText::with_formulas(fmt::format("Corruption $C{}$ (constraint units{})", divisor, per));
  const std::string text = capitalised(quantity.words);
  if (quantity.name.ends_with("regret")) return fmt::format("{} (loss units{})", text, per);
  if (quantity.name.ends_with("violation")) return fmt::format("{} (constraint units{})", text, per);
  return text + per;
}

}  // namespace regretta
