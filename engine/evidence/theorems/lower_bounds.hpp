#pragma once
/// Instances on which no safe learner can have small regret. Used by the theorem ledger.

#include <optional>

#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// Theorem 4 of Zuo and Stradi (2026): a learner that knows a safe arm, whose cost is less than the threshold 1/2 by d,
/// and that is safe in every round with probability 1 - delta on both instances of a pair, has at least this regret
/// with probability 3/4 - 2 delta.
///
///   pair 1   losses 1/2, 0, 1/2   costs 1/2 - d, 1/2, 1/2 - rho           sqrt T / (32 rho)
///   pair 2   losses 1, 0, 0       costs 1/2 - d, 1/2 - rho, 1/2 + 2 rho   1 / (1152 d rho), where d <= rho / 4
///
/// Of pair 1 this is the second instance. In the first, arm 2 costs 1/2 + 1 / (8 sqrt T), so that it is not safe, which
/// few rounds tell; nothing is said of regret there. The second instance of pair 2 has arms 2 and 3 exchanged, and the
/// bound holds on one of the two.
struct LowerBound {
  double regret = 0;  ///< 0: none
  double d = 0, rho = 0;
  int pair = 1, instance = 1;
};

/// By its means; empty for all other adversaries.
std::optional<LowerBound> lower_bound_on(const Adversary& adversary);

/// The probability with which regret may be less.
constexpr double lower_bound_may_fail(double delta) { return 0.25 + 2 * delta; }

}  // namespace regretta
