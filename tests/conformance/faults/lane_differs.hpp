#pragma once
// A learner with one planted fault: one lane decides for all of them. `regretta check fault-lane-differs --with
// lane_differs.hpp` must find it.

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_lane_differs {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class LaneDiffers {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  LaneDiffers(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    const bool lost = lane(round.loss(), 0) > 0.5;  // should be a mask and select
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *= select(round.played(a), lost ? Real(0.9) : Real(1.0), Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
  }

 private:
  Vector<Real> x_, weight_;
};
static_assert(Learner<LaneDiffers<double>> && Learner<LaneDiffers<Pack<8>>>);

}  // namespace regretta::faults_lane_differs

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_lane_differs::LaneDiffers>(
      {.name = "fault-lane-differs", .summary = "has a fault", .source = "tests"}));
}
