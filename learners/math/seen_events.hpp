#pragma once
/// Events behind losses and costs (EventValues): whether one happened, and the linear program of their probabilities.

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/problem.hpp"

namespace regretta {

/// For problems with events.
class SeenEvents {
 public:
  explicit SeenEvents(const Problem& problem) : values_(problem.events), scales_(problem.costs) {}

  /// 1 where the event of the arm played happened, else 0. An arm whose event is worth and costs nothing has none.
  template <class Real, template <class> class Feedback>
  Real operator()(const Feedback<Real>& round) const {
    Mask<Real> happened = round.loss() < Real(1.0);
    for (std::size_t i = 0; i < scales_.size(); ++i)
      happened = happened | !(round.violation(static_cast<int>(i)) == scales_[i].violation(Real(0.0)));
    return select(happened, Real(1.0), Real(0.0));
  }

  /// Losses, K, and violations, m x K, of arms whose events have these probabilities, K: `more` for rewards and costs
  /// that are to be at least their threshold, `less` for those that are to be at most.
  template <class Real>
  void expect(const Vector<Real>& more, const Vector<Real>& less, Vector<Real>& loss, Matrix<Real>& violation) const {
    for (Eigen::Index a = 0; a < loss.size(); ++a) {
      loss[a] = fma(Real(-values_->reward[static_cast<std::size_t>(a)]), more[a], Real(1.0));
      for (Eigen::Index i = 0; i < violation.rows(); ++i) {
        const CostScale& scale = scales_[static_cast<std::size_t>(i)];
        const double cost = values_->cost[static_cast<std::size_t>(i * loss.size() + a)];
        violation(i, a) = scale.violation(Real(cost) * (scale.at_least ? more : less)[a]);
      }
    }
  }

 private:
  std::shared_ptr<const EventValues> values_;
  std::vector<CostScale> scales_;
};

}  // namespace regretta
