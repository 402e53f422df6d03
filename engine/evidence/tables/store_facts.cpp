#include "regretta/engine/evidence/tables/store_facts.hpp"

#include <algorithm>
#include <cmath>

#include "regretta/engine/study/file/version.hpp"
#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/hindsight/value_range.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"

namespace regretta {
namespace {

Interval interval_of(const ValueRange& range) { return {range.least, range.most}; }

void widen(ValueRange& range, const ValueRange& other) {
  range = {std::min(range.least, other.least), std::max(range.most, other.most)};
}

/// What a trial can have in any instance.
CellRanges ranges_of(const SharedWork& work) {
  const auto of = [&](std::int64_t instance) {
    const CellWork& prepared = work.prepared(instance);
    return compute_ranges(*prepared.adversary, *prepared.facts);
  };
  CellRanges all = of(0);
  for (std::int64_t instance = 1; instance < work.instances(); ++instance) {
    const CellRanges other = of(instance);
    for (std::size_t q = 0; q < all.whole.size(); ++q) widen(all.whole[q], other.whole[q]);
    for (std::size_t k = 0; k < all.curve.size(); ++k)
      for (std::size_t q = 0; q < all.curve[k].size(); ++q) widen(all.curve[k][q], other.curve[k][q]);
  }
  return all;
}

/// The facts of cells from their plugins. Cells of one setting, which follow each other, share their ranges.
class PluginFacts {
 public:
  void add(const Cell& cell, StoredFacts& facts) {
    if (cell.work != last_) ranges_ = ranges_of(*cell.work);
    last_ = cell.work;
    facts.from_plugins = true;
    for (std::size_t q = 0; q < num_quantities; ++q) facts.reach[q] = interval_of(ranges_.whole[q]);
    for (std::size_t k = 0; k < ranges_.curve.size(); ++k)
      for (std::size_t c = 0; c < num_curve_quantities; ++c)
        facts.reach_on_curve[k][c] = interval_of(ranges_.curve[k][c]);
  }

 private:
  std::shared_ptr<const SharedWork> last_;
  CellRanges ranges_;
};

/// Ends a trial once x_t is on several arms, or after the rounds to watch.
class ArmsWatcher final : public RoundWatcher {
 public:
  void begins(std::int64_t, const Vector<double>& x, int) override {
    constexpr double all = 1 - 1e-9;
    seen_ = x.maxCoeff() >= all ? ArmsPlayed::one : ArmsPlayed::several;
    if (seen_ == ArmsPlayed::several) throw Interrupted();
  }
  void ends(std::int64_t t, const Internals&) override {
    if (t >= watched_rounds) throw Interrupted();
  }
  ArmsPlayed seen() const { return seen_; }

 private:
  ArmsPlayed seen_ = ArmsPlayed::unknown;
};

/// Plays trial 0 unless the learner names its arms.
ArmsPlayed arms_played(const Cell& cell) {
  if (cell.bound_learner.plays_one_arm) return ArmsPlayed::one;
  ArmsWatcher watcher;
  try {
    const auto trials = cell.play(cell.first_trial, 1, RunControl{.watcher = &watcher});
    if (trials.empty() || trials.front().failure) return ArmsPlayed::unknown;
  } catch (const Interrupted&) {
  } catch (const std::exception&) {  // which its trials tell better
    return ArmsPlayed::unknown;
  }
  return watcher.seen();
}

/// Whether x_t is the same in every trial of the cell: of a fixed strategy, or without noise of one that does not
/// follow the arm that was drawn.
bool has_one_course(const Cell& cell) {
  const Adversary& adversary = *cell.prepared().adversary;
  const LearnerTraits& traits = cell.bound_learner.traits;
  if (traits.draws || !adversary.oblivious() || cell.work->instances() > 1) return false;
  return traits.follows_nothing ||
         (is_noiseless(adversary) && (cell.bound_learner.plays_one_arm || traits.feedback == FeedbackModel::full));
}

/// Sums of means over x_t cannot vary then. They are exact if no trial says otherwise.
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

/// Whether the cell's facts are there, of all trials or of plugins as is needed.
bool has_row(FactsReader& known, const StudyReader& study, const CellLabel& label, bool of_trials, bool of_plugins) {
  const auto row = known.row(label);
  if (!row || (of_trials && row->trials == 0)) return false;
  const auto facts = facts_of(*row, study.shape(label));
  return facts && (facts->from_plugins || !of_plugins);
}

}  // namespace

bool store_all_facts(const StudyReader& study, const Database& to, const CellSource& cell_of,
                     const std::atomic<bool>* stop) {
  Transaction transaction(to);
  PluginFacts plugins;
  try {
    FactsReader known(to);
    for (const CellLabel& label : study.cells()) {
      const bool is_whole = study.saved_trials(label) == label.trials;
      if ((!cell_of && !is_whole) || has_row(known, study, label, is_whole, !!cell_of)) continue;
      StoredFacts facts(study.shape(label));
      std::optional<Cell> cell;
      if (cell_of) plugins.add(cell.emplace(cell_of(label)), facts);
      if (is_whole) add_trial_facts(study, label, facts, stop);
      if (cell && is_whole) {
        facts.arms_played = arms_played(*cell);
        if (has_one_course(*cell)) set_exact(study.quantities(), facts);
        facts.bounds = bounds_of(*cell, facts.summary, facts.bounds.size());
      }
      store_facts(to, label, row_of(std::move(facts)));
    }
  } catch (const Interrupted&) {
    return false;
  }
  transaction.commit();
  return true;
}

void store_plugin_facts(const StudyReader& study, const Database& to, const CellSource& cell_of) {
  Transaction transaction(to);
  PluginFacts plugins;
  FactsReader known(to);
  for (const CellLabel& label : study.cells()) {
    if (has_row(known, study, label, false, true)) continue;
    forget_facts(to, label);  // of all trials, without plugins
    StoredFacts facts(study.shape(label));
    plugins.add(cell_of(label), facts);
    store_facts(to, label, row_of(std::move(facts)));
  }
  transaction.commit();
}

std::vector<std::int64_t> cells_with_wrong_facts(const Results& study) {
  std::vector<std::int64_t> wrong;
  if (study.version() != version) return wrong;  // which may have computed them in another way
  for (const CellLabel& label : study.cells()) {
    const StoredFacts& stored = study.facts(label);
    if (!stored.from_trials) continue;
    StoredFacts again = stored;
    add_trial_facts(study, label, again);
    if (row_of(stored).bytes != row_of(again).bytes) wrong.push_back(label.cell);
  }
  return wrong;
}

}  // namespace regretta
