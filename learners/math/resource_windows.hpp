#pragma once
/// What is estimated of resources (resources.hpp) from the last rounds only, for consumption that changes.

#include <cstdint>
#include <utility>
#include <vector>

#include "regretta/learners/math/resources.hpp"

namespace regretta {

/// Of each arm, how often it was played in the last `window` rounds, and the sums of values that it had.
template <class Real>
class WindowSums {
 public:
  WindowSums(std::int64_t window, int num_arms, int num_values)
      : pulls_(Vector<Real>::Constant(num_arms, Real(0.0))),
        sums_(Matrix<Real>::Constant(num_values, num_arms, Real(0.0))),
        arms_(static_cast<std::size_t>(window)),
        values_(Matrix<Real>::Constant(num_values, window, Real(0.0))) {
    for (Index<Real>& arm : arms_) arm.fill(0);
  }

  /// Forgets the round that leaves the window, and calls changed(arm) for its arm; then a round may be added.
  template <class Changed>
  void forget(const Changed& changed) {
    if (rounds_ < std::ssize(arms_)) return;
    const Index<Real> arm = arms_[place()];
    scatter(pulls_.data(), arm, gather(std::as_const(pulls_).data(), arm) - Real(1.0));
    for (int v = 0; v < values_.rows(); ++v) add(v, arm, -values_(v, static_cast<Eigen::Index>(place())));
    changed(arm);
  }
  /// value(v): that of this round.
  template <class ValueOf>
  void enter(const Index<Real>& arm, const ValueOf& value) {
    arms_[place()] = arm;
    scatter(pulls_.data(), arm, gather(std::as_const(pulls_).data(), arm) + Real(1.0));
    for (int v = 0; v < values_.rows(); ++v) {
      values_(v, static_cast<Eigen::Index>(place())) = value(v);
      add(v, arm, value(v));
    }
    ++rounds_;
  }

  Real pulls(const Index<Real>& arm) const { return gather(pulls_.data(), arm); }
  Real sum(int v, const Index<Real>& arm) const { return gather(&sums_(v, 0), arm); }

 private:
  std::size_t place() const { return static_cast<std::size_t>(rounds_) % arms_.size(); }
  void add(int v, const Index<Real>& arm, const Real& value) {
    scatter(&sums_(v, 0), arm, gather(const_cast<const Real*>(&sums_(v, 0)), arm) + value);
  }

  std::int64_t rounds_ = 0;
  Vector<Real> pulls_;
  Matrix<Real> sums_;              // values x K
  std::vector<Index<Real>> arms_;  // of the last rounds, in a ring
  Matrix<Real> values_;            // values x window
};

/// As ResourceEstimates, of the last rounds: rewards of one window, consumptions of another.
template <class Real>
class WindowedResourceEstimates : public ResourceBounds<Real> {
 public:
  WindowedResourceEstimates(const Problem& problem, double C, std::int64_t reward_window,
                            std::int64_t consumption_window)
      : ResourceBounds<Real>(problem),
        C_(C),
        rewards_(reward_window, problem.num_arms, 1),
        consumptions_(consumption_window, problem.num_arms, problem.num_constraints) {}

  void observe(const BanditFeedback<Real>& round) {
    const Index<Real>& arm = round.arm();
    const auto of_reward = [this](const Index<Real>& changed) { refresh_upper(changed); };
    const auto of_consumption = [this](const Index<Real>& changed) { refresh_lower(changed); };
    rewards_.forget(of_reward);
    rewards_.enter(arm, [&](int) { return Real(1.0) - round.loss(); });
    of_reward(arm);
    consumptions_.forget(of_consumption);
    consumptions_.enter(arm, [&](int i) { return resources_.consumption(i, round.violation(i)); });
    of_consumption(arm);
    this->know_null_arm();
  }

 private:
  /// The mean and the radius; without pulls 0 and 2, so that both bounds are the widest.
  std::pair<Real, Real> mean_and_radius(const WindowSums<Real>& of, int v, const Index<Real>& arm) const {
    const Real n = of.pulls(arm), per_pull = Real(1.0) / max(n, Real(1.0)), mean = of.sum(v, arm) * per_pull;
    const Real radius = resource_radius(Real(C_) * per_pull, mean);
    return {mean, select(n < Real(0.5), Real(2.0), radius)};
  }
  void refresh_upper(const Index<Real>& arm) {
    const auto [mean, radius] = mean_and_radius(rewards_, 0, arm);
    scatter(upper_.data(), arm, min(mean + radius, Real(1.0)));
  }
  void refresh_lower(const Index<Real>& arm) {
    for (int i = 0; i < resources_.size(); ++i) {
      const auto [mean, radius] = mean_and_radius(consumptions_, i, arm);
      scatter(&lower_(i, 0), arm, max(mean - radius, Real(0.0)));
    }
  }

  using ResourceBounds<Real>::resources_, ResourceBounds<Real>::upper_, ResourceBounds<Real>::lower_;
  double C_;
  WindowSums<Real> rewards_, consumptions_;
};

}  // namespace regretta
