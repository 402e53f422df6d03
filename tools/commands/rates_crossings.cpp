#include "regretta/tools/commands/rates_crossings.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

/// "1200 (900 to 1600)", "(at least 900)"
std::string interval_text(const Interval& interval) {
  if (!(interval.low > 0) && std::isinf(interval.high)) return "unknown";
  if (std::isinf(interval.high)) return fmt::format("{} at least", rounded(interval.low, 3));
  if (std::isinf(interval.low)) return "beyond the range";
  return fmt::format("{} to {}", rounded(interval.low, 3), rounded(interval.high, 3));
}

/// "less, then more"
std::string order_text(const CrossingLine& line) { return line.before < 0 ? "less, then more" : "more, then less"; }

std::string place_text(const CrossingLine& line) {
  const CellLabel& cell = *line.cells.front();
  return line.growth == Growth::in_corruption ? fmt::format("T = {}", grouped(cell.horizon)) : "";
}

}  // namespace

std::vector<Value> shared_values(const std::vector<const CellLabel*>& cells) {
  std::vector<Value> values = cells.front()->swept;
  for (const CellLabel* cell : cells)
    for (std::size_t k = 0; k < values.size(); ++k)
      if (cell->swept[k] != values[k]) values[k] = Value();
  return values;
}

std::string numbers_of(const std::vector<const CellLabel*>& cells) {
  std::vector<std::int64_t> numbers;
  for (const CellLabel* cell : cells) numbers.push_back(cell->cell);
  return fmt::format("{}", fmt::join(numbers, " "));
}

std::vector<ShownPart> crossings_parts(const Results& study, const std::vector<CrossingLine>& lines,
                                       const std::string& baseline, double level) {
  using Align = TextTable::Align;
  TextTable table;
  for (const char* name : {"learner", "environment"}) table.add_column(name, Align::left);
  for (const std::string& name : study.swept()) table.add_column(name.substr(name.find('.') + 1), Align::right);
  for (const char* name : {"quantity", "along", "at"}) table.add_column(name, Align::left);
  for (const char* name : {"crosses at", "interval", "outright"}) table.add_column(name, Align::right);
  table.add_column("than the baseline", Align::left);
  std::int64_t shown = 0;
  for (const CrossingLine& line : lines) {
    if (std::isnan(line.at.value)) continue;
    ++shown;
    const CellLabel& cell = *line.cells.front();
    std::vector<ShownEntry> row = {cell.learner_name, cell.environment};
    for (const Value& value : shared_values(line.cells)) row.emplace_back(plain_text(value));
    table.add_row(std::move(row), study.quantities().name(line.quantity), line.growth == Growth::in_horizon ? "T" : "C",
                  place_text(line), rounded(line.at.value, 3), interval_text(line.at.interval),
                  interval_text(line.outright), order_text(line));
  }
  const std::int64_t others = std::ssize(lines) - shown;
  std::vector<std::string> notes = {fmt::format(
      "crosses at: the first place where the means of the learner and of the baseline, paired by trial and "
      "interpolated between cells, are equal. interval: begins where the learners no longer differ significantly and "
      "ends where the opposite order is significant; {:g}% each, from the trials observed (Fieller's method; it "
      "assumes a single crossing). outright: the same, and allows for trials too rare to be seen. than "
      "the baseline: what the learner has before and after the crossing.",
      100 * level)};
  if (others > 0)
    notes.push_back(
        fmt::format("{} of {} do not cross within the range of the study.", counted(others, "line"), lines.size()));
  std::vector<ShownPart> parts = {{.lines = {fmt::format("{}: where learners cross {}; {} trials per cell",
                                                         study.study().name, baseline, trials_each(study))}}};
  if (shown == 0)
    parts.push_back({.lines = {"No means cross."}});
  else
    parts.push_back({.table = std::move(table)});
  parts.push_back({.lines = std::move(notes)});
  return parts;
}

ValueTable crossings_values(const Results& study, const std::vector<CrossingLine>& lines) {
  ValueTable table;
  for (const char* name : {"learner", "kind", "environment"}) table.columns.push_back({name, Use::key});
  for (const std::string& name : study.swept()) table.columns.push_back({name, Use::key});
  for (const char* name : {"quantity", "along"}) table.columns.push_back({name, Use::key});
  for (const char* name : {"cells", "baseline_cell", "range_low", "range_high", "before", "crossing", "crossing_low",
                           "crossing_high", "outright_low", "outright_high"})
    table.columns.push_back({name});
  for (const CrossingLine& line : lines) {
    const CellLabel& cell = *line.cells.front();
    Row row = {cell.learner_name, cell.learner, cell.environment};
    std::ranges::copy(shared_values(line.cells), std::back_inserter(row));
    table.add_row(std::move(row), study.quantities().name(line.quantity), line.growth == Growth::in_horizon ? "T" : "C",
                  numbers_of(line.cells), line.baseline->cell, line.range.low, line.range.high,
                  line.before < 0 ? "less" : "more", line.at.value, line.at.interval.low, line.at.interval.high,
                  line.outright.low, line.outright.high);
  }
  return table;
}

}  // namespace regretta
