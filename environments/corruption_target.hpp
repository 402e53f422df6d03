#pragma once
/// Whom a corruption hits: entries of the violation matrix, and where each is moved to.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/mean_rows.hpp"

namespace regretta {

/// One entry of gbar_t and the value it has in a corrupted round; or two arms that exchange what the round gives them.
struct Target {
  int constraint = 0;  ///< i, from 0
  int arm = 0;         ///< a, from 0
  double value = 0;    ///< in [-1, 1]; means nothing where there is a partner
  int partner = -1;    ///< the other arm of an exchange, from 0; -1: none

  /// How far corrupting a round in full moves this constraint's entries. row: m x K.
  double cost(std::span<const double> row, int num_arms) const;
  /// Moves the entries of a row, m x K, by `part` in (0, 1] of the way. An arm has at most one target per constraint.
  void corrupt(std::span<double> row, int num_arms, double part) const;
};

/// slander: every arm in the support of x* of the uncorrupted means gets +1 on every constraint.
/// x* is that of `solve_optimum`; arms of weight above 1e-9 are its support.
/// Throws InputError{"direction"} where no strategy is feasible. mean_loss: K. mean_violation: m x K.
std::vector<Target> slander_targets(std::span<const double> mean_loss, std::span<const double> mean_violation);

/// flatter: every arm whose mean violation is positive (beyond the tolerance of OPT) on some constraint gets -1 on
/// those constraints. Throws InputError{"direction"} where there is no such arm.
std::vector<Target> flatter_targets(std::span<const double> mean_violation, int num_arms);

/// swap: arms that satisfy every constraint on average (safe; the same tolerance) exchange their violations with arms
/// that do not (unsafe). Both sides by increasing mean loss (ties: lower arm first): the safe arm of least loss goes
/// with the unsafe arm of least loss, the second with the second, for `pairs` pairs; 0: as many as there are. Throws
/// InputError{"direction"} where one side is empty and InputError{"pairs"} where it is too small.
std::vector<Target> swap_targets(std::span<const double> mean_loss, std::span<const double> mean_violation,
                                 std::int64_t pairs);

/// (1/T) sum_t of a process's rows: `width` numbers.
std::vector<double> average_row(const MeanRows& rows, std::size_t width, std::int64_t horizon);

}  // namespace regretta
