#include "regretta/engine/evidence/comparison/overall.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "regretta/engine/evidence/tables/views.hpp"

namespace regretta {

/// One setting: its cells by number of the learner, and what is shown of them.
struct OverallCount::Setting {
  const std::vector<const CellLabel*>& cells;
  const std::vector<ShownPairs>& shown;
  const std::vector<std::vector<double>>& means;
  std::vector<std::size_t> learners;

  /// Whether cell i is shown to have less than all of `others` but itself.
  bool is_less(std::size_t i, const std::vector<std::size_t>& others, std::size_t quantity, Grade grade) const {
    return std::ranges::all_of(others, [&](std::size_t k) { return k == i || shown[quantity].less[i][k] >= grade; });
  }
};

OverallCount::OverallCount(const Results& study, std::size_t quantities, Grade grade) : study_(study), grade_(grade) {
  const std::vector<LearnerLabel> labels = learner_labels(study);
  const std::vector<LearnerView> views = views_of(study);
  std::map<std::string, std::size_t> places;
  for (std::size_t cell = 0; cell < labels.size(); ++cell) {
    const auto [place, is_new] = places.emplace(learner_text(labels[cell]), places.size());
    learner_of_.push_back(place->second);
    if (is_new)
      overall_.learners.push_back({.label = labels[cell],
                                   .view = views[cell],
                                   .is_reference = views[cell].is_told || views[cell].ignores_violations,
                                   .quantities = std::vector<OverallQuantity>(quantities)});
  }
  const bool is_any_known = std::ranges::any_of(views, [](const LearnerView& view) { return view.sees.has_value(); });
  const auto taken_for = [&](const LearnerView& view) {
    return view.sees || !is_any_known ? view.sees : std::optional(FeedbackModel::bandit);
  };
  std::vector<std::optional<FeedbackModel>> seen;  // by those that may be best
  for (const OverallLearner& learner : overall_.learners)
    if (!learner.is_reference) seen.push_back(taken_for(learner.view));
  overall_.is_mixed = seen.size() > 1 && std::set(seen.begin(), seen.end()).size() == seen.size();
  std::map<std::optional<FeedbackModel>, std::size_t> groups;
  for (OverallLearner& learner : overall_.learners) {
    const auto sees = overall_.is_mixed ? std::nullopt : taken_for(learner.view);
    const auto [place, is_new] = groups.emplace(sees, groups.size());
    learner.group = place->second;
    if (is_new)
      overall_.groups.push_back(
          {.sees = sees, .tied = std::vector<std::int64_t>(quantities), .open = std::vector<std::int64_t>(quantities)});
    overall_.groups[learner.group].learners += !learner.is_reference;
  }
}

void OverallCount::add(const std::vector<const CellLabel*>& cells, const std::vector<ShownPairs>& shown,
                       const std::vector<std::vector<double>>& means) {
  Setting setting{cells, shown, means, {}};
  for (const CellLabel* cell : cells) setting.learners.push_back(learner_of_[static_cast<std::size_t>(cell->cell)]);
  const bool is_free = std::ranges::all_of(
      cells, [&](const CellLabel* cell) { return study_.range(*cell, Quantity::violation).high <= 0; });
  ++overall_.settings;
  overall_.free += is_free;
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    OverallLearner& learner = overall_.learners[setting.learners[i]];
    if (learner.view.is_told || (learner.view.ignores_violations && !is_free)) continue;
    all.push_back(i);
    learner.is_reference = false;
  }
  for (std::size_t g = 0; g < overall_.groups.size(); ++g) {
    std::vector<std::size_t> rivals;
    std::ranges::copy_if(all, std::back_inserter(rivals),
                         [&](std::size_t i) { return overall_.learners[setting.learners[i]].group == g; });
    if (rivals.size() > 1) add_rivals(setting, rivals, overall_.groups[g]);
  }
  if (!is_free) overall_.unbound += add_unbound(setting, all);
}

void OverallCount::add_rivals(const Setting& setting, const std::vector<std::size_t>& rivals, RivalGroup& group) {
  ++group.settings;
  std::vector<bool> is_best_in_all(rivals.size(), true);
  for (std::size_t q = 0; q < setting.shown.size(); ++q) {
    const ShownPairs& pairs = setting.shown[q];
    double least_mean = not_a_number;
    for (const std::size_t i : rivals) least_mean = std::fmin(least_mean, setting.means[q][i]);
    bool any_least = false, any_tied = false;
    for (std::size_t k = 0; k < rivals.size(); ++k) {
      const std::size_t i = rivals[k];
      OverallQuantity& own = overall_.learners[setting.learners[i]].quantities[q];
      const auto others_all = [&](const auto& holds) {
        return std::ranges::all_of(rivals, [&](std::size_t j) { return j == i || holds(j); });
      };
      const bool is_least = setting.is_less(i, rivals, q, grade_);
      const bool is_tied =
          !is_least && others_all([&](std::size_t j) { return pairs.less[i][j] >= grade_ || pairs.is_tie(i, j); });
      const bool has_more = !is_tied && !others_all([&](std::size_t j) { return pairs.less[j][i] < grade_; });
      own.tally.least += is_least;
      own.tally.outright += is_least && setting.is_less(i, rivals, q, Grade::outright);
      own.tally.tied += is_tied;
      own.tally.more += has_more;
      own.tally.open += !is_least && !is_tied && !has_more;
      any_least = any_least || is_least;
      any_tied = any_tied || is_tied;
      is_best_in_all[k] = is_best_in_all[k] && (is_least || is_tied);
      const double excess = setting.means[q][i] - least_mean;
      own.excess += (excess - own.excess) / static_cast<double>(own.tally.settings());
      if (own.worst == nullptr || excess > own.worst_excess) own.worst = setting.cells[i], own.worst_excess = excess;
    }
    group.tied[q] += !any_least && any_tied;
    group.open[q] += !any_least && !any_tied;
  }
  for (std::size_t k = 0; k < rivals.size(); ++k)
    overall_.learners[setting.learners[rivals[k]]].least_of_all += is_best_in_all[k];
  group.best_of_all += std::ranges::find(is_best_in_all, true) != is_best_in_all.end();
}

bool OverallCount::add_unbound(const Setting& setting, const std::vector<std::size_t>& rivals) {
  bool any = false;
  if (setting.shown.size() < 2) return any;
  for (std::size_t i = 0; i < setting.cells.size(); ++i) {
    OverallLearner& learner = overall_.learners[setting.learners[i]];
    if (!learner.view.ignores_violations || learner.view.is_told || !learner.view.sees) continue;
    std::vector<std::size_t> others;  // that see no less: `full` is the first
    for (const std::size_t j : rivals)
      if (const auto& sees = overall_.learners[setting.learners[j]].view.sees; sees && *sees <= *learner.view.sees)
        others.push_back(j);
    bool is_less = !others.empty();
    for (std::size_t q = 0; q < setting.shown.size(); ++q) is_less = is_less && setting.is_less(i, others, q, grade_);
    learner.unbound += is_less;
    any = any || is_less;
  }
  return any;
}

}  // namespace regretta
