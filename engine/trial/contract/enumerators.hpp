#pragma once
/// Whether a table over an enum is complete: its enumerators count from 0, and none comes after those of the table.

#include <string_view>

namespace regretta {

/// Whether an enumerator has this value. In a signature compilers name enumerators ("Direction::slander"), and print
/// other values as numbers ("(Direction)4").
template <auto value>
constexpr bool is_enumerator() {
  const std::string_view signature = __PRETTY_FUNCTION__;
  const char first = signature[signature.find_last_of(":) ") + 1];
  return first != '-' && (first < '0' || first > '9');
}

/// How many enumerators there are.
template <class Enum, int n = 0>
constexpr int num_enumerators() {
  if constexpr (is_enumerator<static_cast<Enum>(n)>())
    return num_enumerators<Enum, n + 1>();
  else
    return n;
}

}  // namespace regretta
