#include "regretta/engine/study/learner_entry.hpp"
#include "regretta/learners/families.hpp"

namespace regretta {

template <>
void add_optimistic_learners<native::Here>(Catalogue&) {}

}  // namespace regretta
