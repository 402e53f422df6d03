#pragma once
/// Several panels as one figure. Used by figure_list.hpp.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "regretta/tools/figures/figure.hpp"

namespace regretta {

/// The different texts of the items, in the order of the first ones.
template <class Items, class Of>
std::vector<std::string> distinct_texts(const Items& items, const Of& text_of) {
  std::vector<std::string> texts;
  for (const auto& item : items)
    if (const std::string& text = std::invoke(text_of, item); std::ranges::find(texts, text) == texts.end())
      texts.push_back(text);
  return texts;
}

struct FacetPanel {
  std::string quantity;  ///< "" if the figure has only one
  std::string setting;   ///< "budget = 64"; "" if the figure has only one
  Panel panel;
  std::vector<std::string> notes;
};

/// A row for each quantity if both differ, else rows of at most `across` panels. The caption is that of the notes: each
/// once, with the name of its panel if the others do not have it. Scales of the same axis become the same kind.
Figure faceted_figure(std::vector<FacetPanel> panels, std::size_t across);

}  // namespace regretta
