#pragma once
/// The outcome of one property of a plugin, and a table of properties.

#include <functional>
#include <string>

namespace regretta {

/// The fault that a check finds, such as "trial 3, round 17: ..."; empty if there is none. Text after the last "; "
/// that ends with a question mark is a guess at the cause.
using Counterexample = std::string;

struct CheckOutcome {
  Counterexample counterexample{};  ///< with its cell; empty if the property holds
  std::string remark{};             ///< a measurement, or the cases that were left out
  bool tested = true;               ///< false: the property was not tested, for the reason in `remark`
};

/// A property that every plugin of a kind should have.
struct Property {
  std::string name;     ///< one word
  std::string meaning;  ///< the property as a sentence
  std::function<CheckOutcome()> check;
  /// Whether two plays of a trial may differ if this property fails. Then properties with compares_plays are untested.
  bool tests_repeatability = false;
  bool compares_plays = false;  ///< whether the check compares two plays of a trial
};

}  // namespace regretta
