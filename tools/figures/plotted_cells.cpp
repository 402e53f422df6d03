#include "regretta/tools/figures/plotted_cells.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/tables/roles.hpp"
#include "regretta/engine/evidence/tables/summaries.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/tools/text/chosen_cells.hpp"
#include "regretta/tools/text/human_text.hpp"

namespace regretta {
namespace {

std::string last_part(const std::string& name) { return name.substr(name.find('.') + 1); }

/// is_budget: one entry per swept parameter.
PlottedCell read_cell(const StudyReader& study, const StoredSummaries& summaries, const CellLabel& label,
                      const std::vector<Quantity>& quantities, const std::vector<bool>& is_budget) {
  PlottedCell cell;
  cell.label = &label;
  cell.environment = {"environment", label.environment};
  for (std::size_t k = 0; k < label.swept.size(); ++k)
    if (const std::string& name = study.swept()[k]; name.starts_with("environment.") && label.swept[k].has_value())
      (is_budget[k] ? cell.budget : cell.setting)
          .emplace_back(last_part(name), grouped_text(plain_text(label.swept[k])));
  cell.values.resize(quantities.size());
  study.for_each_block(label, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials)
      for (std::size_t k = 0; k < quantities.size(); ++k)
        cell.values[k].push_back(trial.failure ? Statistic::nan : trial[quantities[k]]);
  });
  cell.summary = summaries.of(label);
  return cell;
}

void add_estimates(const CellIntervals& intervals, const std::vector<Quantity>& quantities, PlottedCell& cell) {
  const std::vector<MeanEstimate> estimates = intervals.of(*cell.label, cell.summary, quantities);
  cell.means.resize(cell.summary.quantities.size());
  for (std::size_t k = 0; k < quantities.size(); ++k) cell.means[index_of(quantities[k])] = estimates[k];
}

}  // namespace

std::vector<PlottedCell> plotted_cells(const StudyReader& study, const Catalogue& catalogue,
                                       const std::vector<Quantity>& quantities, const std::vector<std::string>& where) {
  std::vector<std::string> learners;  // by cell
  for (const LearnerLabel& label : learner_labels(study)) learners.push_back(learner_text(label));
  const ChosenCells chosen(study, where);
  chosen.expect_no_others();
  const StoredBounds bounds = StoredBounds::read(study).value_or(StoredBounds());
  const std::vector<bool> is_budget = swept_with(Role::corruption_budget, study, catalogue);
  const StoredSummaries summaries(study);
  const CellIntervals intervals(study);
  std::map<std::string, std::size_t> styles;
  std::vector<PlottedCell> cells;
  for (std::size_t k = 0; k < learners.size(); ++k) {
    const std::size_t style = styles.emplace(learners[k], styles.size()).first->second;
    if (!chosen.has(study.cells()[k])) continue;
    PlottedCell cell = read_cell(study, summaries, study.cells()[k], quantities, is_budget);
    if (cell.summary.trials == 0) continue;
    add_estimates(intervals, quantities, cell);
    cell.learner = learners[k];
    cell.style = style;
    for (const Quantity quantity : study.quantities().all()) cell.bounds.push_back(bounds.of(*cell.label, quantity));
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace regretta
