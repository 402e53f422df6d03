#pragma once
/// The families of learners that make up the catalogue, one source file each. Called by catalogue.cpp.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/native.hpp"

namespace regretta {

/// What entries give as their source.
inline constexpr const char* this_paper =
    "Stradi et al., Truly Adapting to Adversarial Constraints in Constrained MABs, COLT 2026";
inline constexpr const char* reference_point = "reference point";

/// The source files are compiled once per instruction set; the tag tells the copies apart.
void add_paper_learners(native::Here, Catalogue& catalogue);
void add_projecting_learners(native::Here, Catalogue& catalogue);
void add_unconstrained_learners(native::Here, Catalogue& catalogue);
void add_primal_dual_learners(native::Here, Catalogue& catalogue);
void add_optimistic_learners(native::Here, Catalogue& catalogue);
void add_reference_points(native::Here, Catalogue& catalogue);

}  // namespace regretta
