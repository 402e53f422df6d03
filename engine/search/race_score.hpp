#pragma once
/// What the trials of a candidate say of it.

#include <cmath>
#include <optional>

namespace regretta {

/// How good a candidate looks after some trials.
struct RaceScore {
  double value = 0;   ///< of the aim, larger is better; NaN: no strategy is feasible, or trials have failed
  double excess = 0;  ///< by how much the constraints are violated in the mean; 0: they are met
  std::optional<double> second{};  ///< of the second aim, where there is one, larger is better

  /// By constraints and the first aim.
  bool better_than(const RaceScore& other) const {
    if (std::isnan(value) || std::isnan(other.value)) return !std::isnan(value);
    if (excess > 0 || other.excess > 0) return excess < other.excess;
    return value > other.value;
  }
  bool operator==(const RaceScore&) const = default;
};

}  // namespace regretta
