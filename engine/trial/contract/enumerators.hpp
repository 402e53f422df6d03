#pragma once
/// Tells at compile time whether a value of an enum has a name. Tables over an enum use it to check that they are
/// complete.

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

}  // namespace regretta
