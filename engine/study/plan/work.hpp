#pragma once
/// The work of a study in units that are the same on every machine, and how many trials a stop rule may take of it.

#include <cstdint>
#include <vector>

#include "regretta/engine/study/plan/cell.hpp"

namespace regretta {

/// Work of one trial of `cell`, about nanoseconds of a processor: proportional to the rounds, and more with more arms
/// and constraints.
double model_cost(const Cell& cell);

/// The trials per cell that take about a minute on two processors for all cells together: whole packs, at most 65,536.
std::int64_t trials_in_work(const std::vector<Cell>& cells);

}  // namespace regretta
