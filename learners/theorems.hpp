#pragma once
/// Right-hand sides of theorems, with their constants. Each function covers Quantity::regret and Quantity::violation
/// and returns an empty Bound for other quantities. The paper's theorems (learners/ALGORITHMS.md) assume Slater's
/// condition: if the margin is not positive, the bound does not apply.

#include "regretta/engine/plugin/bound.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/contract/quantity.hpp"

namespace regretta {

/// Theorems for ConOMD-FS. Condition: rho > 0.
Bound conomd_fs_bound(Quantity quantity, const Problem& problem, const BoundTerms& terms);
/// Theorems for ConOMD-FS-IX. Condition: rho > 0.
Bound conomd_fs_ix_bound(Quantity quantity, const Problem& problem, const BoundTerms& terms);
/// Theorems for ExpOpt-ConOMD with exploration exponent beta in [0, 1]. Condition: rho_pure > 0.
Bound expopt_conomd_bound(Quantity quantity, const Problem& problem, double beta, const BoundTerms& terms);

/// Theorem 1 of Sinha and Vaze (NeurIPS 2024) for coco, which bounds `safe_regret` and `summed_violation` with
/// certainty. The decision set is the simplex, and gradients are at most lipschitz_scale sqrt(K). The theorem is about
/// the observed values, which are the means if there is no noise. Conditions: rho >= 0, no noise.
Bound coco_bound(Quantity quantity, const Problem& problem, double lipschitz_scale, const BoundTerms& terms);

}  // namespace regretta
