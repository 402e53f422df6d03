#pragma once
/// What --where, --sort and --pivot make of a table, for readers or for other programs.

#include <vector>

#include "regretta/tools/text/conditions.hpp"
#include "regretta/tools/text/selection.hpp"

namespace regretta {

/// The table with the rows that satisfy `conditions`, and then as the selection asks. Throws std::invalid_argument with
/// the nearest column or value.
TextTable selected(const TextTable& table, const Selection& selection, const std::vector<Condition>& conditions);
ValueTable selected(const ValueTable& table, const Selection& selection, const std::vector<Condition>& conditions);

}  // namespace regretta
