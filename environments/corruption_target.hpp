#pragma once
/// Whom a corruption hits: entries of the violation matrix and the value each is moved to.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regretta/engine/study/parameters.hpp"
#include "regretta/engine/trial/mean_rows.hpp"

namespace regretta {

/// One entry of gbar_t and the value it has in a corrupted round.
struct Target {
  int constraint = 0;  ///< i, from 0
  int arm = 0;         ///< a, from 0
  double value = 0;    ///< in [-1, 1]
};

/// slander: every arm in the support of x* of the uncorrupted means gets +1 on every constraint.
/// x* is that of `solve_optimum`; arms of weight above 1e-9 are its support.
/// Throws InputError{"direction"} where no strategy is feasible. mean_loss: K. mean_violation: m x K.
std::vector<Target> slander_targets(std::span<const double> mean_loss, std::span<const double> mean_violation);

/// flatter: every arm whose mean violation is positive on some constraint gets -1 on those constraints.
/// Throws InputError{"direction"} where there is no such arm.
std::vector<Target> flatter_targets(std::span<const double> mean_violation, int num_arms);

/// (1/T) sum_t of a process's rows: `width` numbers.
std::vector<double> average_row(const MeanRows& rows, std::size_t width, std::int64_t horizon);

}  // namespace regretta
