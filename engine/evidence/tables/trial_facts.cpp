#include "regretta/engine/evidence/tables/trial_facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/mean_interval.hpp"
#include "regretta/engine/evidence/statistics/pass_fold.hpp"
#include "regretta/engine/evidence/statistics/rare_mode.hpp"
#include "regretta/engine/evidence/tables/instance_means.hpp"

namespace regretta {
namespace {

constexpr std::int64_t most_bytes_in_memory = std::int64_t{1} << 25;

/// From so many trials on, no skewness matters (that of the mean is a thousandth of theirs), and none are read, nor are
/// they sorted to find a rare mode.
constexpr std::int64_t most_skewed = 1 << 20;

/// The values of one mean, or their moments where they are too many to keep.
class MeanFold {
 public:
  explicit MeanFold(const Statistic& statistic) : statistic_(statistic) {}

  void add(double x, bool keep) {
    if (keep) {
      values_.push_back(x);
    } else if (!std::isnan(x)) {
      const double d = x - statistic_.mean;
      cubes_ += d * d * d;
    }
  }

  MeanIntervals intervals(const Interval& reach) {
    constexpr Family alone{.alpha = 1 - interval_level};
    const Evidence evidence =
        values_.empty() ? evidence_of(moments(), {}, reach, alone) : evidence_of(std::move(values_), reach, alone);
    if (evidence.values > 1 || evidence.is_exact) return {evidence.seen, evidence.sure};
    return {unknown, unknown};
  }

  /// Without what holds whatever rare trials do, which takes a hundred times as long.
  MeanIntervals seen(const Interval& reach) const {
    const MeanMoments seen = values_.empty() ? moments() : moments_of(values_);
    if (seen.values > 0 && reach.low == reach.high) return {{seen.mean, seen.mean}, {seen.mean, seen.mean}};
    return {seen.values > 1 ? SeenMean(seen, reach).interval(1 - interval_level) : unknown, unknown};
  }

 private:
  static constexpr Interval unknown = {not_a_number, not_a_number};

  MeanMoments moments() const {
    const auto n = static_cast<double>(statistic_.count);
    return {.values = statistic_.count,
            .mean = statistic_.mean,
            .variance = statistic_.se * statistic_.se,
            .third = n > 2 ? cubes_ / (n - 1) / (n - 2) / n : 0,
            .degrees = n - 1,
            .chance_equal = 0};
  }

  const Statistic& statistic_;
  std::vector<double> values_;
  double cubes_ = 0;
};

using VisitTrial = std::function<void(const TrialResult&)>;

/// The values that a mean of the cell has at most.
std::int64_t most_values(const StudyReader& study, const CellSummary& summary) {
  return study.study().instances > 1 ? study.study().instances : summary.trials;
}

/// Reads what `means` need; value(trial, k) is that of means[k]. `visit`: gets the trials that are read.
template <class ValueOf>
void read_means(const StudyReader& study, const CellLabel& cell, const CellSummary& summary,
                std::vector<MeanFold>& means, const ValueOf& value, const VisitTrial& visit = {}) {
  const std::int64_t values = most_values(study, summary);
  if (values > most_skewed) return;
  for_each_unit(study, cell, [&](const TrialResult& trial) {
    if (trial.failure) return;
    for (std::size_t k = 0; k < means.size(); ++k) means[k].add(value(trial, k), values <= most_exact_values);
    if (visit) visit(trial);
  });
}

std::vector<MeanIntervals> intervals_of(const StudyReader& study, const CellLabel& cell, const CellSummary& summary,
                                        const StoredFacts& facts, const std::vector<Quantity>& quantities,
                                        const VisitTrial& visit) {
  std::vector<MeanFold> means;
  for (const Quantity quantity : quantities) means.emplace_back(summary[quantity]);
  read_means(
      study, cell, summary, means, [&](const TrialResult& trial, std::size_t k) { return trial[quantities[k]]; },
      visit);
  std::vector<MeanIntervals> intervals;
  for (std::size_t k = 0; k < means.size(); ++k) {
    const Statistic& statistic = summary[quantities[k]];
    // A fact of hindsight that is equal in all trials is certain.
    const bool is_certain = study.quantities()[quantities[k]].source == Source::hindsight && statistic.se == 0;
    intervals.push_back(
        means[k].intervals(is_certain ? Interval{statistic.mean, statistic.mean}
                                      : range_of(facts, study.quantities(), cell, quantities[k], cell.horizon)));
  }
  return intervals;
}

/// Counts trials, and summarises the means of the instances.
CellSummary fold_instances(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  CellSummary counts;
  study.for_each_block(cell, [&](const BlockResult& block) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
    for (const TrialResult& trial : block.trials) counts.count(trial);
  });
  CellFold fold(study.shape(cell));
  for_each_unit(study, cell, [&](const TrialResult& unit) { fold.add(unit); });
  CellSummary summary = fold.finish();
  summary.trials = counts.trials;
  summary.infeasible = counts.infeasible;
  summary.failed = counts.failed;
  return summary;
}

}  // namespace

CellSummary fold_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  const TrialShape shape = study.shape(cell);
  if (study.study().instances > 1) return fold_instances(study, cell, stop);
  const auto bytes = static_cast<std::int64_t>(shape.numbers() * sizeof(double)) * study.layout().trials(cell.cell);
  const auto add_all = [&](auto& fold) {
    study.for_each_block(cell, [&](const BlockResult& block) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
      for (const TrialResult& trial : block.trials) fold.add(trial);
    });
  };
  if (bytes <= most_bytes_in_memory) {
    CellFold fold(shape);
    add_all(fold);
    return fold.finish();
  }
  PassFold fold(shape);
  do {
    add_all(fold);
    fold.end_pass();
  } while (!fold.done());
  return fold.finish();
}

Interval range_of(const StoredFacts& facts, const QuantityList& known, const CellLabel& cell, Quantity quantity,
                  std::int64_t t) {
  Interval reach{-infinity, infinity};
  if (t == cell.horizon) {
    reach = facts.reach[index_of(quantity)];
  } else {
    const auto point = std::ranges::find(cell.checkpoints, t);
    const auto column = known.column(quantity);
    if (point != cell.checkpoints.end() && column)
      reach = facts.reach_on_curve[static_cast<std::size_t>(point - cell.checkpoints.begin())][*column];
  }
  if (std::isfinite(reach.low) && std::isfinite(reach.high)) return reach;
  const ValueRange widest = known[quantity].range.after(t);
  return {widest.least, widest.most};
}

std::vector<MeanIntervals> mean_intervals(const StudyReader& study, const CellLabel& cell, const CellSummary& summary,
                                          const StoredFacts& facts, const std::vector<Quantity>& quantities) {
  return intervals_of(study, cell, summary, facts, quantities, {});
}

std::vector<MeanIntervals> curve_intervals(const StudyReader& study, const CellLabel& cell, const CellSummary& summary,
                                           const StoredFacts& facts, Quantity quantity) {
  const std::size_t column = study.quantities().column(quantity).value();
  std::vector<MeanFold> means;
  for (const std::vector<Statistic>& point : summary.curve) means.emplace_back(point[column]);
  read_means(study, cell, summary, means,
             [&](const TrialResult& trial, std::size_t k) { return trial.curve[k][column]; });
  std::vector<MeanIntervals> intervals;
  for (std::size_t k = 0; k < means.size(); ++k)
    intervals.push_back(means[k].seen(range_of(facts, study.quantities(), cell, quantity, cell.checkpoints[k])));
  return intervals;
}

void add_trial_facts(const StudyReader& study, const CellLabel& cell, StoredFacts& facts,
                     const std::atomic<bool>* stop) {
  facts.summary = fold_cell(study, cell, stop);
  facts.from_trials = true;
  std::array<std::vector<double>, mode_quantities.size()> values;
  facts.intervals =
      intervals_of(study, cell, facts.summary, facts, study.quantities().all(), [&](const TrialResult& trial) {
        for (std::size_t q = 0; q < values.size(); ++q) values[q].push_back(trial[mode_quantities[q]]);
      });
  facts.has_rare_mode.reset();
  if (most_values(study, facts.summary) <= most_skewed)
    facts.has_rare_mode =
        std::ranges::any_of(values, [](auto& list) { return rare_mode(std::move(list)).has_value(); });
}

}  // namespace regretta
