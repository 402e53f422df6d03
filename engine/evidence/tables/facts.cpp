#include "regretta/engine/evidence/tables/facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "regretta/engine/evidence/statistics/summary.hpp"
#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/study/text/study.hpp"

namespace regretta {

InstanceMeans::InstanceMeans(std::int64_t instances) : sums_(static_cast<std::size_t>(instances)) {}

void InstanceMeans::add(std::int64_t trial, double x) {
  if (std::isnan(x)) return;
  Sum& sum = sums_[static_cast<std::size_t>(instance_of(trial, std::ssize(sums_)))];
  sum.x += x;
  ++sum.values;
}

std::vector<double> InstanceMeans::means() const {
  std::vector<double> result;
  for (const Sum& sum : sums_)
    result.push_back(sum.values > 0 ? sum.x / static_cast<double>(sum.values) : Statistic::nan);
  return result;
}

std::vector<double> means_by_instance(const std::vector<double>& values, std::int64_t instances) {
  InstanceMeans means(instances);
  for (std::size_t trial = 0; trial < values.size(); ++trial)
    means.add(static_cast<std::int64_t>(trial), values[trial]);
  return means.means();
}

void for_each_independent_trial(const StudyReader& study, const CellLabel& cell,
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

namespace {

/// Visits every number that all facts have, in the order in which they are stored.
template <class Facts, class Visit>
void for_each_fact(Facts& facts, const Visit& visit) {
  const auto visit_interval = [&visit](auto& interval) {
    visit(interval.low);
    visit(interval.high);
  };
  visit(facts.from_plugins);
  visit(facts.arms_played);
  for (auto& reach : facts.reach) visit_interval(reach);
  for (auto& point : facts.reach_on_curve)
    for (auto& reach : point) visit_interval(reach);
  visit(facts.summary.trials);
  visit(facts.summary.infeasible);
  visit(facts.summary.failed);
  for_each_statistic(facts.summary, [&visit](auto& statistic) {
    visit(statistic.count);
    for (auto* x : {&statistic.mean, &statistic.se, &statistic.third, &statistic.q05, &statistic.q50, &statistic.q95})
      visit(*x);
  });
  for (auto& bound : facts.bounds) {
    visit(bound.value);
    visit(bound.failure_probability);
    visit(bound.applies);
  }
}

/// Little-endian doubles, counts and flags, too.
class NumberReader {
 public:
  explicit NumberReader(std::span<const std::byte> bytes) : next_(bytes.data()) {}
  void take(double& x) { x = next(); }
  void take(bool& flag) { flag = take_count(1) != 0; }
  void take(ArmsPlayed& arms) { arms = static_cast<ArmsPlayed>(take_count(static_cast<int>(ArmsPlayed::unknown))); }
  void take(std::int64_t& count) { count = take_count(max_trials); }
  bool is_sound() const { return sound_; }

 private:
  double next() {
    double x;
    std::memcpy(&x, next_, sizeof x);
    next_ += sizeof x;
    return x;
  }
  std::int64_t take_count(std::int64_t most) {
    const double x = next();
    const bool is_count = x >= 0 && x <= static_cast<double>(most) && x == std::floor(x);
    sound_ = sound_ && is_count;
    return is_count ? static_cast<std::int64_t>(x) : 0;
  }

  const std::byte* next_;
  bool sound_ = true;
};

std::size_t numbers_in(const StoredFacts& facts) {
  std::size_t numbers = 0;
  for_each_fact(facts, [&numbers](const auto&) { ++numbers; });
  return numbers;
}

}  // namespace

bool StoredFacts::has(const TrialShape& shape) const {
  return reach.size() == shape.quantities && reach_on_curve.size() == shape.checkpoints &&
         (reach_on_curve.empty() || reach_on_curve.front().size() == shape.curve_quantities);
}

StoredFacts::StoredFacts(const TrialShape& shape)
    : reach(shape.quantities, {-infinity, infinity}),
      reach_on_curve(shape.checkpoints, std::vector<Interval>(shape.curve_quantities, {-infinity, infinity})),
      summary(shape),
      bounds(shape.quantities) {}

FactsRow row_of(StoredFacts facts) {
  std::vector<double> numbers;
  for_each_fact(facts, [&numbers](auto& x) {
    const auto number = static_cast<double>(x);
    numbers.push_back(std::isnan(number) ? Statistic::nan : number);
  });
  if (facts.has_rare_mode) numbers.push_back(*facts.has_rare_mode ? 1 : 0);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(numbers));
  return {facts.from_trials ? facts.summary.trials : 0, {bytes.begin(), bytes.end()}};
}

bool read_facts(const FactsRow& row, StoredFacts& facts) {
  const std::size_t least = numbers_in(facts) * sizeof(double);
  const bool has_mode = row.bytes.size() == least + sizeof(double);
  if (row.bytes.size() != least && !has_mode) return false;
  NumberReader numbers(row.bytes);
  for_each_fact(facts, [&numbers](auto& x) { numbers.take(x); });
  facts.has_rare_mode.reset();
  if (has_mode) numbers.take(facts.has_rare_mode.emplace());
  facts.from_trials = row.trials > 0;
  return numbers.is_sound();
}

std::optional<StoredFacts> facts_of(const FactsRow& row, const TrialShape& shape) {
  StoredFacts facts(shape);
  return read_facts(row, facts) ? std::optional(std::move(facts)) : std::nullopt;
}

namespace {

/// Counts trials, and summarises the means of the instances.
CellSummary fold_instances(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  CellSummary counts;
  study.for_each_block(cell, [&](const BlockResult& block) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
    for (const TrialResult& trial : block.trials) counts.count(trial);
  });
  CellFold fold(study.shape(cell));
  for_each_independent_trial(study, cell, [&](const TrialResult& unit) { fold.add(unit); });
  fold.end_pass();
  CellSummary summary = fold.summary();
  summary.trials = counts.trials;
  summary.infeasible = counts.infeasible;
  summary.failed = counts.failed;
  return summary;
}

}  // namespace

CellSummary fold_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  constexpr std::int64_t most_numbers = std::int64_t{1} << 23;  // in memory at once: 64 MiB
  if (study.study().instances > 1) return fold_instances(study, cell, stop);
  const TrialShape shape = study.shape(cell);
  const auto trials = std::max<std::int64_t>(1, study.layout().trials(cell.cell));
  const auto at_once = static_cast<std::size_t>(std::max<std::int64_t>(1, most_numbers / trials));
  CellFold fold(shape);
  do {
    study.for_each_block(cell, [&](const BlockResult& block) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
      for (const TrialResult& trial : block.trials) fold.add(trial, at_once);
    });
  } while (!fold.end_pass());
  return fold.summary();
}

Interval reach_of(const StoredFacts& facts, const QuantityList& known, const CellLabel& cell, Quantity quantity,
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

void add_trial_facts(const StudyReader& study, const CellLabel& cell, StoredFacts& facts,
                     const std::atomic<bool>* stop) {
  constexpr std::int64_t most_sorted = 1 << 20;  // values: of more, no rare mode is looked for
  facts.summary = fold_cell(study, cell, stop);
  facts.from_trials = true;
  facts.has_rare_mode.reset();
  if (study.study().instances == 1 && facts.summary.trials > most_sorted) return;
  std::array<std::vector<double>, mode_quantities.size()> values;
  for_each_independent_trial(study, cell, [&](const TrialResult& trial) {
    for (std::size_t q = 0; q < values.size() && !trial.failure; ++q) values[q].push_back(trial[mode_quantities[q]]);
  });
  facts.has_rare_mode = std::ranges::any_of(values, [](auto& list) { return rare_mode(std::move(list)).has_value(); });
}

}  // namespace regretta
