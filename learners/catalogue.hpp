#pragma once
/// Entry points of this folder: the standard catalogue (tools/) calls add_learners() once, before any study is read.
/// Each of the functions below it adds one family of learners and has its own source file.

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

/// Each source file is compiled once per instruction set; the tag native::Here distinguishes the compiled functions.
void add_paper_learners(native::Here, Catalogue& catalogue);
void add_projecting_learners(native::Here, Catalogue& catalogue);
void add_unconstrained_learners(native::Here, Catalogue& catalogue);
void add_primal_dual_learners(native::Here, Catalogue& catalogue);
void add_optimistic_learners(native::Here, Catalogue& catalogue);
void add_reference_points(native::Here, Catalogue& catalogue);

}  // namespace regretta
