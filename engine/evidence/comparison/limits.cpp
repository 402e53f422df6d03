#include "regretta/engine/evidence/comparison/limits.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"

namespace regretta {
namespace {

/// Facts about the trials of a cell besides their values.
struct Supply {
  std::int64_t failed = 0;    ///< trials of the cell
  bool can_have_more = true;  ///< whether more trials are more values
};

/// Compares the values of a quantity of one cell with a limit, by testing their excess over it.
LimitLine limit_line(std::vector<double> values, const Interval& reach, double limit, const Family& family,
                     const Supply& supply) {
  for (double& x : values) x -= limit;
  const Interval excess{reach.low - limit, reach.high - limit};
  const Evidence evidence = evidence_of(values, excess, family);
  const Interval& interval = evidence.interval;
  LimitLine line{
      .limit = limit, .mean = evidence.mean + limit, .interval = {interval.low + limit, interval.high + limit}};
  line.is_exact = evidence.is_exact;
  const bool has_values = std::isfinite(evidence.mean) && (evidence.is_exact || evidence.values > 1);
  if (supply.failed == 0 && has_values) {
    if (excess.high <= 0 || (evidence.is_exact && evidence.mean <= 0)) {
      line.kept = Kept::yes;
    } else if (evidence.is_exact || evidence.is_shown) {
      line.kept = evidence.mean < 0 ? Kept::yes : Kept::no;
    }
  }
  line.doubt = supply.failed > 0               ? Doubt::failed
               : !std::isfinite(evidence.mean) ? Doubt::no_value
               : !has_values                   ? Doubt::one_value
               : line.mean > line.limit        ? Doubt::above
               : !supply.can_have_more         ? Doubt::instances
                                               : Doubt::trials;
  if (line.kept == Kept::open && line.doubt == Doubt::trials && evidence.mean < 0)
    line.trials_needed = trials_to_show(evidence, family.per_line());
  return line;
}

/// Sets `least` of the admitted cells of a setting, each among those with the same feedback. `pairs`: of the objective,
/// in the order of the cells.
void judge(std::vector<LimitedCell>& cells, const ShownPairs& pairs) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i].is_admitted) continue;
    cells[i].least = Least::open;
    if (!std::isfinite(cells[i].objective.mean)) continue;
    bool is_least = true, is_tied = true, has_more = false;
    for (std::size_t j = 0; j < cells.size(); ++j) {
      if (j == i || !cells[j].is_admitted || cells[j].traits.feedback != cells[i].traits.feedback) continue;
      const bool is_less = pairs.less[i][j];
      is_least = is_least && is_less;
      is_tied = is_tied && (is_less || pairs.is_tie(i, j));
      has_more = has_more || pairs.less[j][i];
    }
    cells[i].least = is_least ? Least::yes : is_tied ? Least::tied : has_more ? Least::no : Least::open;
  }
}

}  // namespace

std::vector<std::vector<LimitedCell>> rank_within_limits(const Results& study, const LimitOptions& options) {
  auto settings = cells_by_setting(study);
  const std::vector<bool> repeated = repeated_cells(study);
  std::erase_if(settings, [&](const auto& cells) { return repeated[static_cast<std::size_t>(cells.front()->cell)]; });
  std::vector<Quantity> quantities = {options.objective};
  for (const Limit& limit : options.limits) quantities.push_back(limit.quantity);
  std::size_t lines = 0;
  for (const auto& cells : settings)
    lines += cells.size() * options.limits.size() + cells.size() * (cells.size() - 1) / 2;
  const Family family{.alpha = options.alpha, .lines = static_cast<double>(lines) * looks_of(study)};
  const std::vector<LearnerLabel> labels = learner_labels(study);
  const std::vector<LearnerTraits> traits = stored_traits(study);
  const bool can_have_more = study.study().instances == 1;

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
            for (std::size_t k = 0; k < options.limits.size(); ++k)
              cell.lines.push_back(
                  limit_line(comparisons[s].values[k + 1][j], comparisons[s].reaches[k + 1][j],
                             options.limits[k].at(label.horizon, study.unit(label, options.limits[k].quantity)), family,
                             {.failed = cell.failed, .can_have_more = can_have_more}));
            cell.is_admitted = !cell.is_reference && std::ranges::all_of(cell.lines, [](const LimitLine& line) {
              return line.kept == Kept::yes;
            });
          }
          judge(cells, shown[s].front());
        }
      });
  return ranked;
}

}  // namespace regretta
