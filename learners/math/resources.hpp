#pragma once
/// Constraints as resources, for learners of bandits with knapsacks: consumption in [0, 1], budgets, and estimates of
/// consumption. If the environment has no budgets, every constraint counts as a resource whose consumption is (g - low)
/// / width and whose budget is T times the consumption of g = 0.

#include <vector>

#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/feedback.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/contract/reported.hpp"

namespace regretta {

/// The events that determine losses and costs (EventValues): finds out whether the event of the arm played happened,
/// and computes losses and violations from probabilities of events. Only for problems with events.
class ArmEvents {
 public:
  explicit ArmEvents(const Problem& problem) : values_(problem.events), scales_(problem.costs) {}

  /// 1 in lanes where the event of the arm played happened, else 0. Always 0 for events with reward 0 and cost 0.
  template <class Real, template <class> class Feedback>
  Real operator()(const Feedback<Real>& round) const {
    Mask<Real> happened = round.loss() < Real(1.0);
    for (std::size_t i = 0; i < scales_.size(); ++i)
      happened = happened | !(round.violation(static_cast<int>(i)) == scales_[i].violation(Real(0.0)));
    return select(happened, Real(1.0), Real(0.0));
  }

  /// Computes expected losses, K, and violations, m x K, from the probabilities of the arms' events, K: `high` is used
  /// for rewards and for costs with a lower limit, `low` for costs with an upper limit.
  template <class Real>
  void evaluate(const Vector<Real>& high, const Vector<Real>& low, Vector<Real>& loss, Matrix<Real>& violation) const {
    for (Eigen::Index a = 0; a < loss.size(); ++a) {
      loss[a] = fma(Real(-values_->reward[static_cast<std::size_t>(a)]), high[a], Real(1.0));
      for (Eigen::Index i = 0; i < violation.rows(); ++i) {
        const CostScale& scale = scales_[static_cast<std::size_t>(i)];
        const double cost = values_->cost[static_cast<std::size_t>(i * loss.size() + a)];
        violation(i, a) = scale.violation(Real(cost) * (scale.at_least ? high : low)[a]);
      }
    }
  }

 private:
  std::shared_ptr<const EventValues> values_;
  std::vector<CostScale> scales_;
};

/// The m resources, numbered from 0. Some learners add time as the last resource: its budget is T, and every round
/// consumes 1.
class Resources {
 public:
  explicit Resources(const Problem& problem)
      : problem_(problem), null_arm_(problem.budgets.empty() ? -1 : problem.num_arms - 1) {
    for (int i = 0; i < size(); ++i) least_pace_ = min(pace(i), least_pace_);
  }

  int size() const { return problem_.num_constraints; }
  /// The arm that earns and consumes nothing; -1 if no such arm is known.
  int null_arm() const { return null_arm_; }
  int num_other_arms() const { return null_arm_ < 0 ? problem_.num_arms : problem_.num_arms - 1; }
  /// The budget per round, B_i / T; at most 1.
  double pace(int i) const { return -problem_.violation_range(i).low / problem_.violation_width(); }
  double least_pace() const { return least_pace_; }  ///< the least pace of all resources and of time (1)
  /// Whether a resource has budget 0.
  bool has_zero_budget() const { return !(least_pace_ > 0); }
  template <class Real>
  Real consumption(int i, const Real& violation) const {
    return (violation - Real(problem_.violation_range(i).low)) * Real(1 / problem_.violation_width());
  }

 private:
  Problem problem_;
  int null_arm_;
  double least_pace_ = 1;
};

/// Means of rewards and consumptions, upper bounds of rewards and lower bounds of consumptions, in [0, 1], with the
/// confidence radius sqrt(C mean / N) + C / N. The bounds of the null arm are its known values.
template <class Real>
class ResourceEstimates {
 public:
  ResourceEstimates(const Problem& problem, double C)
      : resources_(problem),
        C_(C),
        pulls_(Vector<Real>::Constant(problem.num_arms, Real(0.0))),
        reward_(pulls_),
        upper_(Vector<Real>::Constant(problem.num_arms, Real(1.0))),
        consumption_(Matrix<Real>::Constant(problem.num_constraints, problem.num_arms, Real(0.0))),
        lower_(consumption_) {
    set_null_arm();
  }

  const Resources& resources() const { return resources_; }
  const Vector<Real>& upper_reward() const { return upper_; }       ///< K
  const Matrix<Real>& lower_consumption() const { return lower_; }  ///< m x K

  void observe(const BanditFeedback<Real>& round) {
    const Index<Real>& arm = round.arm();
    const Real n = gather(std::as_const(pulls_).data(), arm) + Real(1.0), weight = Real(1.0) / n;
    scatter(pulls_.data(), arm, n);
    const Real reward = update_mean(reward_.data(), arm, Real(1.0) - round.loss(), weight);
    scatter(upper_.data(), arm, min(reward + radius(reward, weight), Real(1.0)));
    for (int i = 0; i < resources_.size(); ++i) {
      const Real value = resources_.consumption(i, round.violation(i));
      const Real mean = update_mean(&consumption_(i, 0), arm, value, weight);
      scatter(&lower_(i, 0), arm, max(mean - radius(mean, weight), Real(0.0)));
    }
    set_null_arm();
  }

  void show(Internals& shown) const {
    shown.row("pulls", pulls_);
    shown.row("upper_reward", upper_);
    shown.table("lower_consumption", lower_);
  }

 private:
  Real radius(const Real& mean, const Real& per_pull) const {
    const Real C_per_pull = Real(C_) * per_pull;
    return sqrt(C_per_pull * max(mean, Real(0.0))) + C_per_pull;
  }
  REGRETTA_INLINE void set_null_arm() {
    if (resources_.null_arm() < 0) return;
    upper_[resources_.null_arm()] = Real(0.0);
    for (int i = 0; i < resources_.size(); ++i) lower_(i, resources_.null_arm()) = Real(0.0);
  }
  REGRETTA_INLINE static Real update_mean(Real* means, const Index<Real>& arm, const Real& value, const Real& weight) {
    const Real old = gather(static_cast<const Real*>(means), arm);
    const Real mean = fma(value - old, weight, old);
    scatter(means, arm, mean);
    return mean;
  }

  Resources resources_;
  double C_;                             // the constant of the confidence radius
  Vector<Real> pulls_, reward_, upper_;  // N, means and upper bounds of rewards, K
  Matrix<Real> consumption_, lower_;     // means and lower bounds of consumption, m x K
};

/// C = scale x ln(d T K) with d = m + 1 resources, the order of magnitude that the theory requires.
inline double resource_constant(double scale, const Problem& problem) {
  return scale * log((problem.num_constraints + 1.0) * static_cast<double>(problem.horizon) * problem.num_arms);
}

}  // namespace regretta
