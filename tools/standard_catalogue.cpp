#include "regretta/tools/standard_catalogue.hpp"

#include "regretta/environments/catalogue.hpp"
#include "regretta/learners/catalogue.hpp"
#include "regretta/tools/machine/instruction_set.hpp"

namespace regretta {

Catalogue standard_catalogue() {
  Catalogue catalogue;
  with_instruction_set([&](auto isa) { add_learners<decltype(isa)>(catalogue); });
  add_environments(catalogue);
  add_measures(catalogue);
  return catalogue;
}

}  // namespace regretta
