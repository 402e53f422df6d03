#include "regretta/engine/evidence/tables/instance_means.hpp"

#include <cmath>

#include "regretta/engine/evidence/statistics/summary.hpp"

namespace regretta {

InstanceMeans::InstanceMeans(std::int64_t instances) : sums_(static_cast<std::size_t>(instances)) {}

void InstanceMeans::add(std::int64_t trial, double x) {
  if (std::isnan(x)) return;
  Sum& sum = sums_[static_cast<std::size_t>(instance_of(trial, std::ssize(sums_)))];
  sum.x += x;
  ++sum.values;
}

std::vector<double> InstanceMeans::means() const {
  std::vector<double> all;
  for (const Sum& sum : sums_) all.push_back(sum.values > 0 ? sum.x / static_cast<double>(sum.values) : Statistic::nan);
  return all;
}

std::vector<double> means_by_instance(const std::vector<double>& values, std::int64_t instances) {
  InstanceMeans means(instances);
  for (std::size_t trial = 0; trial < values.size(); ++trial)
    means.add(static_cast<std::int64_t>(trial), values[trial]);
  return means.means();
}

void for_each_unit(const StudyReader& study, const CellLabel& cell,
                   const std::function<void(const TrialResult&)>& visit) {
  const std::int64_t instances = study.study().instances;
  if (instances == 1) {
    study.for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials) visit(trial);
    });
    return;
  }
  const TrialShape shape = study.shape(cell);
  std::vector<InstanceMeans> numbers(shape.numbers(), InstanceMeans(instances));  // in the order of for_each_number
  std::vector<bool> has_trials(static_cast<std::size_t>(instances));
  study.for_each_block(cell, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) {
      if (trial.failure) continue;
      has_trials[static_cast<std::size_t>(instance_of(trial.trial, instances))] = true;
      std::size_t next = 0;
      for_each_number(trial, [&](double x) { numbers[next++].add(trial.trial, x); });
    }
  });
  std::vector<TrialResult> units;
  for (std::int64_t instance = 0; instance < instances; ++instance) {
    TrialResult& unit = units.emplace_back(shape);
    unit.trial = instance;
    unit.curve.assign(shape.checkpoints, Statistic::nan);
  }
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::vector<double> means = numbers[k].means();
    for (std::size_t instance = 0; instance < units.size(); ++instance) {
      TrialResult& unit = units[instance];
      (k < shape.quantities ? unit.quantities[k] : unit.curve.values()[k - shape.quantities]) = means[instance];
    }
  }
  for (std::size_t instance = 0; instance < units.size(); ++instance)
    if (has_trials[instance]) visit(units[instance]);
}

}  // namespace regretta
