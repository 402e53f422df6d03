#pragma once
// A learner with one planted fault: a weight may become negative. `regretta check fault-negative-weight --with
// negative_weight.hpp` must find it.

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_negative_weight {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class NegativeWeight {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  NegativeWeight(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *= select(round.played(a), exp(Real(-0.05) * round.loss()), Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
    const Real moved = select(round.played(0), Real(0.6), Real(0.0));  // more than there is
    x_[0] -= moved;
    x_[1] += moved;
  }

 private:
  Vector<Real> x_, weight_;
};
static_assert(Learner<NegativeWeight<double>> && Learner<NegativeWeight<Pack<8>>>);

}  // namespace regretta::faults_negative_weight

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_negative_weight::NegativeWeight>(
      {.name = "fault-negative-weight", .summary = "has a fault", .source = "tests"}));
}
