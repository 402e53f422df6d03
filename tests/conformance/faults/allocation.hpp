#pragma once
// A learner with one planted fault: a vector is made in every round. `regretta check fault-allocation --with
// allocation.hpp` must find it.

#include <vector>

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_allocation {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class Allocation {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  Allocation(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))), weight_(x_) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight_[a] *= select(round.played(a), exp(Real(-0.05) * round.loss()), Real(1.0));
      total += weight_[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight_[a] / total;
    const std::vector<Real> copy(x_.begin(), x_.end());
    x_[0] = copy[0];
  }

 private:
  Vector<Real> x_, weight_;
};
static_assert(Learner<Allocation<double>> && Learner<Allocation<Pack<8>>>);

}  // namespace regretta::faults_allocation

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_allocation::Allocation>(
      {.name = "fault-allocation", .summary = "has a fault", .source = "tests"}));
}
