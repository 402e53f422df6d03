#include "regretta/engine/study/blocks/forecast.hpp"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

namespace regretta {

Forecast::Forecast(const Plan& plan, const BlockSpans& missing) {
  std::map<std::string, std::size_t> group_by_name;
  for (const Cell& cell : plan.cells) {
    const auto [found, is_new] =
        group_by_name.try_emplace(fmt::format("{}/{}/{}/{}", cell.learner_name, cell.environment,
                                              cell.problem().num_arms, cell.problem().num_constraints),
                                  groups_.size());
    if (is_new) groups_.emplace_back();
    group_of_.push_back(found->second);
    cost_of_trial_.push_back(model_cost(cell));
    horizon_.push_back(static_cast<double>(cell.problem().horizon));
  }
  for (const BlockSpan& span : missing) {
    const std::size_t cell = index(span.cell);
    const auto trials = static_cast<double>(span.trials);
    groups_[group_of_[cell]].cost_ahead += cost_of_trial_[cell] * trials;
    rounds_ahead_ += horizon_[cell] * trials;
  }
}

void Forecast::record(std::int64_t cell, double trials, double seconds, bool finished) {
  Group& group = groups_[group_of_[index(cell)]];
  const double cost = cost_of_trial_[index(cell)] * trials;
  group.recorded_cost += cost;
  group.recorded_seconds += seconds;
  recorded_cost_ += cost;
  recorded_seconds_ += seconds;
  if (!finished) return;
  group.cost_ahead = std::max(0.0, group.cost_ahead - cost);
  rounds_ahead_ = std::max(0.0, rounds_ahead_ - horizon_[index(cell)] * trials);
}

double Forecast::seconds_left() const {
  if (!(recorded_cost_ > 0)) return 0;
  double seconds = 0;
  for (const Group& group : groups_) {
    const double seconds_per_cost =
        group.recorded_cost > 0 ? group.recorded_seconds / group.recorded_cost : recorded_seconds_ / recorded_cost_;
    seconds += group.cost_ahead * seconds_per_cost;
  }
  return seconds;
}

}  // namespace regretta
