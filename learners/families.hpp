#pragma once
/// The families that the catalogue is made of; each is compiled on its own, for every instruction set.

#include "regretta/engine/study/catalogue.hpp"

namespace regretta {

template <class Isa>
void add_paper_learners(Catalogue& catalogue);
template <class Isa>
void add_projecting_learners(Catalogue& catalogue);
template <class Isa>
void add_unconstrained_learners(Catalogue& catalogue);
template <class Isa>
void add_primal_dual_learners(Catalogue& catalogue);
template <class Isa>
void add_optimistic_learners(Catalogue& catalogue);
template <class Isa>
void add_reference_points(Catalogue& catalogue);

}  // namespace regretta
