#pragma once
/// What a check of a plugin finds.

#include <string>

namespace regretta {

/// A counterexample, such as "trial 3, round 17: ..."; empty if there is none. What follows after the last "; " and
/// ends with a question mark is a guess at the cause.
using Counterexample = std::string;

/// The same without its guess.
inline Counterexample without_guess(const Counterexample& found) {
  const std::size_t at = found.rfind("; ");
  return found.ends_with('?') && at != std::string::npos ? found.substr(0, at) : found;
}

}  // namespace regretta
