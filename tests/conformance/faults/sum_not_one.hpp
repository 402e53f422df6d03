#pragma once
// A learner with one planted fault: the weights sum to a little more than 1. `regretta check fault-sum-not-one --with
// sum_not_one.hpp` must find it.

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_sum_not_one {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class SumNotOne {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  SumNotOne(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *= select(round.played(a), exp(Real(-0.05) * round.loss()), Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
    for (Real& x : x_) x = max(x, Real(0.05));  // and not divided by their sum
  }

 private:
  Vector<Real> x_, weight_;
};
static_assert(Learner<SumNotOne<double>> && Learner<SumNotOne<Pack<8>>>);

}  // namespace regretta::faults_sum_not_one

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_sum_not_one::SumNotOne>(
      {.name = "fault-sum-not-one", .summary = "has a fault", .source = "tests"}));
}
