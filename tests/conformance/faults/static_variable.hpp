#pragma once
// A learner with one planted fault: a static variable counts the rounds of all trials. `regretta check
// fault-static-variable --with static_variable.hpp` must find it.

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_static_variable {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class StaticVariable {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  StaticVariable(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    static double rounds = 0;
    rounds += 1;
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *= select(round.played(a), exp(Real(-1.0 / (10 + rounds)) * round.loss()), Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
  }

 private:
  Vector<Real> x_, weight_;
};
static_assert(Learner<StaticVariable<double>> && Learner<StaticVariable<Pack<8>>>);

}  // namespace regretta::faults_static_variable

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_static_variable::StaticVariable>(
      {.name = "fault-static-variable", .summary = "has a fault", .source = "tests"}));
}
