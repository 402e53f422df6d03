#include "regretta/engine/evidence/tables/results.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/statistics/tails.hpp"
#include "regretta/engine/evidence/tables/facts.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/file/version.hpp"

namespace regretta {
namespace {

void scale(double unit, Interval& interval) { interval = {unit * interval.low, unit * interval.high}; }

/// Moves a value that rounding has taken out of the range back to its end, such as a reward of -3e-14 to 0.
double without_rounding(double x, const ValueRange& range) {
  const double nearest = std::clamp(x, range.least, range.most), size = range.most - range.least;
  return std::abs(x - nearest) <= 1e-9 * (std::isfinite(size) ? size : 1) ? nearest : x;
}

void scale(double unit, Statistic& statistic) {
  for (const auto& [name, number] : statistic_numbers) statistic.*number *= unit;
}

}  // namespace

MeanEstimate Results::estimate_of(const Statistic& statistic, const CellLabel& cell, Quantity quantity,
                                  std::int64_t t) const {
  // A quantity that is computed in hindsight and is equal in all trials has no error.
  const bool is_certain = quantities()[quantity].source == Source::hindsight && statistic.se == 0;
  const Interval reach =
      is_certain ? Interval{statistic.mean, statistic.mean} : reach_of(facts(cell), quantities(), cell, quantity, t);
  const Evidence evidence = evidence_of(moments_of(statistic), reach, {.alpha = 1 - level});
  const ValueRange widest = quantities()[quantity].range.after(t);
  const auto possible = [&](double x) { return unit(cell, quantity) * without_rounding(x, widest); };
  MeanEstimate estimate{.mean = possible(statistic.mean), .is_exact = evidence.is_exact, .is_few = evidence.is_few};
  if (evidence.is_exact || evidence.values > 1)
    estimate.interval = {possible(evidence.interval.low), possible(evidence.interval.high)};
  return estimate;
}

void Results::read(const CellLabel& cell, StoredFacts& facts) const {
  if (!facts_reader_) facts_reader_.emplace(database());
  const auto row = facts_reader_->row(cell);
  if (!row || !facts.has(shape(cell))) facts = StoredFacts(shape(cell));
  if (!row) return;
  if (!read_facts(*row, facts))
    throw StudyFileError(database().file(), FileFault::damaged,
                         fmt::format("the facts of cell {} cannot be read", cell.cell));
  facts.from_trials = facts.from_trials && saved_trials(cell) == cell.trials;
}

const StoredFacts& Results::facts(const CellLabel& cell) const {
  if (current_ == cell.cell) return facts_;
  current_ = -1;
  folded_.reset();
  scaled_.reset();
  read(cell, facts_);
  current_ = cell.cell;
  return facts_;
}

const CellSummary& Results::summary(const CellLabel& cell, const std::atomic<bool>* stop) const {
  const CellSummary& whole = unscaled_summary(cell, stop);
  if (!per_round_) return whole;
  if (!scaled_) {
    scaled_ = whole;
    for (const Quantity quantity : quantities().all())
      scale(unit(cell, quantity), scaled_->quantities[index_of(quantity)]);
    for (std::vector<Statistic>& point : scaled_->curve)
      for (std::size_t column = 0; column < point.size(); ++column)
        scale(unit(cell, quantities().on_curve()[column]), point[column]);
  }
  return *scaled_;
}

const CellSummary& Results::unscaled_summary(const CellLabel& cell, const std::atomic<bool>* stop) const {
  if (facts(cell).from_trials) return facts_.summary;
  if (!folded_) folded_ = summarise_cell(*this, cell, stop);
  return *folded_;
}

bool Results::has_bounds() const {
  if (!has_bounds_) {
    has_bounds_ = false;
    if (!cells().empty()) {
      StoredFacts first(shape(cells().front()));
      read(cells().front(), first);
      has_bounds_ = first.from_plugins && first.from_trials;
    }
  }
  return *has_bounds_;
}

Bound Results::bound(const CellLabel& cell, Quantity quantity) const {
  Bound bound = facts(cell).from_trials ? facts_.bounds[index_of(quantity)] : Bound{};
  bound.value *= unit(cell, quantity);
  return bound;
}

ArmsPlayed Results::arms_played(const CellLabel& cell) const { return facts(cell).arms_played; }

bool Results::has_rare_mode(const CellLabel& cell) const {
  const StoredFacts& stored = facts(cell);
  if (stored.from_trials && stored.has_rare_mode) return *stored.has_rare_mode;
  return std::ranges::any_of(independent_values(cell, {mode_quantities.begin(), mode_quantities.end()}),
                             [](std::vector<double>& list) { return rare_mode(std::move(list)).has_value(); });
}

Interval Results::reach(const CellLabel& cell, Quantity quantity, std::int64_t t) const {
  Interval reach = reach_of(facts(cell), quantities(), cell, quantity, t);
  scale(unit(cell, quantity), reach);
  return reach;
}

std::vector<MeanEstimate> Results::means(const CellLabel& cell, const std::vector<Quantity>& quantities) const {
  const CellSummary& summarised = unscaled_summary(cell);
  std::vector<MeanEstimate> estimates;
  for (const Quantity quantity : quantities)
    estimates.push_back(estimate_of(summarised[estimated_by(quantity)], cell, estimated_by(quantity), cell.horizon));
  return estimates;
}

std::vector<MeanEstimate> Results::curve(const CellLabel& cell, Quantity quantity) const {
  const Quantity measured = estimated_by(quantity);
  const std::size_t column = quantities().column(measured).value();
  const CellSummary& summarised = unscaled_summary(cell);
  std::vector<MeanEstimate> estimates;
  for (std::size_t k = 0; k < summarised.curve.size(); ++k)
    estimates.push_back(estimate_of(summarised.curve[k][column], cell, measured, cell.checkpoints[k]));
  return estimates;
}

const std::vector<Results::TrialRange>& Results::saved_trial_ranges() const {
  if (saved_trial_ranges_) return *saved_trial_ranges_;
  std::vector<TrialRange> ranges;
  for (const CellLabel& cell : cells())
    for (const auto& [first, end] : saved_of(cell))
      if (ranges.empty() || ranges.back().first != first || ranges.back().end != end) ranges.push_back({first, end});
  std::ranges::sort(ranges, {}, &TrialRange::first);
  std::vector<TrialRange> joined;
  for (const TrialRange& range : ranges) {
    if (joined.empty() || range.first > joined.back().end) {
      const std::int64_t before = joined.empty() ? 0 : joined.back().position + joined.back().end - joined.back().first;
      joined.push_back({range.first, range.end, before});
    }
    joined.back().end = std::max(joined.back().end, range.end);
  }
  return saved_trial_ranges_.emplace(std::move(joined));
}

std::int64_t Results::num_trials() const {
  const std::vector<TrialRange>& saved = saved_trial_ranges();
  return saved.empty() ? 0 : saved.back().position + saved.back().end - saved.back().first;
}

std::int64_t Results::position_of(std::int64_t trial) const {
  const TrialRange& range = *--std::ranges::upper_bound(saved_trial_ranges(), trial, {}, &TrialRange::first);
  return range.position + trial - range.first;
}

TrialValues Results::values(const CellLabel& cell, const std::vector<Quantity>& quantities) const {
  constexpr std::size_t most_cached = std::size_t{1} << 22;  // numbers: 32 MiB
  cache_.resize(cells().size());
  auto& cached = cache_[static_cast<std::size_t>(cell.cell)];
  std::vector<Quantity> missing;
  const auto add = [&](Quantity quantity) {
    if (!cached.contains(quantity) && std::ranges::find(missing, quantity) == missing.end())
      missing.push_back(quantity);
  };
  for (const Quantity quantity : quantities) add(quantity);
  if (!missing.empty()) {
    // These quantities are usually needed, too, and reading blocks again takes longer than caching values.
    for (const Quantity usual : {Quantity::regret, estimated_by(Quantity::regret), Quantity::violation}) add(usual);
    const std::size_t added = missing.size() * static_cast<std::size_t>(num_trials());
    if (numbers_cached_ + added > most_cached) return read_values(cell, quantities);
    TrialValues lists = read_values(cell, missing);
    for (std::size_t q = 0; q < missing.size(); ++q) cached[missing[q]] = std::move(lists[q]);
    numbers_cached_ += added;
  }
  TrialValues lists;
  for (const Quantity quantity : quantities) lists.push_back(cached.at(quantity));
  return lists;
}

TrialValues Results::independent_values(const CellLabel& cell, const std::vector<Quantity>& quantities) const {
  TrialValues lists = values(cell, quantities);
  const std::int64_t instances = study().instances;
  if (instances == 1) return lists;
  for (std::vector<double>& list : lists) {
    InstanceMeans means(instances);
    for (const TrialRange& range : saved_trial_ranges())
      for (std::int64_t trial = range.first; trial < range.end; ++trial)
        means.add(trial, list[static_cast<std::size_t>(range.position + trial - range.first)]);
    list = means.means();
  }
  return lists;
}

TrialValues Results::read_values(const CellLabel& cell, const std::vector<Quantity>& quantities) const {
  TrialValues lists(quantities.size(), std::vector<double>(static_cast<std::size_t>(num_trials()), not_a_number));
  std::vector<double> scales;
  for (const Quantity quantity : quantities) scales.push_back(unit(cell, quantity));
  for_each_block(cell, [&](const BlockResult& block) {
    const std::int64_t shift = position_of(block.range.first) - block.range.first;
    for (const TrialResult& trial : block.trials)
      for (std::size_t q = 0; q < quantities.size() && !trial.failure; ++q)
        lists[q].at(static_cast<std::size_t>(shift + trial.trial)) = scales[q] * trial[quantities[q]];
  });
  return lists;
}

std::vector<std::int64_t> cells_with_wrong_facts(const Results& study) {
  std::vector<std::int64_t> wrong;
  if (study.version() != version) return wrong;  // another version may compute facts differently
  for (const CellLabel& label : study.cells()) {
    const StoredFacts& stored = study.facts(label);
    if (!stored.from_trials) continue;
    StoredFacts recomputed = stored;
    add_trial_facts(study, label, recomputed);
    if (row_of(stored).bytes != row_of(recomputed).bytes) wrong.push_back(label.cell);
  }
  return wrong;
}

}  // namespace regretta
