#pragma once
/// The families of learners that make up the catalogue, one source file each. Called by catalogue.cpp.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/native.hpp"

namespace regretta {

/// Each is defined for native::Here in the family's source file, which is compiled once per instruction set.
template <class Isa>
void add_paper_learners(Catalogue& catalogue);
template <>
void add_paper_learners<native::Here>(Catalogue& catalogue);
template <class Isa>
void add_projecting_learners(Catalogue& catalogue);
template <>
void add_projecting_learners<native::Here>(Catalogue& catalogue);
template <class Isa>
void add_unconstrained_learners(Catalogue& catalogue);
template <>
void add_unconstrained_learners<native::Here>(Catalogue& catalogue);
template <class Isa>
void add_primal_dual_learners(Catalogue& catalogue);
template <>
void add_primal_dual_learners<native::Here>(Catalogue& catalogue);
template <class Isa>
void add_optimistic_learners(Catalogue& catalogue);
template <>
void add_optimistic_learners<native::Here>(Catalogue& catalogue);
template <class Isa>
void add_reference_points(Catalogue& catalogue);
template <>
void add_reference_points<native::Here>(Catalogue& catalogue);

}  // namespace regretta
