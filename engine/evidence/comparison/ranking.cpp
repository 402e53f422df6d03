#include "regretta/engine/evidence/comparison/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/comparison/comparison.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/file/learner_names.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"

namespace regretta {

bool has_no_values(const Results& study, const std::vector<const CellLabel*>& cells, const std::vector<double>& means) {
  return std::ranges::all_of(means, [](double mean) { return std::isnan(mean); }) &&
         std::ranges::any_of(cells, [&](const CellLabel* cell) { return study.summary(*cell).infeasible > 0; });
}

std::vector<const OverallLearner*> recommended(const Overall& overall, std::size_t group, std::size_t quantity) {
  const auto settings_led = [quantity](const OverallLearner* learner) {  // settings in which it is least or tied
    const Tally& tally = learner->quantities[quantity].tally;
    return tally.least + tally.tied;
  };
  const RivalGroup& rivals = overall.groups[group];
  std::vector<const OverallLearner*> leaders;
  for (const OverallLearner& learner : overall.learners)
    if (learner.group == group && learner.failed == 0 && settings_led(&learner) > 0) leaders.push_back(&learner);
  if (leaders.empty()) return {};
  const OverallLearner* first = *std::ranges::max_element(leaders, {}, settings_led);
  if (settings_led(first) < rivals.compared(quantity))
    return rivals.open[quantity] > 0 ? std::vector{first} : std::vector<const OverallLearner*>{};
  std::erase_if(leaders, [&](const auto* learner) { return settings_led(learner) < rivals.compared(quantity); });
  return leaders;
}

/// A setting: its cells, the results for their pairs by quantity, and their means by quantity.
struct OverallCount::Setting {
  const std::vector<const CellLabel*>& cells;
  const std::vector<ShownPairs>& shown;
  const std::vector<std::vector<double>>& means;
  std::vector<std::size_t> learners{};  ///< index of each cell's learner in Overall::learners
  std::vector<bool> has_failed{};       ///< whether trials of the cell failed

  /// Whether cell i is shown to have less than each of `candidates` other than itself.
  bool is_less(std::size_t i, const std::vector<std::size_t>& candidates, std::size_t quantity) const {
    return std::ranges::all_of(candidates, [&](std::size_t k) { return k == i || shown[quantity].less[i][k]; });
  }
};

OverallCount::OverallCount(const Results& study, std::size_t quantities) : study_(study) {
  const std::vector<LearnerLabel> labels = learner_labels(study);
  const std::vector<LearnerTraits> traits = stored_traits(study);
  std::map<std::string, std::size_t> learner_indices;  // by name
  for (std::size_t cell = 0; cell < labels.size(); ++cell) {
    const auto [entry, is_new] = learner_indices.emplace(learner_text(labels[cell]), learner_indices.size());
    learner_of_.push_back(entry->second);
    if (is_new)
      overall_.learners.push_back({.label = labels[cell],
                                   .first = &study.cells()[cell],
                                   .traits = traits[cell],
                                   .is_reference = traits[cell].is_reference(),
                                   .quantities = std::vector<OverallQuantity>(quantities)});
  }
  std::vector<FeedbackModel> models;  // feedback of the learners that are not reference lines
  for (const OverallLearner& learner : overall_.learners)
    if (!learner.is_reference) models.push_back(learner.traits.feedback);
  overall_.is_mixed = models.size() > 1 && std::set(models.begin(), models.end()).size() == models.size();
  std::map<std::optional<FeedbackModel>, std::size_t> groups;
  for (OverallLearner& learner : overall_.learners) {
    const auto feedback = overall_.is_mixed ? std::nullopt : std::optional(learner.traits.feedback);
    const auto [entry, is_new] = groups.emplace(feedback, groups.size());
    learner.group = entry->second;
    if (is_new)
      overall_.groups.push_back({.feedback = feedback,
                                 .open = std::vector<std::int64_t>(quantities),
                                 .without = std::vector<std::int64_t>(quantities)});
    overall_.groups[learner.group].learners += !learner.is_reference;
  }
}

void OverallCount::add(const std::vector<const CellLabel*>& cells, const std::vector<ShownPairs>& shown,
                       const std::vector<std::vector<double>>& means) {
  Setting setting{.cells = cells, .shown = shown, .means = means};
  for (const CellLabel* cell : cells) setting.learners.push_back(learner_of_[static_cast<std::size_t>(cell->cell)]);
  const bool can_violate = can_be_violated(study_, cells);
  ++overall_.settings;
  overall_.settings_without_violation += !can_violate;
  std::vector<std::size_t> eligible;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    OverallLearner& learner = overall_.learners[setting.learners[i]];
    const CellSummary& summary = study_.summary(*cells[i]);
    setting.has_failed.push_back(summary.failed > 0);
    learner.failed += summary.failed;
    if (summary.failed > 0) learner.trials += summary.trials;
    if (learner.traits.is_reference(can_violate)) continue;
    learner.is_reference = false;
    if (!setting.has_failed[i]) eligible.push_back(i);
  }
  for (std::size_t g = 0; g < overall_.groups.size(); ++g) {
    std::vector<std::size_t> rivals;
    std::ranges::copy_if(eligible, std::back_inserter(rivals),
                         [&](std::size_t i) { return overall_.learners[setting.learners[i]].group == g; });
    if (rivals.size() > 1) add_rivals(setting, rivals, overall_.groups[g]);
  }
  if (can_violate) overall_.nonbinding_settings += add_unconstrained_wins(setting, eligible);
}

void OverallCount::add_rivals(const Setting& setting, const std::vector<std::size_t>& rivals, RivalGroup& group) {
  ++group.settings;
  std::vector<bool> is_best_in_all(rivals.size(), true);
  for (std::size_t q = 0; q < setting.shown.size(); ++q) {
    const ShownPairs& pairs = setting.shown[q];
    double least_mean = not_a_number;
    for (const std::size_t i : rivals) least_mean = std::fmin(least_mean, setting.means[q][i]);
    if (has_no_values(study_, setting.cells, setting.means[q])) {
      for (const std::size_t i : rivals) ++overall_.learners[setting.learners[i]].quantities[q].tally.without;
      ++group.without[q];
      continue;
    }
    bool any_least = false, any_tied = false;
    for (std::size_t k = 0; k < rivals.size(); ++k) {
      const std::size_t i = rivals[k];
      OverallQuantity& result = overall_.learners[setting.learners[i]].quantities[q];
      const auto all_others = [&](const auto& holds) {
        return std::ranges::all_of(rivals, [&](std::size_t j) { return j == i || holds(j); });
      };
      const bool is_least = setting.is_less(i, rivals, q);
      const bool is_tied =
          !is_least && all_others([&](std::size_t j) { return pairs.less[i][j] || pairs.is_tie(i, j); });
      const bool has_more = !is_tied && !all_others([&](std::size_t j) { return !pairs.less[j][i]; });
      result.tally.least += is_least;
      result.tally.tied += is_tied;
      result.tally.more += has_more;
      result.tally.open += !is_least && !is_tied && !has_more;
      any_least = any_least || is_least;
      any_tied = any_tied || is_tied;
      is_best_in_all[k] = is_best_in_all[k] && (is_least || is_tied);
      const double excess = setting.means[q][i] - least_mean;
      result.excess += (excess - result.excess) / static_cast<double>(result.tally.compared());
      if (result.worst == nullptr || excess > result.worst_excess)
        result.worst = setting.cells[i], result.worst_excess = excess;
    }
    group.open[q] += !any_least && !any_tied;
  }
  for (std::size_t k = 0; k < rivals.size(); ++k)
    overall_.learners[setting.learners[rivals[k]]].least_of_all += is_best_in_all[k];
  group.best_of_all += std::ranges::find(is_best_in_all, true) != is_best_in_all.end();
}

bool OverallCount::add_unconstrained_wins(const Setting& setting, const std::vector<std::size_t>& rivals) {
  bool any_wins = false;
  if (setting.shown.size() < 2) return any_wins;
  for (std::size_t i = 0; i < setting.cells.size(); ++i) {
    OverallLearner& learner = overall_.learners[setting.learners[i]];
    if (!learner.traits.ignores_constraints || learner.traits.has_prior_knowledge || setting.has_failed[i]) continue;
    std::vector<std::size_t> candidates;  // learners with at least as much feedback; `full` is the first enumerator
    for (const std::size_t j : rivals)
      if (overall_.learners[setting.learners[j]].traits.feedback <= learner.traits.feedback) candidates.push_back(j);
    bool is_less = !candidates.empty();
    for (std::size_t q = 0; q < setting.shown.size(); ++q) is_less = is_less && setting.is_less(i, candidates, q);
    learner.wins_unconstrained += is_less;
    any_wins = any_wins || is_less;
  }
  return any_wins;
}

namespace {

std::int64_t pairs_of(std::size_t learners) { return static_cast<std::int64_t>(learners * (learners - 1) / 2); }

/// Adds the decisions of one setting and quantity. The decision that i has less than j survives a mode of probability
/// 3 / n if (1 - 3 / n) (m_j - m_i) + 3 / n (low_j - high_i) > 0, with means m and reaches from low to high.
void add_decisions(const ShownLess& less, const std::vector<std::vector<double>>& values,
                   const std::vector<Interval>& reaches, const std::vector<double>& means,
                   std::vector<Decision>& decisions) {
  const auto count = [](const std::vector<double>& list) {
    return std::ranges::count_if(list, [](double x) { return !std::isnan(x); });
  };
  for (std::size_t i = 0; i < less.size(); ++i)
    for (std::size_t j = 0; j < less.size(); ++j)
      if (less[i][j])
        decisions.push_back({.values = std::min(count(values[i]), count(values[j])),
                             .needed = 3 * (1 + (reaches[i].high - reaches[j].low) / (means[j] - means[i]))});
}

}  // namespace

std::string_view front_text(OnFront front) {
  using enum OnFront;
  static constexpr Choice words = choice_of<OnFront>({{yes, "yes"}, {no, "no"}, {open, "open"}});
  return words.word_of(front);
}

Rank rank_of(const ShownLess& shown, std::size_t j) {
  Rank rank{.least = 1, .most = static_cast<int>(shown.size())};
  for (std::size_t i = 0; i < shown.size(); ++i) {
    rank.least += shown[i][j];
    rank.most -= shown[j][i];
  }
  return rank;
}

OnFront front_of(const std::vector<ShownPairs>& shown, std::size_t j) {
  bool is_on_front = true;
  for (std::size_t i = 0; i < shown.front().less.size(); ++i) {
    if (i == j) continue;
    if (std::ranges::all_of(shown, [&](const ShownPairs& pairs) { return pairs.less[i][j]; })) return OnFront::no;
    is_on_front = is_on_front && std::ranges::any_of(shown, [&](const ShownPairs& pairs) { return pairs.less[j][i]; });
  }
  return is_on_front ? OnFront::yes : OnFront::open;
}

Ranking rank_learners(const Results& study, const RankingOptions& options) {
  const std::vector<Quantity>& quantities = options.quantities;
  const auto settings = cells_by_setting(study);
  Ranking ranking{.open = {.trials = options.trials}};
  const std::vector<bool> repeated = repeated_cells(study);
  const auto is_repeated = [&](const auto& cells) { return repeated[static_cast<std::size_t>(cells.front()->cell)]; };
  for (const auto& cells : settings)
    if (!is_repeated(cells)) ranking.pairs += std::ssize(quantities) * pairs_of(cells.size());
  const Family family{.alpha = options.alpha, .lines = static_cast<double>(ranking.pairs) * number_of_looks(study)};
  OverallCount overall(study, quantities.size());
  const bool trials_add_values = study.study().instances == 1;
  const auto add_settings = [&](std::size_t first, const std::vector<ComparedCells>& comparisons) {
    const std::vector<std::vector<ShownPairs>> shown =
        shown_pairs(comparisons, family, trials_add_values ? &ranking.open : nullptr);
    for (std::size_t s = 0; s < comparisons.size(); ++s) {
      const std::vector<const CellLabel*>& cells = settings[first + s];
      std::vector<std::vector<double>> means(quantities.size());
      for (std::size_t j = 0; j < cells.size(); ++j) {
        RankedCell& cell = ranking.cells.emplace_back();
        cell.cell = cells[j];
        cell.learners = static_cast<int>(cells.size());
        for (std::size_t q = 0; q < quantities.size(); ++q) {
          cell.means.push_back(moments_of(comparisons[s].values[q][j]).mean);
          means[q].push_back(cell.means.back());
          const Interval& reach = comparisons[s].reaches[q][j];
          cell.is_exact.push_back(reach.low == reach.high);
          cell.ranks.push_back(rank_of(shown[s][q].less, j));
        }
        cell.front = front_of(shown[s], j);
      }
      for (std::size_t q = 0; q < quantities.size() && trials_add_values; ++q)
        if (has_no_values(study, cells, means[q])) ranking.open.pairs -= pairs_of(cells.size());
      if (is_repeated(cells)) continue;
      overall.add(cells, shown[s], means);
      for (std::size_t q = 0; q < quantities.size(); ++q)
        add_decisions(shown[s][q].less, comparisons[s].values[q], comparisons[s].reaches[q], means[q],
                      ranking.decisions);
    }
  };
  visit_compared_cells(study, settings, quantities, add_settings);
  ranking.overall = overall.result();
  std::ranges::stable_sort(ranking.cells, {}, [](const RankedCell& cell) { return cell.cell->cell; });
  return ranking;
}

}  // namespace regretta
