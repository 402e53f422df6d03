#include "regretta/engine/evidence/comparison/limits.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"

namespace regretta {
namespace {

Doubt doubt_of(const LimitLine& line, bool has_enough_values, std::int64_t failed_trials, bool trials_add_values) {
  if (failed_trials > 0) return Doubt::failed;
  if (!std::isfinite(line.mean)) return Doubt::no_value;
  if (!has_enough_values) return Doubt::one_value;
  if (line.mean > line.limit) return Doubt::above;
  return trials_add_values ? Doubt::trials : Doubt::instances;
}

/// Compares the values of a quantity of one cell with a limit, by testing their excess over it. `trials_add_values`:
/// whether further trials give independent values. With several instances they do not: the values are the means of the
/// instances, whose number is fixed.
LimitLine limit_line(std::vector<double> values, const Interval& reach, double limit, const Family& family,
                     std::int64_t failed_trials, bool trials_add_values) {
  for (double& x : values) x -= limit;
  const Interval excess{reach.low - limit, reach.high - limit};
  const Evidence evidence = evidence_of(values, excess, family);
  const Interval& interval = evidence.interval;
  LimitLine line{
      .limit = limit, .mean = evidence.mean + limit, .interval = {interval.low + limit, interval.high + limit}};
  line.is_exact = evidence.is_exact;
  const bool has_enough_values = std::isfinite(evidence.mean) && (evidence.is_exact || evidence.values > 1);
  if (failed_trials == 0 && has_enough_values) {
    // Without a test if the limit cannot be exceeded at all, or if the mean has no error.
    if (excess.high <= 0 || (evidence.is_exact && evidence.mean <= 0)) {
      line.kept = Kept::yes;
    } else if (evidence.is_exact || evidence.is_shown) {
      line.kept = evidence.mean < 0 ? Kept::yes : Kept::no;
    }
  }
  line.doubt = doubt_of(line, has_enough_values, failed_trials, trials_add_values);
  if (line.kept == Kept::open && line.doubt == Doubt::trials && evidence.mean < 0)
    line.trials_needed = trials_to_show(evidence, family.per_line());
  return line;
}

/// Sets `least` of every admitted cell of a setting by comparing it with the other admitted cells that have the same
/// feedback. `pairs` compares the objective; its indices are those of `cells`.
void set_least(std::vector<LimitedCell>& cells, const ShownPairs& pairs) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i].is_admitted) continue;
    cells[i].least = Least::open;
    if (!std::isfinite(cells[i].objective.mean)) continue;
    bool is_least = true, is_tied = true, is_beaten = false;
    for (std::size_t j = 0; j < cells.size(); ++j) {
      if (j == i || !cells[j].is_admitted || cells[j].traits.feedback != cells[i].traits.feedback) continue;
      const bool is_less = pairs.less[i][j];
      is_least = is_least && is_less;
      is_tied = is_tied && (is_less || pairs.is_tie(i, j));
      is_beaten = is_beaten || pairs.less[j][i];
    }
    cells[i].least = is_least ? Least::yes : is_tied ? Least::tied : is_beaten ? Least::no : Least::open;
  }
}

}  // namespace

std::vector<std::vector<LimitedCell>> rank_within_limits(const Results& study, const LimitOptions& options) {
  auto settings = cells_by_setting(study);
  const std::vector<bool> repeated = repeated_cells(study);
  std::erase_if(settings, [&](const auto& cells) { return repeated[static_cast<std::size_t>(cells.front()->cell)]; });
  std::vector<Quantity> quantities = {options.objective};
  for (const Limit& limit : options.limits) quantities.push_back(limit.quantity);
  // The family: the interval of every cell for every limit, and every pair of learners, at every look of a stop rule.
  std::size_t lines = 0;
  for (const auto& cells : settings)
    lines += cells.size() * options.limits.size() + cells.size() * (cells.size() - 1) / 2;
  const Family family{.alpha = options.alpha, .lines = static_cast<double>(lines) * number_of_looks(study)};
  const std::vector<LearnerLabel> labels = learner_labels(study);
  const std::vector<LearnerTraits> traits = stored_traits(study);
  const bool trials_add_values = study.study().instances == 1;

  std::vector<std::vector<LimitedCell>> ranked;
  visit_compared_cells(
      study, settings, quantities, [&](std::size_t first, const std::vector<ComparedCells>& comparisons) {
        std::vector<ComparedCells> objectives;
        for (const ComparedCells& compared : comparisons)
          objectives.push_back({{compared.values.front()}, {compared.reaches.front()}});
        const std::vector<std::vector<ShownPairs>> shown = shown_pairs(objectives, family);
        for (std::size_t s = 0; s < comparisons.size(); ++s) {
          const std::vector<const CellLabel*>& labelled = settings[first + s];
          const bool can_violate = can_be_violated(study, labelled);
          std::vector<LimitedCell>& cells = ranked.emplace_back();
          for (std::size_t j = 0; j < labelled.size(); ++j) {
            const CellLabel& label = *labelled[j];
            LimitedCell& cell = cells.emplace_back();
            cell.cell = &label;
            cell.learner = learner_text(labels[static_cast<std::size_t>(label.cell)]);
            cell.traits = traits[static_cast<std::size_t>(label.cell)];
            cell.is_reference = cell.traits.is_reference(can_violate);
            cell.failed = study.summary(label).failed;
            cell.objective = study.means(label, {options.objective}).front();
            for (std::size_t k = 0; k < options.limits.size(); ++k)  // quantity 0 is the objective, k + 1 is limit k
              cell.lines.push_back(
                  limit_line(comparisons[s].values[k + 1][j], comparisons[s].reaches[k + 1][j],
                             options.limits[k].at(label.horizon, study.unit(label, options.limits[k].quantity)), family,
                             cell.failed, trials_add_values));
            cell.is_admitted = !cell.is_reference && std::ranges::all_of(cell.lines, [](const LimitLine& line) {
              return line.kept == Kept::yes;
            });
          }
          set_least(cells, shown[s].front());
        }
      });
  return ranked;
}

}  // namespace regretta
