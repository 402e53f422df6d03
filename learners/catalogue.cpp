#include "regretta/learners/catalogue.hpp"

namespace regretta {

template <>
void add_learners<native::Here>(Catalogue& catalogue) {
  const auto add = [&catalogue](const char* group, void (&add_family)(native::Here, Catalogue&)) {
    const std::size_t first = catalogue.learners.size();
    add_family({}, catalogue);
    for (std::size_t k = first; k < catalogue.learners.size(); ++k) catalogue.learners[k].group = group;
  };
  add("paper", add_paper_learners);
  add("projecting", add_projecting_learners);
  add("optimistic", add_optimistic_learners);
  add("primal-dual", add_primal_dual_learners);
  add("unconstrained", add_unconstrained_learners);
  add("reference", add_reference_points);
}

}  // namespace regretta
