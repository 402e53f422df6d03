#pragma once
/// Right-hand sides of the paper's theorems, with their constants (learners/ALGORITHMS.md). Each function covers
/// Quantity::regret and Quantity::violation and returns an empty Bound for other quantities. The theorems assume
/// Slater's condition: if the margin is not positive, the bound does not apply. Used by paper_learners.cpp.

#include "regretta/engine/plugin/bound.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/report/quantity.hpp"

namespace regretta {

/// Theorems for ConOMD-FS. Condition: rho > 0.
Bound conomd_fs_bound(Quantity quantity, const Problem& problem, const BoundTerms& terms);
/// Theorems for ConOMD-FS-IX. Condition: rho > 0.
Bound conomd_fs_ix_bound(Quantity quantity, const Problem& problem, const BoundTerms& terms);
/// Theorems for ExpOpt-ConOMD with exploration exponent beta in [0, 1]. Condition: rho_pure > 0.
Bound expopt_conomd_bound(Quantity quantity, const Problem& problem, double beta, const BoundTerms& terms);

}  // namespace regretta
