#pragma once
/// Entry points of this folder, called by the standard catalogue (tools/) once, before any study is read, and the
/// families of learners that make it up, one source file each.

#include "regretta/learners/first_learners.hpp"

namespace regretta {

/// Adds every learner of this folder, with round loops compiled for the instruction set Isa: native::Baseline, or one
/// of the additional sets of the build (REGRETTA_INSTRUCTION_SETS).
template <class Isa>
void add_learners(Catalogue& catalogue);
template <>
void add_learners<native::Generic>(Catalogue& catalogue);
template <>
void add_learners<native::V3>(Catalogue& catalogue);
template <>
void add_learners<native::Avx512>(Catalogue& catalogue);
template <>
void add_learners<native::Neon>(Catalogue& catalogue);

/// The source files are compiled once per instruction set; the tag tells the copies apart.
void add_paper_learners(native::Here, Catalogue& catalogue);
void add_projecting_learners(native::Here, Catalogue& catalogue);
void add_unconstrained_learners(native::Here, Catalogue& catalogue);
void add_primal_dual_learners(native::Here, Catalogue& catalogue);
void add_optimistic_learners(native::Here, Catalogue& catalogue);
void add_reference_points(native::Here, Catalogue& catalogue);

}  // namespace regretta
