#include "regretta/tools/commands/show_tails.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

std::vector<ShownPart> tails_parts(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics,
                                   const std::vector<double>& above) {
  using Align = TextTable::Align;
  TextTable table;
  add_label_columns(study, table);
  table.add_column("metric", Align::left, Use::key);
  table.add_column("trials", Align::right);
  for (const char* name : {"median", "90%", "95%", "99%", "mean of worst 5%"})
    table.add_column(name, Align::right, Use::value);
  for (const double bound : above)
    table.add_column(fmt::format("% above {}", rounded(bound, 4)), Align::right, Use::value);
  const bool share_instances = study.study().instances > 1;
  const auto shown = [&](TailEstimate tail, double unit = 1) {
    if (share_instances) tail.interval = {not_a_number, not_a_number};
    const IntervalText parts =
        interval_parts(unit * tail.estimate, {unit * tail.interval.low, unit * tail.interval.high});
    return ShownEntry(parts.mean, parts.half_width);
  };
  for (const CellLabel& cell : study.cells()) {
    if (!cells.has(cell)) continue;
    TrialValues values = study.values(cell, metrics);
    for (std::size_t q = 0; q < metrics.size(); ++q) {
      std::erase_if(values[q], [](double x) { return std::isnan(x); });
      if (values[q].empty()) continue;
      std::ranges::sort(values[q]);
      std::vector<ShownEntry> row = label_entries(cell);
      row.insert(row.end(), {study.quantities().name(metrics[q]), grouped(std::ssize(values[q]))});
      for (const NamedTail& line : tails_of(values[q], study.range(cell, metrics[q]), share_instances))
        row.push_back(shown(line.tail));
      for (const double bound : above) row.push_back(shown(chance_above(values[q], bound, Results::level), 100));
      table.add_row(std::move(row));
    }
  }
  return {
      {.table = std::move(table)},
      {.lines = {
           share_instances
               ? "No intervals: trials that share an instance are not independent."
               : "The numbers after an estimate say how far its 95% interval reaches below and above it, for any "
                 "distribution: between order statistics (binomial), and for the mean of the worst 5% by bands for the "
                 "distribution function. If too few trials are that extreme, an interval ends at what the cell "
                 "permits."}}};
}

}  // namespace regretta
