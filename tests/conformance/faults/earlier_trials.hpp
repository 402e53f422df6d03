#pragma once
// A learner with one planted fault: the first trial that is played sets the step of all. `regretta check
// fault-earlier-trials --with earlier_trials.hpp` must find it.

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_earlier_trials {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class EarlierTrials {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  EarlierTrials(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    static const double step = 0.05 + 0.01 * lane(round.loss(), 0) + 0.001 * round.arm()[0];
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *= select(round.played(a), exp(Real(-step) * round.loss()), Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
  }

 private:
  Vector<Real> x_, weight_;
};
static_assert(Learner<EarlierTrials<double>> && Learner<EarlierTrials<Pack<8>>>);

}  // namespace regretta::faults_earlier_trials

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_earlier_trials::EarlierTrials>(
      {.name = "fault-earlier-trials", .summary = "has a fault", .source = "tests"}));
}
