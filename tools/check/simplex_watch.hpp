#pragma once
/// Looks at every x_t of a learner through an adaptive stage that changes nothing.

#include <cmath>
#include <memory>

#include "regretta/engine/trial/hindsight/hindsight.hpp"

namespace regretta {

/// x_t sums to 1 within this tolerance.
inline constexpr double strict_simplex_tolerance = 1e-12;

/// The first x_t that is not in the simplex.
struct SimplexSighting {
  bool outside = false;
  std::int64_t round = 0;
  int lane = 0;
  int arm = 0;  ///< of the least entry, or of one that is NaN
  double least = 0;
  double sum = 0;
};

template <class Real>
class SimplexWatch final : public Adaptive<Real> {
 public:
  SimplexWatch(const Problem&, SimplexSighting* seen) : seen_(seen) {}
  void move(std::int64_t t, const Vector<Real>& x, Means<Real>&) override {
    for (int k = 0; k < lanes<Real> && !seen_->outside; ++k) {
      double sum = 0, least = infinity;
      int arm = 0;
      for (Eigen::Index a = 0; a < x.size(); ++a) {
        const double weight = lane(x[a], k);
        sum += weight;
        if (weight >= least) continue;  // not for NaN
        least = weight;
        arm = static_cast<int>(a);
      }
      if (!(std::abs(sum - 1) <= strict_simplex_tolerance) || !(least >= 0)) *seen_ = {true, t, k, arm, least, sum};
    }
  }

 private:
  SimplexSighting* seen_;
};

/// The same cell with a watch. `seen` must outlive every trial.
inline CellWork watched(CellWork work, SimplexSighting& seen) {
  Adversary adversary = *work.adversary;
  adversary.adaptive.push_back(adaptive_stage<SimplexWatch>("watch", adversary, &seen));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

}  // namespace regretta
