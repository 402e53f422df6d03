#pragma once
/// Facts that are known in hindsight: OPT, rho and C (engine/trial/PROTOCOL.md), computed by linear programming in
/// double-double arithmetic. The bits depend only on the input (plain loops in index order, no library reductions).
/// compute_facts is called once per cell, before its trials. All functions are pure and may be called from any thread.

#include <cstdint>
#include <span>
#include <vector>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/hindsight/simplex.hpp"

namespace regretta {

/// A strategy counts as feasible if its average violation per round is at most this.
inline constexpr double feasibility_tolerance = 1e-9;

/// min over x in the simplex of c'x subject to A x <= 0 (up to feasibility_tolerance), with the multipliers that prove
/// it: for every arm, c(a) + sum_i lambda_i A_i(a) >= value, lambda >= 0.
struct Optimum {
  bool feasible = false;
  double value = 0;                 ///< NaN if infeasible
  std::vector<double> strategy;     ///< x*, K; at most m + 1 non-zeros; empty if infeasible
  std::vector<double> multipliers;  ///< lambda, m; empty if infeasible
};
/// c: K >= 1 numbers, all >= 0. A: m x K, row-major.
Optimum solve_optimum(std::span<const double> c, std::span<const double> A);

/// min over x in the simplex of max_i (A x)_i, with the optimal strategies of both players. A: rows x K, row-major, at
/// least one row.
Minimax solve_minimax(std::span<const double> A, int num_arms);

/// Facts about the means of one cell; with an adaptive adversary, about its oblivious part.
struct CellFacts : Oracle {
  std::vector<std::int64_t> checkpoints;          ///< the argument of compute_facts
  std::vector<double> opt;                        ///< OPT of the first t rounds, per checkpoint t; NaN if infeasible
  Optimum optimum;                                ///< over all T rounds; value is per round (OPT / T)
  std::vector<double> corruption_per_constraint;  ///< C_i, m
  std::vector<double> median_violation;           ///< lower median of every entry over t, m x K
  std::vector<double> mean_loss;                  ///< (1/T) sum_t lbar_t, K
  std::vector<double> mean_violation;             ///< (1/T) sum_t gbar_t, m x K

  const Oracle& oracle() const { return *this; }
};

/// Walks the adversary's mean rows once: O(number of row changes x K m) and one LP per checkpoint; memory O(rows).
/// Throws std::invalid_argument unless the checkpoints increase within 1..T.
CellFacts compute_facts(const Adversary& adversary, const std::vector<std::int64_t>& checkpoints);

}  // namespace regretta
