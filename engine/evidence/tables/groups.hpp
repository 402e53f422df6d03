#pragma once
/// Groups of items that have something in common, such as the cells of one setting.

#include <cstddef>
#include <functional>
#include <map>
#include <type_traits>
#include <vector>

namespace regretta {

/// Items with equal keys, in their order; groups are in the order of their first items. They point into `items`.
template <class Items, class KeyOf>
auto groups_by(const Items& items, const KeyOf& key_of) {
  using Item = typename Items::value_type;
  std::vector<std::vector<const Item*>> groups;
  std::map<std::decay_t<std::invoke_result_t<KeyOf, const Item&>>, std::size_t> places;
  for (const Item& item : items) {
    const std::size_t place = places.emplace(std::invoke(key_of, item), groups.size()).first->second;
    if (place == groups.size()) groups.emplace_back();
    groups[place].push_back(&item);
  }
  return groups;
}

}  // namespace regretta
