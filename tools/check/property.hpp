#pragma once
/// The outcome of one property of a plugin, and a table of properties.

#include <functional>
#include <string>
#include <vector>

#include "regretta/tools/check/counterexample.hpp"

namespace regretta {

struct CheckOutcome {
  Counterexample counterexample{};  ///< with its cell; empty if the property holds
  std::string remark{};             ///< what was left out, or measured
  bool judged = true;               ///< false: `remark` says why the property was not tried
  bool crashed = false;             ///< the counterexample is that it ended its process
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
  /// Where it does not hold, the counterexample says all; otherwise the cause may be an access to memory that is not
  /// the plugin's, of which it says nothing.
  bool speaks_for_itself = false;
};

}  // namespace regretta
