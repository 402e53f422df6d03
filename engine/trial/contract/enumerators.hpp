#pragma once
/// Checks at compile time that a table over an enum is complete. The enumerators must count up from 0.

#include <string_view>

namespace regretta {

/// Whether an enumerator has this value. In __PRETTY_FUNCTION__ compilers print an enumerator by its name
/// ("Direction::slander") and any other value as a number ("(Direction)4"); the last ':', ')' or ' ' precedes either.
template <auto value>
constexpr bool is_enumerator() {
  const std::string_view signature = __PRETTY_FUNCTION__;
  const char first = signature[signature.find_last_of(":) ") + 1];
  return first != '-' && (first < '0' || first > '9');
}

/// The number of enumerators.
template <class Enum, int n = 0>
constexpr int num_enumerators() {
  if constexpr (is_enumerator<static_cast<Enum>(n)>())
    return num_enumerators<Enum, n + 1>();
  else
    return n;
}

}  // namespace regretta
