#pragma once
/// The adversaries of this folder.

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// Adds every kind of environment, and the words that their sub-tables may use.
void add_environments(Catalogue& catalogue);

}  // namespace regretta
