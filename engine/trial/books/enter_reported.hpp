#pragma once
/// Enters what plugins report of their own (reported.hpp) in the results of trials.

#include "regretta/engine/real/real.hpp"
#include "regretta/engine/trial/books/quantity_list.hpp"
#include "regretta/engine/trial/contract/reported.hpp"

namespace regretta {

/// trials: one per lane. Names that are not in the table, or that the engine computes, are passed over.
template <class Real>
void enter_reported(std::vector<TrialResult>& trials, const QuantityList& quantities, const Reported<Real>& reported) {
  for (const auto& [name, value] : reported) {
    const auto quantity = quantities.find(name);
    if (!quantity || quantities[*quantity].source < Source::plugin) continue;
    for (std::size_t k = 0; k < trials.size(); ++k) trials[k][*quantity] = lane(value, static_cast<int>(k));
  }
}

}  // namespace regretta
