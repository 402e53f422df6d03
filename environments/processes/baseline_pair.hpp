#pragma once
/// The two pairs of instances of Zuo and Stradi (2026, Theorem 4). K = 3, m = 1; costs in [0, 1] with the threshold
/// 1/2, arm 1 is known to be safe, by d:
///
///   pair 1, rho in (0, 1/2]            losses 1/2, 0, 1/2   costs 1/2 - d, 1/2 + 1 / (8 sqrt T), 1/2 - rho
///           instance 2                                      costs 1/2 - d, 1/2, 1/2 - rho
///   pair 2, d <= rho / 4, rho <= 1/4   losses 1, 0, 0       costs 1/2 - d, 1/2 - rho, 1/2 + 2 rho
///           instance 2                                      arms 2 and 3 exchanged
///
/// A learner that is safe on both instances has a regret of at least sqrt T / (32 rho) on the second of pair 1, and of
/// 1 / (1152 d rho) on one of pair 2 (engine/evidence/theorems/lower_bounds.hpp). There the cost of arm 1 has no noise.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {

struct BaselinePairParams {
  std::int64_t pair = 1;
  std::int64_t instance = 1;
  double d = 0.05;
  double rho = 0.25;

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("pair", p.pair, Range{1, 2},
          "1: whether arm 2 is safe is hard to tell; 2: arms 2 and 3 are alike but for it");
    visit("instance", p.instance, Range{1, 2}, "1: arm 2 is not safe; 2: it is (of pair 2, arm 3)");
    visit("d", p.d, Range{0, 0.5, true}, "the cost of arm 1 is 1/2 - d");
    visit("rho", p.rho, Range{0, 0.5, true}, "the cost of the safest arm is 1/2 - rho");
  }

  static double threshold() { return 0.5; }
  /// Throws InputError for what the range of one parameter does not say.
  void check() const {
    if (pair == 2 && rho > 0.25)
      throw InputError("rho", to_text(Value(rho)) + ": one arm costs 1/2 + 2 rho; expected at most 0.25");
    if (pair == 2 && d > rho / 4)
      throw InputError("d", to_text(Value(d)) + " is more than rho / 4 = " + to_text(Value(rho / 4)) +
                                "; expected at most that, which the bound of pair 2 assumes");
  }
  /// 3 numbers.
  std::vector<double> losses() const { return pair == 1 ? std::vector{0.5, 0.0, 0.5} : std::vector{1.0, 0.0, 0.0}; }
  std::vector<double> violations(std::int64_t horizon) const {
    if (pair == 1) return {-d, instance == 1 ? 1 / (8 * sqrt(static_cast<double>(horizon))) : 0.0, -rho};
    return instance == 1 ? std::vector{-d, -rho, 2 * rho} : std::vector{-d, 2 * rho, -rho};
  }
};

}  // namespace regretta
