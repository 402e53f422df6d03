#pragma once
/// Which entries a budgeted corruption changes, and how. A direction has a word and `targets`, and may have parameters
/// of its own (`fields`) and `check`, which throws InputError for parameters that do not fit the adversary.

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/environments/corruption/flatter.hpp"
#include "regretta/environments/corruption/named_target.hpp"
#include "regretta/environments/corruption/slander.hpp"
#include "regretta/environments/corruption/swap.hpp"

namespace regretta {

using Direction = OneOf<Slander, Flatter, Swap, NamedTarget>;

}  // namespace regretta
