#pragma once
/// Losses and violations of an arm that come from one draw, so that they are correlated. They take the place of noise,
/// whose entries are independent given the means (engine/trial/PROTOCOL.md).

#include "regretta/engine/trial/contract/adversary.hpp"

namespace regretta {

/// Called from many threads.
class JointOutcomes {
 public:
  virtual ~JointOutcomes() = default;
  /// Whether all arms share the draw of a round. Otherwise each arm has one of its own.
  virtual bool one_draw_for_all_arms() const = 0;
  /// Of the arm, for a uniform draw u in (0, 1): value 0 is its loss, value 1 + i its violation of constraint i.
  virtual double value(int value, double u, const Index<double>& arm) const = 0;
  virtual StatePack value(int value, const StatePack& u, const Index<StatePack>& arm) const = 0;
};

}  // namespace regretta
