#include "regretta/tools/standard_catalogue.hpp"

#include "regretta/environments/catalogue.hpp"
#include "regretta/learners/catalogue.hpp"

namespace regretta {

Catalogue standard_catalogue() {
  Catalogue catalogue;
  add_learners(catalogue);
  add_environments(catalogue);
  return catalogue;
}

}  // namespace regretta
