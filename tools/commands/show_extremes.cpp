#include "regretta/tools/commands/show_extremes.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/tools/commands/table_output.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

struct RankedTrial {
  double value;
  std::int64_t cell, trial;
};

/// By quantity, the largest value first; without trials that lack it.
std::vector<std::vector<RankedTrial>> ranked_trials(const Results& study, const ChosenCells& cells,
                                                    const std::vector<Quantity>& metrics) {
  std::vector<std::vector<RankedTrial>> ranked(metrics.size());
  for (const CellLabel& cell : study.cells()) {
    if (!cells.has(cell)) continue;
    const TrialValues values = study.values(cell, metrics);
    for (const auto& [first, end, place] : study.saved_of_any())
      for (std::int64_t trial = first; trial < end; ++trial)
        for (std::size_t q = 0; q < metrics.size(); ++q)
          if (const double value = values[q][static_cast<std::size_t>(place + trial - first)]; !std::isnan(value))
            ranked[q].push_back({value, cell.cell, trial});
  }
  for (std::vector<RankedTrial>& trials : ranked)
    std::ranges::sort(trials, [](const RankedTrial& a, const RankedTrial& b) {
      return a.value != b.value ? a.value > b.value : std::tie(a.cell, a.trial) < std::tie(b.cell, b.trial);
    });
  return ranked;
}

}  // namespace

Extremes extremes_of(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics,
                     std::int64_t count, const std::string& replay) {
  using Align = TextTable::Align;
  Extremes extremes{.values = labelled_table(study, {"trial", "quantity", "value"}, {"trial", "quantity"})};
  TextTable table;
  add_label_columns(study, table);
  table.add_column("trial", Align::right, Use::number);
  table.add_column("metric", Align::left, Use::key);
  table.add_column("value", Align::right, Use::value);
  std::vector<std::string> sizes, replays;
  auto ranked = ranked_trials(study, cells, metrics);
  for (std::size_t q = 0; q < metrics.size(); ++q) {
    std::vector<RankedTrial>& trials = ranked[q];
    const std::string name(study.quantities().name(metrics[q]));
    sizes.push_back(fmt::format("{} of {}", name, counted(std::ssize(trials), "trial")));
    if (trials.empty()) continue;
    if (std::ssize(trials) > 2 * count) trials.erase(trials.begin() + count, trials.end() - count);
    const auto& [value, cell, trial] = trials.front();
    replays.push_back(fmt::format("The rounds of the largest {0}: {1} --cell {2} --trial {3} -o cell-{2}-trial-{3}.csv",
                                  name, replay, cell, trial));
    for (const RankedTrial& one : trials) {
      const CellLabel& label = cell_of(study, one.cell);
      table.add_row(label_entries(label), fmt::format("{}", one.trial), name, rounded(one.value, 6));
      extremes.values.add_row(label_fields(label), one.trial, name, one.value);
    }
  }
  extremes.parts = {{.lines = {fmt::format("The {} largest and smallest: {}", grouped(count), fmt::join(sizes, ", "))}},
                    {.table = std::move(table)},
                    {.lines = std::move(replays)}};
  return extremes;
}

}  // namespace regretta
