#pragma once
/// The comparators of measures, computed in hindsight by linear programming (engine/trial/hindsight/hindsight.hpp).
/// Losses are means; a strategy is feasible where its mean violation is at most feasibility_tolerance.

#include <span>
#include <vector>

#include "regretta/engine/trial/books/cell_work.hpp"

namespace regretta {

/// The least mean loss of one round, over the strategies that are feasible in it; NaN if there are none. loss: K.
/// violation: m x K.
double best_of_round(std::span<const double> loss, std::span<const double> violation);

/// Per checkpoint, the sum of best_of_round over the rounds so far. Oblivious adversaries only. Solves one program for
/// every pair of a loss row and a violation row.
std::vector<double> dynamic_benchmarks(const CellWork& work);

/// min over x in the simplex of loss'x subject to row'x <= 0 for each of `rows`, n x K; NaN if no x is feasible. Solves
/// programs over a few rows, to which the one that is violated most is added until none is. `active`: the rows that an
/// earlier call with the first of these rows has needed; extended.
double best_within(std::span<const double> loss, std::span<const double> rows, std::vector<std::size_t>& active);

/// Per checkpoint, the least total loss of a fixed strategy that is feasible in every round so far; NaN if there is
/// none. Oblivious adversaries only.
std::vector<double> safe_benchmarks(const CellWork& work);

}  // namespace regretta
