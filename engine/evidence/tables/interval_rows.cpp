#include "regretta/engine/evidence/tables/interval_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace regretta {
namespace {

std::vector<std::string> columns_with(const Results& study, std::initializer_list<const char*> more) {
  std::vector<std::string> columns = label_columns(study);
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

}  // namespace

std::vector<NamedTail> tails_of(std::vector<double> values, const Interval& reach, bool share_instances) {
  constexpr double level = Results::level;
  std::erase_if(values, [](double x) { return std::isnan(x); });
  if (values.empty()) return {};
  std::ranges::sort(values);
  std::vector<NamedTail> tails{{"q50", quantile_estimate(values, 0.5, reach, level)},
                               {"q90", quantile_estimate(values, 0.9, reach, level)},
                               {"q95", quantile_estimate(values, 0.95, reach, level)},
                               {"q99", quantile_estimate(values, 0.99, reach, level)},
                               {"cvar95", cvar_estimate(values, 0.95, reach, level)}};
  if (share_instances)
    for (NamedTail& one : tails) one.tail.interval = {not_a_number, not_a_number};
  return tails;
}

std::vector<std::string> means_columns(const Results& study) {
  return columns_with(study, {"quantity", "estimated_by", "values", "mean", "low", "high", "least", "most"});
}

void for_each_means_row(const Results& study, const std::function<void(const Row&)>& visit) {
  const QuantityList& known = study.quantities();
  const std::vector<Quantity> quantities = known.all();
  for (const CellLabel& cell : study.cells()) {
    const CellSummary& summary = study.summary(cell);
    const std::vector<MeanEstimate> estimates = study.means(cell, quantities);
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const Quantity measured = estimated_by(quantities[q]);
      if (summary[measured].count == 0) continue;
      Row row = label_fields(cell);
      row.emplace_back(std::string(known.name(quantities[q])));
      row.emplace_back(std::string(known.name(measured)));
      row.emplace_back(summary[measured].count);
      const Interval range = study.range(cell, measured);
      for (const double x :
           {estimates[q].mean, estimates[q].interval.low, estimates[q].interval.high, range.low, range.high})
        row.emplace_back(x);
      visit(row);
    }
  }
}

std::vector<std::string> tails_columns(const Results& study) {
  return columns_with(study, {"quantity", "values", "tail", "estimate", "low", "high"});
}

void for_each_tails_row(const Results& study, const std::function<void(const Row&)>& visit) {
  const QuantityList& known = study.quantities();
  std::vector<Quantity> quantities;
  for (const Quantity quantity : known.all())
    if (known[quantity].less_is_better) quantities.push_back(quantity);
  for (const CellLabel& cell : study.cells()) {
    TrialValues values = study.values(cell, quantities);
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const auto count = std::ranges::count_if(values[q], [](double x) { return !std::isnan(x); });
      for (const auto& [name, tail] :
           tails_of(std::move(values[q]), study.range(cell, quantities[q]), study.study().instances > 1)) {
        Row row = label_fields(cell);
        row.emplace_back(std::string(known.name(quantities[q])));
        row.emplace_back(static_cast<std::int64_t>(count));
        row.emplace_back(std::string(name));
        for (const double x : {tail.estimate, tail.interval.low, tail.interval.high}) row.emplace_back(x);
        visit(row);
      }
    }
  }
}

}  // namespace regretta
