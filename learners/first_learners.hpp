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

/// Those that belong to a family whose others are compiled later.
LearnerEntry bccf_entry(native::Here);
LearnerEntry lagrange_bwlc_entry(native::Here);
LearnerEntry pd_wa_entry(native::Here);
LearnerEntry hedge_entry(native::Here);

}  // namespace regretta
