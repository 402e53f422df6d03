#include "regretta/engine/evidence/tables/facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/study/text/study.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/value_range.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"

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
  std::vector<bool> has_trials(static_cast<std::size_t>(instances));  // whether an instance has a sound trial
  study.for_each_block(cell, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) {
      if (trial.failure) continue;
      has_trials[static_cast<std::size_t>(instance_of(trial.trial, instances))] = true;
      std::size_t next = 0;
      for_each_number(trial, [&](double x) { numbers[next++].add(trial.trial, x); });
    }
  });
  std::vector<TrialResult> results;  // one per instance
  for (std::int64_t instance = 0; instance < instances; ++instance) {
    TrialResult& result = results.emplace_back(shape);
    result.trial = instance;
    result.curve.assign(shape.checkpoints, Statistic::nan);
  }
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::vector<double> means = numbers[k].means();
    for (std::size_t instance = 0; instance < results.size(); ++instance) {
      TrialResult& result = results[instance];
      (k < shape.quantities ? result.quantities[k] : result.curve.values()[k - shape.quantities]) = means[instance];
    }
  }
  for (std::size_t instance = 0; instance < results.size(); ++instance)
    if (has_trials[instance]) visit(results[instance]);
}

namespace {

/// Visits the numbers of facts in the order in which they are stored, except `has_rare_mode`, which may be missing.
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

/// Reads numbers, counts and flags from bytes; all are stored as little-endian doubles.
class NumberReader {
 public:
  explicit NumberReader(std::span<const std::byte> bytes) : next_(bytes.data()) {}
  void take(double& x) { x = next(); }
  void take(bool& flag) { flag = take_count(1) != 0; }
  void take(ArmsPlayed& arms) { arms = static_cast<ArmsPlayed>(take_count(static_cast<int>(ArmsPlayed::unknown))); }
  void take(std::int64_t& count) { count = take_count(max_trials); }
  bool is_sound() const { return is_sound_; }

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
    is_sound_ = is_sound_ && is_count;
    return is_count ? static_cast<std::int64_t>(x) : 0;
  }

  const std::byte* next_;
  bool is_sound_ = true;
};

std::size_t numbers_in(const StoredFacts& facts) {
  std::size_t numbers = 0;
  for_each_fact(facts, [&numbers](const auto&) { ++numbers; });
  return numbers;
}

/// Summarises the means of the instances, but counts all trials.
CellSummary fold_instances(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  CellSummary counts;
  study.for_each_block(cell, [&](const BlockResult& block) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
    for (const TrialResult& trial : block.trials) counts.count(trial);
  });
  CellFold fold(study.shape(cell));
  for_each_independent_trial(study, cell, [&](const TrialResult& result) { fold.add(result); });
  fold.end_pass();
  CellSummary summary = fold.summary();
  summary.trials = counts.trials;
  summary.infeasible = counts.infeasible;
  summary.failed = counts.failed;
  return summary;
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
  const std::size_t size_without_mode = numbers_in(facts) * sizeof(double);
  const bool has_mode = row.bytes.size() == size_without_mode + sizeof(double);
  if (row.bytes.size() != size_without_mode && !has_mode) return false;
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

CellSummary summarise_cell(const StudyReader& study, const CellLabel& cell, const std::atomic<bool>* stop) {
  constexpr std::int64_t most_numbers = std::int64_t{1} << 23;  // 64 MiB in memory at once
  if (study.study().instances > 1) return fold_instances(study, cell, stop);
  const TrialShape shape = study.shape(cell);
  const auto trials = std::max<std::int64_t>(1, study.layout().trials(cell.cell));
  const auto max_numbers = static_cast<std::size_t>(std::max<std::int64_t>(1, most_numbers / trials));
  CellFold fold(shape);
  do {
    study.for_each_block(cell, [&](const BlockResult& block) {
      if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw Interrupted();
      for (const TrialResult& trial : block.trials) fold.add(trial, max_numbers);
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
  constexpr std::int64_t most_sorted = 1 << 20;  // cells with more values are not searched for rare modes
  facts.summary = summarise_cell(study, cell, stop);
  facts.from_trials = true;
  facts.has_rare_mode.reset();
  if (study.study().instances == 1 && facts.summary.trials > most_sorted) return;
  std::array<std::vector<double>, mode_quantities.size()> values;
  for_each_independent_trial(study, cell, [&](const TrialResult& trial) {
    for (std::size_t q = 0; q < values.size() && !trial.failure; ++q) values[q].push_back(trial[mode_quantities[q]]);
  });
  facts.has_rare_mode = std::ranges::any_of(values, [](auto& list) { return rare_mode(std::move(list)).has_value(); });
}

namespace {

Interval interval_of(const ValueRange& range) { return {range.least, range.most}; }

void widen(ValueRange& range, const ValueRange& added) {
  range = {std::min(range.least, added.least), std::max(range.most, added.most)};
}

/// The possible values of a trial over all instances.
CellRanges ranges_of(const SharedWork& work) {
  const auto ranges_in = [&](std::int64_t instance) {
    const CellWork& prepared = work.prepared(instance);
    return compute_ranges(*prepared.adversary, *prepared.facts);
  };
  CellRanges widest = ranges_in(0);
  for (std::int64_t instance = 1; instance < work.instances(); ++instance) {
    const CellRanges more = ranges_in(instance);
    for (std::size_t q = 0; q < widest.whole.size(); ++q) widen(widest.whole[q], more.whole[q]);
    for (std::size_t k = 0; k < widest.curve.size(); ++k)
      for (std::size_t q = 0; q < widest.curve[k].size(); ++q) widen(widest.curve[k][q], more.curve[k][q]);
  }
  return widest;
}

/// Computes the facts of cells that follow from their plugins. Consecutive cells of one setting share their ranges.
class PluginFacts {
 public:
  void add(const Cell& cell, StoredFacts& facts) {
    if (cell.work != last_work_) ranges_ = ranges_of(*cell.work);
    last_work_ = cell.work;
    facts.from_plugins = true;
    for (std::size_t q = 0; q < num_quantities; ++q) facts.reach[q] = interval_of(ranges_.whole[q]);
    for (std::size_t k = 0; k < ranges_.curve.size(); ++k)
      for (std::size_t c = 0; c < num_curve_quantities; ++c)
        facts.reach_on_curve[k][c] = interval_of(ranges_.curve[k][c]);
  }

 private:
  std::shared_ptr<const SharedWork> last_work_;
  CellRanges ranges_;
};

/// Ends a trial as soon as x_t is on several arms, or after watched_rounds.
class ArmsWatcher final : public RoundWatcher {
 public:
  void begins(std::int64_t, const Vector<double>& x, int) override {
    constexpr double nearly_one = 1 - 1e-9;
    seen_ = x.maxCoeff() >= nearly_one ? ArmsPlayed::one : ArmsPlayed::several;
    if (seen_ == ArmsPlayed::several) throw Interrupted();
  }
  void ends(std::int64_t t, const Internals&) override {
    if (t >= watched_rounds) throw Interrupted();
  }
  ArmsPlayed seen() const { return seen_; }

 private:
  ArmsPlayed seen_ = ArmsPlayed::unknown;
};

/// How many arms the learner plays. Plays the first trial unless the learner names its arms.
ArmsPlayed arms_played(const Cell& cell) {
  if (cell.bound_learner.plays_one_arm) return ArmsPlayed::one;
  ArmsWatcher watcher;
  try {
    const auto trials = cell.play(cell.first_trial, 1, RunControl{.watcher = &watcher});
    if (trials.empty() || trials.front().failure) return ArmsPlayed::unknown;
  } catch (const Interrupted&) {
  } catch (const std::exception&) {  // the trials themselves will report the error
    return ArmsPlayed::unknown;
  }
  return watcher.seen();
}

/// Whether x_t is the same in every trial of the cell: a fixed strategy, or without noise a strategy that does not
/// depend on the drawn arms.
bool has_same_strategies(const Cell& cell) {
  const Adversary& adversary = *cell.prepared().adversary;
  const LearnerTraits& traits = cell.bound_learner.traits;
  if (traits.draws || !adversary.oblivious() || cell.work->instances() > 1) return false;
  return traits.ignores_feedback ||
         (is_noiseless(adversary) && (cell.bound_learner.plays_one_arm || traits.feedback == FeedbackModel::full));
}

/// For cells with the same strategies in every trial: sets the reach of each quantity that follows from strategies and
/// means to the value that all trials have, unless they differ.
void set_exact(const QuantityList& known, StoredFacts& facts) {
  const auto set = [](const Statistic& statistic, Interval& reach) {
    if (statistic.count > 1 && statistic.se == 0) reach = {statistic.mean, statistic.mean};
  };
  for (const Quantity quantity : known.all()) {
    const QuantityInfo& info = known[quantity];
    if (!info.is_sum() || info.term == Term::realised) continue;
    Interval& reach = facts.reach[index_of(quantity)];
    set(facts.summary[quantity], reach);
    if (const auto column = known.column(quantity))
      for (std::size_t k = 0; k < facts.reach_on_curve.size(); ++k)
        set(facts.summary.curve[k][*column], facts.reach_on_curve[k][*column]);
  }
}

std::vector<Bound> bounds_of(const Cell& cell, const CellSummary& summary, std::size_t quantities) {
  std::vector<Bound> bounds(quantities);
  const BoundTerms terms{.corruption = summary[Quantity::corruption].mean,
                         .rho = summary[Quantity::rho].mean,
                         .rho_pure = summary[Quantity::rho_pure].mean};
  for (const QuantityInfo& quantity : quantity_infos)
    if (quantity.has_theorem && summary.trials > 0)
      if (const Bound bound = cell.bound_learner.bound(quantity.quantity, cell.problem(), terms); bound.measure.empty())
        bounds[index_of(quantity.quantity)] = bound;
  return bounds;
}

/// Whether the file has the facts of the cell that are needed: those from all trials, and those from plugins.
bool has_row(FactsReader& known, const StudyReader& study, const CellLabel& label, bool needs_trials,
             bool needs_plugins) {
  const auto row = known.row(label);
  if (!row || (needs_trials && row->trials == 0)) return false;
  const auto facts = facts_of(*row, study.shape(label));
  return facts && (facts->from_plugins || !needs_plugins);
}

}  // namespace

bool store_all_facts(const StudyReader& study, const Database& database, const CellSource& cell_of,
                     const std::atomic<bool>* stop) {
  Transaction transaction(database);
  PluginFacts plugins;
  try {
    FactsReader known(database);
    for (const CellLabel& label : study.cells()) {
      const bool is_whole = study.saved_trials(label) == label.trials;
      if ((!cell_of && !is_whole) || has_row(known, study, label, is_whole, !!cell_of)) continue;
      StoredFacts facts(study.shape(label));
      std::optional<Cell> cell;
      if (cell_of) plugins.add(cell.emplace(cell_of(label)), facts);
      if (is_whole) add_trial_facts(study, label, facts, stop);
      if (cell && is_whole) {
        facts.arms_played = arms_played(*cell);
        if (has_same_strategies(*cell)) set_exact(study.quantities(), facts);
        facts.bounds = bounds_of(*cell, facts.summary, facts.bounds.size());
      }
      store_facts(database, label, row_of(std::move(facts)));
    }
  } catch (const Interrupted&) {
    return false;
  }
  transaction.commit();
  return true;
}

void store_plugin_facts(const StudyReader& study, const Database& database, const CellSource& cell_of) {
  Transaction transaction(database);
  PluginFacts plugins;
  FactsReader known(database);
  for (const CellLabel& label : study.cells()) {
    if (has_row(known, study, label, false, true)) continue;
    forget_facts(database, label);  // facts of all trials that were stored without plugins
    StoredFacts facts(study.shape(label));
    plugins.add(cell_of(label), facts);
    store_facts(database, label, row_of(std::move(facts)));
  }
  transaction.commit();
}

}  // namespace regretta
