#pragma once
/// A random order of the arms, by which `corral` and `lag-ftrl` break ties. A fixed order would favour the environments
/// whose best arm comes first in it.

#include "regretta/engine/real/randomness.hpp"

namespace regretta {

template <class Real>
class TieOrder {
 public:
  static constexpr int purpose = 1;  ///< of all draws that break ties; 0 is the learner's own

  explicit TieOrder(int num_arms) : places_(Vector<Real>::Constant(num_arms, Real(0.0))) {}

  /// Draws the order at the first call, and returns true then.
  bool draw(const Randomness<Real>& random) {
    if (drawn_) return false;
    for (Eigen::Index a = 0; a < places_.size(); ++a) places_[a] = random.uniform({purpose, a});
    return drawn_ = true;
  }

  /// The places of the K arms; of arms that tie, the one with the lowest place is chosen.
  const Vector<Real>& all() const { return places_; }

 private:
  Vector<Real> places_;  // K
  bool drawn_ = false;
};

}  // namespace regretta
