#pragma once
/// Entry points of this folder, called by the standard catalogue (tools/) once, before any study is read, and the
/// families of learners that make it up, one source file each.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/native.hpp"

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

/// Adds the learners that the studies in README play, for the first program (tools/first.cpp).
template <class Isa>
void add_first_learners(Catalogue& catalogue);
template <>
void add_first_learners<native::Generic>(Catalogue& catalogue);
template <>
void add_first_learners<native::V3>(Catalogue& catalogue);
template <>
void add_first_learners<native::Avx512>(Catalogue& catalogue);
template <>
void add_first_learners<native::Neon>(Catalogue& catalogue);

/// Each of these learners, for its family.
LearnerEntry conomd_fs_entry(native::Here);
LearnerEntry expopt_conomd_entry(native::Here);
LearnerEntry bccf_entry(native::Here);
LearnerEntry lagrange_bwlc_entry(native::Here);
LearnerEntry pd_wa_entry(native::Here);
LearnerEntry safe_arm_entry(native::Here);

}  // namespace regretta
