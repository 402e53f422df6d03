#include "regretta/tools/commands/rank_worst_case.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/tables/tables.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/text/cell_text.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {

std::vector<ShownPart> worst_case_parts(const Results& study, const std::vector<WorstCase>& cases, double alpha) {
  using Align = TextTable::Align;
  const std::vector<LearnerLabel> labels = learner_labels(study);
  TextTable table;
  table.add_column("learner", Align::left);
  table.add_column("T", Align::right);
  table.add_column("quantity", Align::left);
  for (const char* name : {"largest mean", "interval of the largest", "cell", "may be the worst"})
    table.add_column(name, Align::right);
  for (const WorstCase& one : cases) {
    const CellLabel& cell = *one.cells[one.largest.at];
    const Interval& interval = one.largest.interval;
    const bool known = std::isfinite(interval.low) && std::isfinite(interval.high);
    table.add_row({learner_text(labels[static_cast<std::size_t>(cell.cell)]), grouped(cell.horizon),
                   study.quantities().name(one.quantity), rounded(one.largest.mean, 4),
                   known ? fmt::format("{} to {}", rounded(interval.low, 4), rounded(interval.high, 4)) : "unknown",
                   fmt::format("{}", cell.cell),
                   fmt::format("{} of {}", one.largest.candidates.size(), one.cells.size())});
  }
  return {{.lines = {fmt::format("{}: each learner in its worst environment of this study; {} trials per cell",
                                 study.study().name, trials_each(study))}},
          {.table = std::move(table)},
          {.lines = {fmt::format(
               "interval: {:g}%, for the largest of the learner's true means, whichever environment it is in. cell: "
               "that of the largest estimate. may be the worst: the environments that cannot be excluded. {}",
               100 * (1 - alpha), unseen_text(study, alpha))}}};
}

ValueTable worst_case_values(const Results& study, const std::vector<WorstCase>& cases) {
  ValueTable table =
      labelled_table(study, {"quantity", "mean", "low", "high", "environments", "candidates"}, {"quantity"});
  for (const WorstCase& one : cases) {
    const Interval& interval = one.largest.interval;
    std::vector<std::int64_t> candidates;
    for (const std::size_t k : one.largest.candidates) candidates.push_back(one.cells[k]->cell);
    table.add_row(label_fields(*one.cells[one.largest.at]), study.quantities().name(one.quantity), one.largest.mean,
                  interval.low, interval.high, std::ssize(one.cells), fmt::format("{}", fmt::join(candidates, " ")));
  }
  return table;
}

}  // namespace regretta
