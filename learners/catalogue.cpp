#include "regretta/learners/catalogue.hpp"

#include "regretta/learners/families.hpp"

namespace regretta {

template <>
void add_learners<native::Here>(Catalogue& catalogue) {
  add_paper_learners<native::Here>(catalogue);
  add_projecting_learners<native::Here>(catalogue);
  add_optimistic_learners<native::Here>(catalogue);
  add_primal_dual_learners<native::Here>(catalogue);
  add_unconstrained_learners<native::Here>(catalogue);
  add_reference_points<native::Here>(catalogue);
}

}  // namespace regretta
