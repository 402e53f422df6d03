#include "regretta/engine/search/ablation.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace regretta {

std::vector<ValueChange> changes_of(const SearchSpace& space, const Point& point) {
  std::vector<ValueChange> all;
  const std::vector<bool> has_a_say = space.active(point);
  for (std::size_t d = 0; d < point.size(); ++d) {
    if (!has_a_say[d]) continue;
    const Dimension& one = space.dimensions()[d];
    const auto add = [&](double coordinate, bool is_plain, bool simplifies) {
      const bool is_new =
          one.at(coordinate) != one.at(point[d]) && std::ranges::none_of(all, [&](const ValueChange& other) {
            return other.dimension == d && one.at(other.coordinate) == one.at(coordinate);
          });
      if (is_new)
        all.push_back({.dimension = d, .coordinate = coordinate, .is_plain = is_plain, .simplifies = simplifies});
    };
    const double other = one.choices.empty() ? 0.5 : point[d] == 0 ? 1 : 0;
    const std::optional<double> preset = one.coordinate_of(one.default_value);
    const double plain = preset.value_or(other);
    const bool is_plain = one.at(plain) == one.at(point[d]);
    add(is_plain ? other : plain, true, !is_plain && (preset || one.choices.empty()));
    if (!is_plain) add(one.rounded(point[d]), false, true);
  }
  return all;
}

Point changed(Point point, const std::vector<ValueChange>& changes) {
  for (const ValueChange& one : changes) point[one.dimension] = one.coordinate;
  return point;
}

std::vector<ValueChange> kept_changes(const std::vector<ValueChange>& changes, const std::vector<FormValue>& alone) {
  std::vector<std::pair<double, ValueChange>> kept;
  for (std::size_t k = 0; k < changes.size(); ++k) {
    if (!changes[k].simplifies || !alone[k].keeps()) continue;
    const auto of_value = [&](const auto& one) { return one.second.dimension == changes[k].dimension; };
    if (std::ranges::none_of(kept, of_value)) kept.emplace_back(alone[k].spare.mean, changes[k]);
  }
  std::ranges::stable_sort(kept, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<ValueChange> all;
  for (const auto& [spare, change] : kept) all.push_back(change);
  return all;
}

std::int64_t most_forms(const SearchSpace& space) { return 1 + 3 * std::ssize(space.dimensions()); }

}  // namespace regretta
