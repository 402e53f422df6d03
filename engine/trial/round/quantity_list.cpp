#include "regretta/engine/trial/round/quantity_list.hpp"

#include <algorithm>
#include <utility>

namespace regretta {

QuantityList::QuantityList(std::vector<MeasureInfo> measures) {
  auto table = std::make_shared<Table>();
  table->measures = std::move(measures);
  table->lines.assign(quantity_infos.begin(), quantity_infos.end());
  for (const MeasureInfo& measure : table->measures)
    table->lines.push_back({.quantity = static_cast<Quantity>(table->lines.size()),
                            .name = measure.name,
                            .unit = measure.unit,
                            .range = measure.range,
                            .less_is_better = measure.less_is_better,
                            .on_curve = measure.on_curve,
                            .help = measure.help});
  for (const QuantityInfo& line : table->lines)
    if (line.on_curve) table->on_curve.push_back(line.quantity);
  table_ = std::move(table);
}

std::vector<std::string> QuantityList::names() const {
  std::vector<std::string> names;
  for (const QuantityInfo& line : infos()) names.emplace_back(line.name);
  return names;
}

std::optional<Quantity> QuantityList::find(std::string_view name) const {
  const auto found = std::ranges::find(infos(), name, &QuantityInfo::name);
  return found == infos().end() ? std::nullopt : std::optional(found->quantity);
}

std::optional<std::size_t> QuantityList::column(Quantity quantity) const {
  const auto found = std::ranges::find(on_curve(), quantity);
  if (found == on_curve().end()) return std::nullopt;
  return static_cast<std::size_t>(found - on_curve().begin());
}

std::vector<Quantity> QuantityList::all() const {
  std::vector<Quantity> quantities;
  for (const QuantityInfo& line : infos()) quantities.push_back(line.quantity);
  return quantities;
}

}  // namespace regretta
