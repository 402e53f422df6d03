#pragma once
/// The catalogue as JSON, for `list --format json`.

#include <string>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// An object with `learners`, `environments` and `measures`, each an object by kind with the parameters: name (a path),
/// type, range, default (null: none), conditions (an object: the choices, by path, with which it has a meaning) and
/// help; and a list of `quantities`. A parameter of several parts is listed once for each.
std::string list_json(const Catalogue& catalogue);

}  // namespace regretta
