#pragma once
/// The outcome of one property of a plugin, and a table of properties.

#include <functional>
#include <string>
#include <vector>

namespace regretta {

/// What a check of a plugin finds, such as "trial 3, round 17: ..."; empty if it finds nothing. What follows after the
/// last "; " and ends with a question mark is a guess at the cause.
using Counterexample = std::string;

struct CheckOutcome {
  Counterexample counterexample{};  ///< with its cell; empty if the property holds
  std::string remark{};             ///< what was left out, or measured
  bool judged = true;               ///< false: `remark` says why the property was not tried
};

/// A property that every plugin of a kind should have.
struct Property {
  std::string name;     ///< one word
  std::string meaning;  ///< what holds
  std::function<CheckOutcome()> check;
  /// Where it does not hold, two plays of one trial differ, so that nothing can be said about the properties that
  /// compare plays.
  bool is_repeatability = false;
  bool compares_plays = false;
};

}  // namespace regretta
