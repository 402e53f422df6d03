#include "regretta/engine/evidence/tables/results.hpp"

#include <algorithm>

#include "regretta/engine/evidence/statistics/mean_interval.hpp"
#include "regretta/engine/evidence/tables/stored_checksum.hpp"
#include "regretta/engine/evidence/tables/summaries.hpp"
#include "regretta/engine/real/functions.hpp"

namespace regretta {
namespace {

bool needs_values(const CellSummary& summary) { return summary.trials <= most_exact_values; }

}  // namespace

const CellSummary& Results::summary(const CellLabel& cell, const std::atomic<bool>* stop) const {
  if (summarised_ == cell.cell) return summary_;
  auto stored = stored_summary(*this, cell);
  summary_ = stored ? std::move(*stored) : fold_cell(*this, cell, stop);
  summarised_ = cell.cell;
  return summary_;
}

Bound Results::bound(const CellLabel& cell, Quantity quantity) const {
  if (!bounds_) {
    bounds_.emplace();
    if (has_bounds()) {
      check_stored_table(*this, "bound");
      Statement row = database().prepare("SELECT cell, quantity, bound, failure_probability FROM bound");
      while (row.step())
        if (const auto known = quantities().find(row.text(1)))
          (*bounds_)[{row.integer(0), *known}] = {
              .value = row.real(2), .failure_probability = row.real(3), .applies = !row.is_null(2)};
    }
  }
  const auto found = bounds_->find({cell.cell, quantity});
  return found == bounds_->end() ? Bound{} : found->second;
}

bool Results::plays_one_arm(const CellLabel& cell) const {
  if (!one_arm_) {
    one_arm_.emplace();
    if (database().has_table("one_arm")) {
      check_stored_table(*this, "one_arm");
      Statement row = database().prepare("SELECT cell FROM one_arm");
      while (row.step()) one_arm_->insert(row.integer(0));
    }
  }
  return one_arm_->contains(cell.cell);
}

Interval Results::range(const CellLabel& cell, Quantity quantity, std::int64_t t) const {
  if (!has_ranges_) {
    has_ranges_ = database().has_table("reach");
    if (*has_ranges_) check_stored_table(*this, "reach");
  }
  if (*has_ranges_ && ranges_.cell != cell.cell) {
    ranges_ = {.cell = cell.cell, .at = {}};
    Statement row = database().prepare("SELECT quantity, t, least, most FROM reach WHERE cell = ?", cell.cell);
    while (row.step())
      if (const auto known = quantities().find(row.text(0)))
        ranges_.at[{*known, row.integer(1)}] = {row.real(2), row.real(3)};
  }
  if (const auto found = ranges_.at.find({quantity, t}); found != ranges_.at.end()) return found->second;
  const ValueRange widest = quantities()[quantity].range.after(t);
  return {widest.least, widest.most};
}

std::vector<MeanEstimate> Results::means(const CellLabel& cell, std::vector<Quantity> quantities) const {
  std::ranges::transform(quantities, quantities.begin(), estimated_by);
  const CellSummary& all = summary(cell);
  TrialValues lists;
  if (needs_values(all)) lists = values(cell, quantities);
  std::vector<MeanEstimate> estimates;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    const Statistic& statistic = all[quantities[q]];
    const Interval possible = range(cell, quantities[q]);
    MeanEstimate& estimate = estimates.emplace_back(MeanEstimate{.mean = statistic.mean});
    const bool is_fact = this->quantities()[quantities[q]].source == Source::hindsight;
    if (is_fact && statistic.se == 0)  // equal in all trials, it is certain
      estimate.interval = {statistic.mean, statistic.mean};
    else
      estimate.interval = lists.empty() ? mean_interval(statistic, possible, level)
                                        : mean_interval(std::move(lists[q]), possible, level);
  }
  return estimates;
}

std::vector<MeanEstimate> Results::curve(const CellLabel& cell, Quantity quantity) const {
  const std::size_t column = quantities().column(estimated_by(quantity)).value();
  const CellSummary& all = summary(cell);
  std::vector<std::vector<double>> lists(cell.checkpoints.size());
  if (needs_values(all))
    for_each_block(cell, [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)
        for (std::size_t k = 0; k < lists.size() && !trial.failure; ++k) lists[k].push_back(trial.curve[k][column]);
    });
  std::vector<MeanEstimate> estimates;
  for (std::size_t k = 0; k < lists.size(); ++k) {
    const Interval possible = range(cell, estimated_by(quantity), cell.checkpoints[k]);
    const Statistic& statistic = all.curve[k][column];
    estimates.push_back({.mean = statistic.mean,
                         .interval = needs_values(all) ? mean_interval(std::move(lists[k]), possible, level)
                                                       : mean_interval(statistic, possible, level)});
  }
  return estimates;
}

std::int64_t Results::num_trials() const {
  if (!num_trials_) {
    num_trials_ = 0;
    for (const BlockList::Stretch& stretch : saved_ranges().stretches())
      num_trials_ = std::max(*num_trials_, stretch.first + stretch.trials);
  }
  return *num_trials_;
}

TrialValues Results::values(const CellLabel& cell, const std::vector<Quantity>& quantities) const {
  TrialValues lists(quantities.size(), std::vector<double>(static_cast<std::size_t>(num_trials()), not_a_number));
  for_each_block(cell, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials)
      for (std::size_t q = 0; q < quantities.size() && !trial.failure; ++q)
        lists[q].at(static_cast<std::size_t>(trial.trial)) = trial[quantities[q]];
  });
  return lists;
}

}  // namespace regretta
