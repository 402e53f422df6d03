#include "regretta/tools/commands/playing_memory.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "regretta/engine/trial/books/cell_work.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/tools/check/isolated.hpp"
#include "regretta/tools/machine/memory.hpp"

namespace regretta {
namespace {

constexpr double most_measured = 30e3;  ///< by size_of: about 20 MB
constexpr int most_seconds_each = 2;
constexpr double seconds_of_measuring = 0.5;  ///< until the last one is begun

struct Size {
  int arms = 1, constraints = 1;
};

/// Learners hold tables of constraints x arms, and those that solve programs of constraints x constraints.
double size_of(const Problem& problem) {
  return (problem.num_constraints + 1.0) * (problem.num_constraints + problem.num_arms);
}

/// The same mean in every round.
struct OneMean {
  double value;
  std::int64_t num_rows() const { return 1; }
  std::int64_t row_at(std::int64_t) const { return 0; }
  std::int64_t same_until(std::int64_t) const { return max_horizon; }
  void read(std::int64_t, std::span<double> out) const { std::ranges::fill(out, value); }
};

/// A cell as the given one, of another size. Its facts are placeholders: true ones may take hours.
CellWork of_size(const CellWork& given, const Size& size) {
  const auto K = static_cast<std::size_t>(size.arms), m = static_cast<std::size_t>(size.constraints);
  CellWork work = given;
  Problem& problem = work.problem;
  problem.num_arms = size.arms;
  problem.num_constraints = size.constraints;
  if (!problem.costs.empty()) problem.costs.resize(m, problem.costs.front());
  if (!problem.budgets.empty()) problem.budgets.resize(m, problem.budgets.front());
  if (problem.events)
    problem.events = std::make_shared<const EventValues>(
        EventValues{.reward = std::vector<double>(K, 1.0), .cost = std::vector<double>(m * K, 1.0)});
  Adversary adversary;
  adversary.num_arms = size.arms;
  adversary.num_constraints = size.constraints;
  adversary.horizon = problem.horizon;
  adversary.losses = OneMean{0.5};
  adversary.violations = OneMean{-0.5};
  adversary.costs = problem.costs;
  adversary.budgets = problem.budgets;
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  CellFacts facts;
  facts.rho = facts.rho_pure = 0.5;
  facts.safe_arm_violation.assign(m, -0.5);
  facts.optimal_strategy.assign(K, 1 / static_cast<double>(K));
  facts.median_violation.assign(m * K, -0.5);
  work.facts = std::make_shared<const CellFacts>(std::move(facts));
  return work;
}

/// How much more memory a process takes that is about to play the first round. Throws if that cannot be measured.
double measured_bytes(const Cell& cell, int trials, const Size& size) {
  const auto measure = [&]() -> std::vector<double> {
    const CellWork work = of_size(cell.work->without_facts(), size);
    const std::atomic<bool> stop = true;  // for learners that do not know only_begins
    const double before = resident_now();
    try {
      cell.bound_learner.run(work, 0, trials, {.stop = &stop, .only_begins = true});
    } catch (const Interrupted&) {
    }
    return {most_resident() - before};
  };
  return isolated_numbers(measure, most_seconds_each).front();
}

/// What grows with the size: as the square of a factor by which arms and constraints grow.
double bytes_of(const Cell& cell, std::int64_t block) {
  const Problem& problem = cell.problem();
  const int trials = static_cast<int>(std::min<std::int64_t>(block, cell.bound_learner.trials_at_once));
  const double factor = std::max(1.0, std::sqrt(size_of(problem) / most_measured));
  const auto smaller = [&](int number) { return std::min(number, std::max(2, static_cast<int>(number / factor))); };
  try {
    const double measured = measured_bytes(cell, trials, {smaller(problem.num_arms), smaller(problem.num_constraints)});
    const double least = measured_bytes(cell, trials, {std::min(2, problem.num_arms), 1});  // the program's own
    return std::max(0.0, measured - least) * factor * factor;
  } catch (const std::exception&) {  // it cannot play another problem
    return 4 * sizeof(double) * pack_trials * size_of(problem);
  }
}

}  // namespace

double playing_bytes(const Plan& plan, const Layout& layout) {
  std::map<std::pair<std::string, double>, const Cell*> different;
  for (const Cell& cell : plan.cells) different.try_emplace({cell.learner, size_of(cell.problem())}, &cell);
  std::vector<const Cell*> cells;
  for (const auto& [key, cell] : different) cells.push_back(cell);
  std::ranges::stable_sort(cells, std::greater(), [](const Cell* cell) { return size_of(cell->problem()); });
  double most = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const Cell* cell : cells) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds_of_measuring) break;
    const std::int64_t trials = plan.study.trials;
    most = std::max(most, bytes_of(*cell, std::min(trials, layout.of(cell->index).per_block(trials))));
  }
  return most;
}

}  // namespace regretta
