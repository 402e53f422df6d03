#pragma once
/// What a `corruption` sub-table may be: applied last, to an adversary that is otherwise complete.

#include <cstdint>
#include <functional>
#include <vector>

#include "regretta/engine/study/catalogue.hpp"
#include "regretta/engine/study/parameters.hpp"
#include "regretta/engine/trial/adversary.hpp"

namespace regretta {

/// One word of `corruption.kind`. `apply` reads its own settings under bare names and throws InputError with such a
/// name.
struct CorruptionKind {
  ComponentEntry entry;  ///< parameter names carry "corruption."
  std::function<void(const Settings&, std::uint64_t seed, Adversary&)> apply;
};

/// The first is the default.
std::vector<CorruptionKind> corruption_kinds();

}  // namespace regretta
