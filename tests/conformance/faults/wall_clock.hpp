#pragma once
// A learner with one planted fault: its step depends on the time of day. `regretta check fault-wall-clock --with
// wall_clock.hpp` must find it.

#include <chrono>

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_wall_clock {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class WallClock {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  WallClock(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    const double now = static_cast<double>(std::chrono::system_clock::now().time_since_epoch().count() % 1000);
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *= select(round.played(a), exp(Real(-0.0001 * now) * round.loss()), Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
  }

 private:
  Vector<Real> x_, weight_;
};
static_assert(Learner<WallClock<double>> && Learner<WallClock<Pack<8>>>);

}  // namespace regretta::faults_wall_clock

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_wall_clock::WallClock>(
      {.name = "fault-wall-clock", .summary = "has a fault", .source = "tests"}));
}
