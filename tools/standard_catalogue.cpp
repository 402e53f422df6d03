#include "regretta/tools/standard_catalogue.hpp"

#include "regretta/environments/catalogue.hpp"
#include "regretta/learners/catalogue.hpp"
#include "regretta/tools/machine/instruction_set.hpp"

namespace regretta {

Catalogue standard_catalogue() {
  Catalogue catalogue;
  add_plugins(catalogue, {.ships = true}, [](Catalogue& shipped) {
    with_instruction_set([&](auto isa) { add_learners<decltype(isa)>(shipped); });
    add_environments(shipped);
    add_measures(shipped);
  });
  return catalogue;
}

}  // namespace regretta
