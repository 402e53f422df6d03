#pragma once
// A learner with one planted fault: copies share their weights. `regretta check fault-shared-by-copies --with
// shared_by_copies.hpp` must find it.

#include <memory>

#include "regretta/engine/plugin/learner_entry.hpp"

namespace regretta::faults_shared_by_copies {

struct NoSettings {
  template <class Self, class Visit>
  static void fields(Self&, Visit&&) {}
};

/// Exponential weights on the loss of the arm that was played.
template <class Real>
class SharedByCopies {
 public:
  using Feedback = BanditFeedback<Real>;
  using Params = NoSettings;
  SharedByCopies(const Problem& problem, const Params&)
      : x_(Vector<Real>::Constant(problem.num_arms, Real(1.0 / problem.num_arms))),
        weight_(x_),
        shared_(std::make_shared<Vector<Real>>(weight_)) {}

  const Vector<Real>& strategy() const { return x_; }
  void observe(const Feedback& round) {
    Vector<Real>& weight = *shared_;
    Real total(0.0);
    for (int a = 0; a < x_.size(); ++a) {
      weight[a] *= select(round.played(a), exp(Real(-0.05) * round.loss()), Real(1.0));
      total += weight[a];
    }
    for (int a = 0; a < x_.size(); ++a) x_[a] = weight[a] / total;
  }

 private:
  Vector<Real> x_, weight_;
  std::shared_ptr<Vector<Real>> shared_;
};
static_assert(Learner<SharedByCopies<double>> && Learner<SharedByCopies<Pack<8>>>);

}  // namespace regretta::faults_shared_by_copies

inline void add_to(regretta::Catalogue& catalogue) {
  catalogue.learners.push_back(regretta::learner_entry<regretta::faults_shared_by_copies::SharedByCopies>(
      {.name = "fault-shared-by-copies", .summary = "has a fault", .source = "tests"}));
}
