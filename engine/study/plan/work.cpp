#include "regretta/engine/study/plan/work.hpp"

#include <algorithm>

#include "regretta/engine/trial/contract/result.hpp"

namespace regretta {

double model_cost(const Cell& cell) {
  const Problem& problem = cell.problem();
  return static_cast<double>(problem.horizon) * (20.0 + problem.num_arms * (problem.num_constraints + 1.0));
}

std::int64_t trials_in_work(const std::vector<Cell>& cells) {
  constexpr double work = 2 * 60e9;
  constexpr std::int64_t most = 65'536;
  double of_one = 0;  // of all cells
  for (const Cell& cell : cells) of_one += model_cost(cell);
  const auto packs = static_cast<std::int64_t>(std::min(work / of_one, static_cast<double>(most)) / pack_trials);
  return packs * pack_trials;
}

}  // namespace regretta
