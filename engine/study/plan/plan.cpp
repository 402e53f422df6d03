#include "regretta/engine/study/plan/plan.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "regretta/engine/study/plan/grid.hpp"
#include "regretta/engine/study/text/canonical.hpp"
#include "regretta/engine/trial/contract/result.hpp"

namespace regretta {
namespace {

/// The trials per cell that take about a minute on two processors for all cells together: whole packs, at most 65,536.
std::int64_t trials_in_work(const std::vector<Cell>& cells) {
  constexpr double max_cost = 2 * 60e9;  // nanoseconds of two processors in a minute
  constexpr std::int64_t limit = 65'536;
  double cost = 0;  // of one trial of every cell
  for (const Cell& cell : cells) cost += model_cost(cell);
  const auto packs = static_cast<std::int64_t>(std::min(max_cost / cost, static_cast<double>(limit)) / pack_trials);
  return packs * pack_trials;
}

}  // namespace

Plan make_plan(const Study& study, const Catalogue& catalogue) {
  if (!study.search.empty())
    throw StudyError::at(
        study.search.begin()->second, study.file, "search",
        "the values of this study have to be searched first; expected a study without [search], or `regretta search`");
  const Grid grid(study, catalogue);
  Plan plan{.study = grid.resolved(), .cells = {}, .swept_names = grid.swept_names(), .left_out = grid.left_out()};
  check_storable(plan.study);
  plan.cells.reserve(static_cast<std::size_t>(grid.num_cells()));
  std::vector<std::shared_ptr<const SharedWork>> works;
  std::vector<const Adversary*> adversaries;
  for (std::int64_t setting = 0; setting < grid.num_settings(); ++setting) {
    works.push_back(grid.work(setting));
    std::ranges::copy(works.back()->adversaries(), std::back_inserter(adversaries));
  }
  grid.check_arms(works);
  for (std::int64_t index = 0; index < grid.num_cells(); ++index)
    plan.cells.push_back(grid.cell(index, works[static_cast<std::size_t>(grid.setting_of(index))]));
  if (study.limited_by_work) plan.study.trials = std::max(study.trials, trials_in_work(plan.cells));
  plan.study.means = means_digest(adversaries);
  if (!study.means.empty() && study.means != plan.study.means)
    throw StudyError::at(*study.written.find("means"), study.file, "study.means",
                         fmt::format("the environments' means have the digest {}, not {} (a trace was edited, or the "
                                     "program builds them differently); leave `means` out to run them as they are",
                                     plan.study.means, study.means));
  return plan;
}

}  // namespace regretta
