#pragma once
/// `outcomes.kind = "event"`: one Bernoulli event an arm and round, which decides both the loss and the costs.

#include <memory>
#include <utility>
#include <vector>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/trial/contract/joint_outcomes.hpp"
#include "regretta/environments/processes/thresholds.hpp"

namespace regretta {

struct EventParams : Thresholds {
  std::vector<double> probability;              ///< K, in [0, 1]; required
  std::vector<double> value;                    ///< K, in [0, 1]; left out: 1
  std::vector<std::vector<double>> cost_value;  ///< m x K, in [0, 1]; left out: 1, one constraint

  template <class Self, class Visit>
  static void fields(Self& p, Visit&& visit) {
    visit("probability", p.probability, Range{0, 1}, "that of each arm's event: K numbers");
    visit("value", p.value, Range{0, 1}, "reward of an event: K numbers; loss = 1 - value x event; left out: 1");
    visit("cost_value", p.cost_value, Range{0, 1},
          "cost of an event: one list of K numbers per constraint (a plain list is one constraint); left out: 1");
    Thresholds::fields(p, visit, "that of each constraint: m numbers; none where there are budgets");
  }
};

class EventOutcomes final : public JointOutcomes {
 public:
  EventOutcomes(std::vector<double> probability, std::shared_ptr<const EventValues> values,
                std::vector<CostScale> scales)
      : probability_(std::move(probability)), values_(std::move(values)), scales_(std::move(scales)) {}

  bool one_draw_for_all_arms() const override { return false; }
  double value(int value, double u, const Index<double>& arm) const override { return realised(value, u, arm); }
  StatePack value(int value, const StatePack& u, const Index<StatePack>& arm) const override {
    return realised(value, u, arm);
  }

  /// Value 0 of each arm, then value 1, ...: with the event's probability in the place of the event.
  std::vector<double> means() const {
    const std::size_t K = probability_.size(), m = scales_.size();
    std::vector<double> means;
    for (std::size_t a = 0; a < K; ++a) means.push_back(1 - values_->reward[a] * probability_[a]);
    for (std::size_t e = 0; e < m * K; ++e)
      means.push_back(scales_[e / K].violation(values_->cost[e] * probability_[e % K]));
    return means;
  }

 private:
  template <class Real>
  Real realised(int value, const Real& u, const Index<Real>& arm) const {
    const Real event = select(u < gather<Real>(probability_.data(), arm), Real(1.0), Real(0.0));
    if (value == 0) return Real(1.0) - gather<Real>(values_->reward.data(), arm) * event;
    const auto i = static_cast<std::size_t>(value - 1);
    return scales_[i].violation(gather<Real>(values_->cost.data() + i * probability_.size(), arm) * event);
  }

  std::vector<double> probability_;
  std::shared_ptr<const EventValues> values_;
  std::vector<CostScale> scales_;
};

}  // namespace regretta
