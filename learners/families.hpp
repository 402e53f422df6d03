#pragma once
/// The families that the catalogue is made of, each in a file of its own.

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/native.hpp"

namespace regretta {

/// Defined for native::Here in the family's file, which is compiled once for every instruction set.
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
