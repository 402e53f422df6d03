#pragma once
/// The learners that README's studies play: what the first program has (tools/first.cpp).

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/native.hpp"

namespace regretta {

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

/// The same one by one, for the families that they belong to.
LearnerEntry conomd_fs_entry(native::Here);
LearnerEntry expopt_conomd_entry(native::Here);
LearnerEntry bccf_entry(native::Here);
LearnerEntry lagrange_bwlc_entry(native::Here);
LearnerEntry pd_wa_entry(native::Here);
LearnerEntry safe_arm_entry(native::Here);

}  // namespace regretta
