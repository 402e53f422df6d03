#include "regretta/engine/trial/books/quantity_list.hpp"

#include <algorithm>
#include <utility>

namespace regretta {

QuantityList::QuantityList(std::vector<MeasureInfo> measures) {
  std::vector<Quantity> on_curve(curve_quantities.begin(), curve_quantities.end());
  for (std::size_t k = 0; k < measures.size(); ++k)
    if (measures[k].on_curve) on_curve.push_back(measure_quantity(k));
  measures_ = std::make_shared<const std::vector<MeasureInfo>>(std::move(measures));
  on_curve_ = std::make_shared<const std::vector<Quantity>>(std::move(on_curve));
}

QuantityInfo QuantityList::operator[](Quantity quantity) const {
  if (index_of(quantity) < num_quantities) return quantity_info(quantity);
  const MeasureInfo& measure = measures_->at(index_of(quantity) - num_quantities);
  return {.quantity = quantity,
          .name = measure.name,
          .symbol = "",
          .unit = measure.unit,
          .less_is_better = measure.less_is_better,
          .on_curve = measure.on_curve,
          .has_theorem = false,
          .help = measure.help};
}

std::vector<std::string> QuantityList::names() const {
  std::vector<std::string> names(quantity_names.begin(), quantity_names.end());
  std::ranges::transform(*measures_, std::back_inserter(names), &MeasureInfo::name);
  return names;
}

std::optional<Quantity> QuantityList::find(std::string_view name) const {
  for (const Quantity quantity : all())
    if (this->name(quantity) == name) return quantity;
  return std::nullopt;
}

std::optional<std::size_t> QuantityList::column(Quantity quantity) const {
  const auto found = std::ranges::find(*on_curve_, quantity);
  if (found == on_curve_->end()) return std::nullopt;
  return static_cast<std::size_t>(found - on_curve_->begin());
}

ValueRange QuantityList::widest_range(Quantity quantity, std::int64_t t) const {
  if (index_of(quantity) < num_quantities) return regretta::widest_range(quantity, t);
  const MeasureRange& range = measures_->at(index_of(quantity) - num_quantities).range;
  const double rounds = range.per_round ? static_cast<double>(t) : 1;
  return {range.least * rounds, range.most * rounds};
}

std::vector<Quantity> QuantityList::all() const {
  std::vector<Quantity> all(size());
  for (std::size_t q = 0; q < all.size(); ++q) all[q] = static_cast<Quantity>(q);
  return all;
}

}  // namespace regretta
