#include "regretta/engine/evidence/stopping/samples.hpp"

#include <algorithm>

#include "regretta/engine/evidence/comparison/shown_pairs.hpp"
#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/statistics/seen_mean.hpp"
#include "regretta/engine/evidence/tables/instance_means.hpp"

namespace regretta {
namespace {

/// Of the first trials, or their instances.
std::vector<double> units_of(const std::vector<double>& values, std::int64_t trials, std::int64_t instances) {
  std::vector<double> first(values.begin(), values.begin() + trials);
  return instances == 1 ? first : means_by_instance(first, instances);
}

}  // namespace

Samples::Samples(const Study& study) : instances_(study.instances) {
  for (const std::string& metric : study.stop.value().metrics())
    quantities_.push_back(estimated_by(study.quantities.find(metric).value()));
}

bool Samples::has(const Results& study, const StopUnit& unit, std::int64_t trials) {
  return std::ranges::all_of(unit.cells, [&](std::int64_t cell) { return read(study, cell, trials) >= trials; });
}

Sample Samples::of(const StopQuestion& question, std::int64_t trials) const {
  const OfCell& a = cells_.at(question.a);
  const std::size_t m = question.metric;
  Sample sample{
      .values = units_of(a.values[m], trials, instances_), .reach = a.reaches[m], .are_trials = instances_ == 1};
  sample.size = size_of_mean(moments_of(sample.values).mean, sample.reach);
  if (question.b < 0) return sample;
  const OfCell& b = cells_.at(question.b);
  const std::vector<double> others = units_of(b.values[m], trials, instances_);
  sample.size = std::max(sample.size, size_of_mean(moments_of(others).mean, b.reaches[m]));
  sample.values = differences_of(sample.values, others);
  sample.reach = reach_of_difference(a.reaches[m], b.reaches[m]);
  return sample;
}

void Samples::forget(const StopUnit& unit) {
  for (const std::int64_t cell : unit.cells) cells_.erase(cell);
}

/// Reads up to the first gap, unless so many are known, and returns the number of trials.
std::int64_t Samples::read(const Results& study, std::int64_t cell, std::int64_t wanted) {
  OfCell& of = cells_[cell];
  const CellLabel& label = study.cells()[static_cast<std::size_t>(cell)];
  of.values.resize(quantities_.size());
  while (of.reaches.size() < quantities_.size())
    of.reaches.push_back(study.range(label, quantities_[of.reaches.size()]));
  const auto known = std::ssize(of.values.front());
  if (known >= wanted) return known;
  const auto add = [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials)
      if (trial.trial == std::ssize(of.values.front()))  // of a block that has grown, only what is new
        for (std::size_t m = 0; m < quantities_.size(); ++m)
          of.values[m].push_back(trial.failure ? not_a_number : trial[quantities_[m]]);
  };
  study.for_each_block(label, add, known - known % pack_trials);
  return std::ssize(of.values.front());
}

}  // namespace regretta
