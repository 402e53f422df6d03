#include "regretta/tools/figures/drawn_values.hpp"

#include <algorithm>
#include <utility>

namespace regretta {

std::vector<double> DrawnValues::of(const CellLabel& cell, Quantity quantity) {
  constexpr std::size_t most_numbers = std::size_t{1} << 22;
  auto own = kept_.find(cell.cell);
  if (own == kept_.end()) {
    const std::size_t more = quantities_.size() * static_cast<std::size_t>(study_.num_trials());
    if (numbers_ + more > most_numbers) return std::move(study_.values(cell, {quantity}).front());
    own = kept_.emplace(cell.cell, study_.values(cell, quantities_)).first;
    numbers_ += more;
  }
  return own->second[static_cast<std::size_t>(std::ranges::find(quantities_, quantity) - quantities_.begin())];
}

}  // namespace regretta
