#pragma once
/// The catalogue as JSON, for `list --format json`.

#include <string>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// An object such as
///   {"learners": {"ucb1": {"summary": "...", "feedback": "bandit", "parameters": [{"name": "alpha", ...}]}},
///    "environments": {...}, "measures": {...}, "quantities": ["regret", ...]}.
/// A parameter has a name (a path), type, range, default (null if there is none), help, and `conditions`, an object of
/// paths and values: it applies only if the parameters at these paths have these values. A parameter that several parts
/// have appears once per part.
std::string list_json(const Catalogue& catalogue);

}  // namespace regretta
