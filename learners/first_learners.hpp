#pragma once
/// The learners that the studies in README play: what the first program has (tools/first.cpp). What it includes is
/// compiled into that program (tools/cmake/first.cmake), so this header does not name catalogue.hpp.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/native.hpp"

namespace regretta {

/// What entries give as their source.
inline constexpr const char* this_paper =
    "Stradi et al., Truly Adapting to Adversarial Constraints in Constrained MABs, COLT 2026";
inline constexpr const char* reference_point = "reference point";

/// As add_learners (catalogue.hpp).
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
