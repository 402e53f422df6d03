#include "regretta/engine/evidence/rates/rates.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/statistics/distributions.hpp"
#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/evidence/tables/roles.hpp"
#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"

namespace regretta {
namespace {

/// Cells of one learner in one environment that differ only in horizon and budget. Ordered by horizon, then C.
using RateFamily = std::vector<RateCell>;

/// The families in order of their first cells, without their trials. `catalogue` tells which parameters are budgets.
/// Throws StudyFileError as StudyReader does.
std::vector<RateFamily> rate_families(const Results& study, const Catalogue& catalogue) {
  const double delta = study.study().delta;
  const std::vector<bool> is_budget = swept_with(Role::corruption_budget, study, catalogue);
  const auto cell_of = [&](const CellLabel& label) {
    RateCell cell;
    cell.label = &label;
    for (std::size_t k = 0; k < label.swept.size(); ++k)
      if (is_budget[k] && label.swept[k].has_value())
        cell.budget += study.swept()[k] + " = " + to_text(label.swept[k]) + "\n";
    cell.log_term = std::log(static_cast<double>(label.horizon) * static_cast<double>(label.arms) *
                             static_cast<double>(label.constraints) / delta);
    TrialValues facts = study.units(label, {Quantity::corruption, Quantity::rho, Quantity::rho_pure});
    for (double* mean : {&cell.rho_pure, &cell.rho, &cell.corruption}) {
      *mean = summarise(std::move(facts.back())).mean;
      facts.pop_back();
    }
    return cell;
  };
  const auto without_budget = [&](const CellLabel& label) {
    std::vector<std::string> others;
    for (std::size_t k = 0; k < label.swept.size(); ++k)
      if (!is_budget[k]) others.push_back(to_text(label.swept[k]));
    return std::tuple(label.learner, label.learner_name, label.environment_kind, label.environment, std::move(others));
  };
  std::vector<RateFamily> families;
  for (const auto& labels : groups_by(study.cells(), without_budget)) {
    RateFamily& family = families.emplace_back();
    for (const CellLabel* label : labels) family.push_back(cell_of(*label));
    std::ranges::stable_sort(family, {}, [](const RateCell& cell) {
      return std::tuple(cell.label->horizon, std::isnan(cell.corruption) ? infinity : cell.corruption,
                        cell.label->cell);
    });
  }
  return families;
}

void read_trials(const Results& study, const std::vector<Quantity>& quantities, RateFamily& family) {
  for (RateCell& cell : family) cell.values = study.units(*cell.label, quantities);
}

void forget_trials(RateFamily& family) {
  for (RateCell& cell : family) cell.values = {};
}

using Cells = std::vector<const RateCell*>;

/// Groups cells by budget, with one cell per horizon, ordered by T.
std::vector<Cells> by_budget(const RateFamily& family) {
  std::vector<Cells> lines = groups_by(family, &RateCell::budget);
  for (Cells& line : lines)
    line.erase(std::unique(line.begin(), line.end(),
                           [](const RateCell* a, const RateCell* b) { return a->label->horizon == b->label->horizon; }),
               line.end());
  return lines;
}

/// Cells of one horizon with distinct C, ordered by C, the first with C = 0; empty if there is none with C = 0.
Cells by_corruption(const RateFamily& family, std::int64_t horizon) {
  constexpr double apart = 1.01;  // measured C that differ by less count as equal
  Cells line;
  for (const RateCell& cell : family) {
    if (cell.label->horizon != horizon) continue;
    if (line.empty() ? cell.is_clean() : cell.corruption > apart * line.back()->corruption) line.push_back(&cell);
  }
  return line;
}

std::vector<std::int64_t> horizons_of(const RateFamily& family) {
  std::vector<std::int64_t> horizons;
  for (const RateCell& cell : family)
    if (horizons.empty() || horizons.back() != cell.label->horizon) horizons.push_back(cell.label->horizon);
  return horizons;
}

/// The tasks of one family; the caller sets the quantity. all: growth in T at every C, and in C at every T.
std::vector<RateTask> tasks_of(const RateFamily& family, bool all) {
  std::vector<RateTask> tasks;
  const std::vector<Cells> in_horizon = by_budget(family);
  const auto is_clean = [](const Cells& cells) { return cells.back()->is_clean(); };
  const bool any_clean = std::ranges::any_of(in_horizon, is_clean);
  for (const Cells& cells : in_horizon)
    if (cells.size() >= 2 && (all || !any_clean || is_clean(cells))) tasks.push_back({Growth::in_horizon, cells});
  const std::vector<std::int64_t> horizons = horizons_of(family);
  for (const std::int64_t horizon : horizons) {
    Cells cells = by_corruption(family, horizon);
    if (cells.size() >= 2 && (all || horizon == horizons.back()))
      tasks.push_back({Growth::in_corruption, std::move(cells)});
  }
  return tasks;
}

/// Calls work(k) for every task, several at a time, with the trials of the families that it needs and few others: as
/// many families as have 16 tasks together. ends: of the tasks of each family.
template <class Work>
void work_on_families(const Results& study, const std::vector<Quantity>& quantities, std::vector<RateFamily>& families,
                      const std::vector<std::size_t>& ends, const Work& work) {
  std::size_t done = 0, first = 0;
  for (std::size_t f = 0; f < families.size(); ++f) {
    if (ends[f] > (f == 0 ? 0 : ends[f - 1])) read_trials(study, quantities, families[f]);
    if (ends[f] < done + 16 && f + 1 < families.size()) continue;
    tbb::parallel_for(done, ends[f], work);
    for (done = ends[f]; first <= f; ++first) forget_trials(families[first]);
  }
}

/// The quantity whose theorem also bounds the growth of `quantity`.
Quantity bounded_by(Quantity quantity) {
  if (quantity == Quantity::expected_regret) return Quantity::regret;
  if (quantity == Quantity::signed_violation) return Quantity::violation;
  return quantity;
}

}  // namespace

std::vector<RateLine> growth_rates(const Results& study, const Catalogue& catalogue, const RatesOptions& options) {
  std::vector<RateFamily> families = rate_families(study, catalogue);
  RebuiltCells rebuilt(study, catalogue, options.folder);
  std::map<const CellLabel*, Cell> cells;  // whose learners evaluate the theorems
  std::vector<RateTask> tasks;
  std::vector<std::size_t> ends;  // of the families' tasks
  for (const RateFamily& family : families) {
    const std::vector<RateTask> own = tasks_of(family, options.all);
    for (const RateTask& task : own)
      for (const RateCell* cell : task.cells)
        if (!cells.contains(cell->label)) cells.emplace(cell->label, rebuilt.cell(*cell->label));
    for (std::size_t q = 0; q < options.quantities.size(); ++q)
      for (RateTask task : own) {
        task.quantity = options.quantities[q];
        task.value_index = q;
        tasks.push_back(std::move(task));
      }
    ends.push_back(tasks.size());
  }

  const TheoremAt theorem = [&](const RateCell& cell, Quantity quantity, double corruption) {
    const Cell& known = cells.at(cell.label);
    const BoundTerms terms{.corruption = corruption, .rho = cell.rho, .rho_pure = cell.rho_pure};
    const Bound bound = known.bound_learner.bound(bounded_by(quantity), known.problem(), terms);
    return bound.applies ? std::optional(bound.value) : std::nullopt;
  };
  std::vector<RateLine> lines(tasks.size());
  work_on_families(study, options.quantities, families, ends,
                   [&](std::size_t k) { lines[k] = rate_line(tasks[k], options.level, theorem); });
  for (std::size_t k = 0; k < lines.size(); ++k)
    lines[k].family = static_cast<std::size_t>(std::ranges::upper_bound(ends, k) - ends.begin());
  conclude(lines, options.level);
  return lines;
}

}  // namespace regretta
