#pragma once
/// What a corruption changes: entries of the violation matrix, and the value each is moved to. Used by
/// budgeted_corruption.hpp.

#include <cstdint>
#include <span>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/trial/contract/mean_rows.hpp"

namespace regretta {

/// One entry of gbar_t and its value in a corrupted round, or two arms that exchange their values.
struct Target {
  int constraint = 0;  ///< i, from 0
  int arm = 0;         ///< a, from 0
  double value = 0;    ///< in [-1, 1]; unused if there is a partner
  int partner = -1;    ///< the other arm of an exchange, from 0; -1: none

  /// Distance by which this target moves its constraint's entries in a fully corrupted round. row: m x K.
  double cost(std::span<const double> row, int num_arms) const;
  /// Moves the entries of a row (m x K) the fraction `part`, in (0, 1], of the way. An arm has at most one target per
  /// constraint.
  void corrupt(std::span<double> row, int num_arms, double part) const;
};

/// slander: every arm in the support of x* for the uncorrupted means gets +1 on every constraint. x* comes from
/// `solve_optimum`; its support is the arms of weight above 1e-9. Throws InputError{"direction"} if no strategy is
/// feasible. mean_loss: K. mean_violation: m x K.
std::vector<Target> slander_targets(std::span<const double> mean_loss, std::span<const double> mean_violation);

/// flatter: every arm whose mean violation is positive (beyond the tolerance of OPT) on some constraint gets -1 on
/// those constraints. Throws InputError{"direction"} if there is no such arm.
std::vector<Target> flatter_targets(std::span<const double> mean_violation, int num_arms);

/// swap: arms that satisfy every constraint on average (safe; same tolerance) exchange their violations with arms that
/// do not (unsafe). Both sides are ordered by increasing mean loss (ties: lower arm first), and the k-th safe arm is
/// paired with the k-th unsafe arm. pairs: how many; 0: as many as there are. Throws InputError{"direction"} if one
/// side is empty and InputError{"pairs"} if one is too small.
std::vector<Target> swap_targets(std::span<const double> mean_loss, std::span<const double> mean_violation,
                                 std::int64_t pairs);

/// Average of a process's rows over rounds 1..T, (1/T) sum_t: `width` numbers.
std::vector<double> average_row(const MeanRows& rows, std::size_t width, std::int64_t horizon);

}  // namespace regretta
