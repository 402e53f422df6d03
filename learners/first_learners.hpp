#pragma once
/// The learners of the first program (tools/first.cpp): those used by the studies in README. That program compiles
/// everything that this header includes (tools/cmake/first.cmake), so the header must not include catalogue.hpp.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/native.hpp"

namespace regretta {

/// Texts for LearnerEntry::source.
inline constexpr const char* this_paper =
    "Stradi et al., Truly Adapting to Adversarial Constraints in Constrained MABs, COLT 2026";
inline constexpr const char* reference_point = "reference point";

/// Adds the learners of the first program only; add_learners (catalogue.hpp) adds all learners.
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

/// The entries of these learners; the families in catalogue.hpp use them too.
LearnerEntry conomd_fs_entry(native::Here);
LearnerEntry expopt_conomd_entry(native::Here);
LearnerEntry bccf_entry(native::Here);
LearnerEntry lagrange_bwlc_entry(native::Here);
LearnerEntry pd_wa_entry(native::Here);
LearnerEntry safe_arm_entry(native::Here);

}  // namespace regretta
