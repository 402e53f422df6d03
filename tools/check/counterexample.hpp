#pragma once
/// What a check of a plugin finds.

#include <string>

namespace regretta {

/// A counterexample, such as "trial 3, round 17: ..."; empty if there is none.
using Counterexample = std::string;

}  // namespace regretta
