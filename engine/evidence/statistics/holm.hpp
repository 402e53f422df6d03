#pragma once
/// Adjustment of p-values for multiple tests, for every command that makes many claims.

#include <functional>
#include <vector>

namespace regretta {

/// Holm's step-down procedure (Scandinavian Journal of Statistics 6, 1979): the adjusted p-values, in the order given.
/// Rejecting those that are at most alpha makes any false rejection with probability at most alpha, however the tests
/// depend on each other.
std::vector<double> holm_adjusted(const std::vector<double>& p_values);

/// Those of p_value_of(item) for all items.
template <class Items, class PValueOf>
std::vector<double> holm_adjusted(const Items& items, const PValueOf& p_value_of) {
  std::vector<double> p_values;
  for (const auto& item : items) p_values.push_back(std::invoke(p_value_of, item));
  return holm_adjusted(p_values);
}

}  // namespace regretta
