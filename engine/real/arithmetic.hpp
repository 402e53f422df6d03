#pragma once
/// The floating-point mode in which every result is computed: rounding to nearest, with subnormal numbers. The mode
/// belongs to the thread, so a plugin that changes it would change everything that the thread computes next, including
/// the results of other plugins.

#include <cfenv>
#include <limits>
#include <stdexcept>
#include <string>

namespace regretta {

/// Thrown if a plugin returns with the thread in a different mode.
struct ChangedArithmetic : std::runtime_error {
  explicit ChangedArithmetic(const std::string& what_ran)
      : std::runtime_error(what_ran +
                           " changed the thread's floating-point mode (rounding, or subnormal numbers taken as "
                           "zero), so that results cannot be reproduced; restore it before returning") {}
};

/// Sets the mode before calls of plugins, and restores it when it goes out of scope.
class StandardArithmetic {
 public:
  StandardArithmetic() { set(); }
  ~StandardArithmetic() { set(); }
  StandardArithmetic(const StandardArithmetic&) = delete;
  StandardArithmetic& operator=(const StandardArithmetic&) = delete;

  /// Throws ChangedArithmetic if the mode has changed since it was set. what_ran: the calls since then, for the
  /// message.
  void check(const std::string& what_ran) const {
    if (!rounds_to_nearest() || !has_subnormals()) throw ChangedArithmetic(what_ran);
  }

 private:
  static void set() { std::fesetenv(FE_DFL_ENV); }
  /// Tests by computing, because std::fegetround need not know the mode of vector instructions.
  static bool rounds_to_nearest() {
    const volatile double unit = 1, tiny = 0x1p-60;
    return unit + tiny == unit && -unit - tiny == -unit && unit - tiny == unit && std::fegetround() == FE_TONEAREST;
  }
  static bool has_subnormals() {
    const volatile double smallest_normal = std::numeric_limits<double>::min();
    const volatile double half = smallest_normal * 0.5;
    return half * 2 == smallest_normal;
  }
};

}  // namespace regretta
