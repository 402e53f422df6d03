#pragma once
/// The tables of `regretta show --extremes`.

#include <string>
#include <vector>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/tools/text/chosen_cells.hpp"
#include "regretta/tools/text/selection.hpp"
#include "regretta/tools/text/shown_text.hpp"

namespace regretta {

struct Extremes {
  std::vector<ShownPart> parts{};
  ValueTable values{};
};

/// Of each quantity the `count` trials with the largest values and the `count` with the smallest, the largest first.
/// `replay`: the command that replays a trial, without --cell and --trial.
Extremes extremes_of(const Results& study, const ChosenCells& cells, const std::vector<Quantity>& metrics,
                     std::int64_t count, const std::string& replay);

}  // namespace regretta
