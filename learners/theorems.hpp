#pragma once
/// Right-hand sides of the paper's theorems, with their constants (SPEC section 3).

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// Theorems on ConOMD-FS. rho: over strategies; no regret bound where rho <= 0.
TheoremBounds conomd_fs_bounds(const Problem& problem, double corruption, double rho);
/// Theorems on ConOMD-FS-IX.
TheoremBounds conomd_fs_ix_bounds(const Problem& problem, double corruption, double rho);
/// Theorems on ExpOpt-ConOMD. rho_pure: over arms; beta in [0, 1].
TheoremBounds expopt_conomd_bounds(const Problem& problem, double beta, double corruption, double rho_pure);

}  // namespace regretta
