#include "regretta/engine/evidence/comparison/worst_case.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/statistics/mean_interval.hpp"
#include "regretta/engine/evidence/tables/cell_intervals.hpp"
#include "regretta/engine/evidence/tables/stored_reach.hpp"
#include "regretta/engine/evidence/tables/trial_values.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {
namespace {

Interval known_or_infinite(const Interval& interval) {
  return std::isnan(interval.low) ? Interval{-infinity, infinity} : interval;
}

}  // namespace

LargestMean largest_mean(const std::vector<std::vector<double>>& values, const std::vector<Interval>& reaches,
                         double level) {
  LargestMean largest{.mean = Statistic::nan, .interval = {-infinity, -infinity}};
  std::vector<double> high;
  const double each = 1 - (1 - level) / std::max(1.0, static_cast<double>(values.size()));
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double mean = summarise(values[k]).mean;
    if (std::isnan(largest.mean) || mean > largest.mean) largest.at = k, largest.mean = mean;
    high.push_back(known_or_infinite(mean_interval(values[k], reaches[k], level)).high);
    largest.interval.high = std::max(largest.interval.high, high.back());
    largest.interval.low =
        std::max(largest.interval.low, known_or_infinite(mean_interval(values[k], reaches[k], each)).low);
  }
  for (std::size_t k = 0; k < values.size(); ++k)
    if (high[k] >= largest.interval.low) largest.candidates.push_back(k);
  return largest;
}

std::vector<WorstCase> worst_cases(const StudyReader& study, const std::vector<Quantity>& quantities, double level) {
  const std::vector<LearnerLabel> labels = learner_labels(study);
  std::vector<std::vector<const CellLabel*>> families;
  std::map<std::pair<std::string, std::int64_t>, std::size_t> places;
  for (const CellLabel& cell : study.cells()) {
    const std::string learner = learner_text(labels[static_cast<std::size_t>(cell.cell)]);
    const auto [place, is_new] = places.emplace(std::pair(learner, cell.horizon), families.size());
    if (is_new) families.emplace_back();
    families[place->second].push_back(&cell);
  }

  struct Task {
    std::vector<std::vector<double>> values;
    std::vector<Interval> reaches;
  };
  std::vector<WorstCase> all;
  std::vector<Task> tasks;
  const StoredReach reach(study);
  for (const auto& cells : families)
    for (const Quantity quantity : quantities) {
      const Quantity measured = estimated_by(quantity);
      Task& task = tasks.emplace_back();
      for (const CellLabel* cell : cells) {
        task.values.push_back(std::move(trial_values(study, *cell, {measured})[0]));
        task.reaches.push_back(reach.of(*cell, measured));
      }
      all.push_back({.cells = cells, .quantity = quantity});
    }
  tbb::parallel_for(std::size_t{0}, all.size(),
                    [&](std::size_t k) { all[k].largest = largest_mean(tasks[k].values, tasks[k].reaches, level); });
  return all;
}

}  // namespace regretta
