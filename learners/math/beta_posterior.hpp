#pragma once
/// What a learner believes about means in [0, 1], for those that play by means drawn from it (thompson.hpp,
/// lincon_ts.hpp).

#include "regretta/engine/real/randomness.hpp"

namespace regretta {

/// Means of arms in [0, 1], each with a uniform prior. An observation between 0 and 1 counts in part as either.
template <class Real>
class BetaPosterior {
 public:
  explicit BetaPosterior(int num_arms) : ones_(Vector<Real>::Constant(num_arms, Real(1.0))), zeros_(ones_) {}
  void add(const Index<Real>& arm, const Real& seen) {
    scatter(ones_.data(), arm, gather(ones_.data(), arm) + seen);
    scatter(zeros_.data(), arm, gather(zeros_.data(), arm) + (Real(1.0) - seen));
  }
  Real draw(const Randomness<Real>& random, int purpose, int a) const {
    return random.beta({purpose, a}, ones_[a], zeros_[a]);
  }

  template <class Archive>
  void state(Archive& archive) {
    archive(ones_, zeros_);
  }

 private:
  Vector<Real> ones_, zeros_;  // K
};

}  // namespace regretta
