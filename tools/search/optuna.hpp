#pragma once
/// Optuna's TPE as the optimiser of a search. Optuna is a Python package: a Python of its own is started, and told the
/// generations through pipes (tpe.py).

#include <memory>

#include "regretta/engine/search/proposer.hpp"

namespace regretta {

/// For SearchOptions. Throws std::runtime_error, which says what to install, if no Python has Optuna.
std::unique_ptr<Proposer> make_tpe(const SearchSpace& space, const SearchRules& rules);

}  // namespace regretta
