#include "regretta/engine/evidence/statistics/holm.hpp"

#include <algorithm>
#include <numeric>

namespace regretta {

std::vector<double> holm_adjusted(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return p_values[k]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto left = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, left * p_values[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

}  // namespace regretta
