#pragma once
/// The mode in which every result is computed: rounding to nearest, with subnormal numbers. It belongs to the thread,
/// so a plugin that changes it would change whatever the thread computes next, for learners and environments of others
/// too.

#include <cfenv>
#include <limits>
#include <stdexcept>
#include <string>

namespace regretta {

/// Thrown where a plugin has left the thread in another mode.
struct OtherArithmetic : std::runtime_error {
  explicit OtherArithmetic(const std::string& who)
      : std::runtime_error(who +
                           " changed the thread's floating-point mode (rounding, or subnormal numbers taken as "
                           "zero), in which no result can be repeated; restore it before returning") {}
};

/// Sets the mode for the calls of plugins that follow, and again when they are over.
class StandardArithmetic {
 public:
  StandardArithmetic() { set(); }
  ~StandardArithmetic() { set(); }
  StandardArithmetic(const StandardArithmetic&) = delete;
  StandardArithmetic& operator=(const StandardArithmetic&) = delete;

  /// Throws OtherArithmetic if the mode is no longer the one that was set. who: what has been called since.
  void check(const std::string& who) const {
    if (!rounds_to_nearest() || !has_subnormals()) throw OtherArithmetic(who);
  }

 private:
  static void set() { std::fesetenv(FE_DFL_ENV); }
  /// By computing: std::fegetround need not know the mode of vector instructions.
  static bool rounds_to_nearest() {
    const volatile double unit = 1, tiny = 0x1p-60;
    return unit + tiny == unit && -unit - tiny == -unit && unit - tiny == unit && std::fegetround() == FE_TONEAREST;
  }
  static bool has_subnormals() {
    const volatile double least = std::numeric_limits<double>::min();
    const volatile double half = least * 0.5;
    return half * 2 == least;
  }
};

}  // namespace regretta
