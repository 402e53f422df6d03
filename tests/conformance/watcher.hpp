#pragma once
/// A stage that changes nothing and looks at every x_t, to observe a learner through its catalogue entry.

#include <cmath>
#include <memory>

#include "regretta/engine/trial/hindsight.hpp"

namespace regretta::tests {

/// What was observed, over all rounds and lanes.
struct Sightings {
  double worst_sum = 0;     ///< largest |sum of x_t - 1|; NaN if one was NaN
  double least_weight = 0;  ///< smallest entry, 0 at most; NaN if one was NaN
};

template <class Real>
class Watcher final : public Adaptive<Real> {
 public:
  explicit Watcher(Sightings* seen) : seen_(seen) {}
  void move(std::int64_t, const Vector<Real>& x, Means<Real>&) override {
    for (int k = 0; k < lanes<Real>; ++k) {
      double sum = 0;
      for (Eigen::Index a = 0; a < x.size(); ++a) {
        sum += lane(x[a], k);
        if (!(lane(x[a], k) >= seen_->least_weight)) seen_->least_weight = lane(x[a], k);
      }
      if (!(std::abs(sum - 1) <= seen_->worst_sum)) seen_->worst_sum = std::abs(sum - 1);
    }
  }

 private:
  Sightings* seen_;
};

/// The same cell with a watcher. `seen` must outlive every trial.
inline CellWork watched(CellWork work, Sightings& seen) {
  Adversary adversary = *work.adversary;
  adversary.adaptive.push_back(AdaptiveStage::of<Watcher>("watcher", &seen));
  work.adversary = std::make_shared<const Adversary>(std::move(adversary));
  return work;
}

}  // namespace regretta::tests
