#pragma once
/// Several panels as one figure. Used by figure_list.hpp.

#include <string>
#include <vector>

#include "regretta/tools/figures/figure.hpp"

namespace regretta {

struct FacetPanel {
  std::string quantity;  ///< "" if the figure has only one
  std::string setting;   ///< "budget = 64"; "" if the figure has only one
  Panel panel;
  std::vector<std::string> notes;
};

/// A row for each quantity if both differ, else rows of at most `across` panels. The caption is that of the notes: each
/// once, with the name of its panel if the others do not have it. Scales of the same axis become the same kind.
Figure faceted_figure(const std::vector<FacetPanel>& panels, std::size_t across);

}  // namespace regretta
