#include "regretta/tools/figures/study_learners.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"

namespace regretta {
namespace {

/// What cells share whose learners are ranked together.
std::string setting_key(const StudyReader& study, const CellLabel& cell) {
  std::string key = fmt::format("{}\n{}", cell.environment, cell.horizon);
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (study.swept()[k].starts_with("environment.")) key += "\n" + to_text(cell.swept[k]);
  return key;
}

/// Sets `rank` of each learner from its cells' means of `quantity`. `settings`: lists of cells that have means.
void rank_by(double FinalMeans::*quantity, double StudyLearner::*rank,
             const std::map<std::string, std::vector<std::size_t>>& settings,
             const std::vector<std::optional<FinalMeans>>& means, StudyLearners& learners) {
  std::vector<double> counts(learners.all.size());
  const auto order = [&](std::size_t cell) {
    const double mean = (*means[cell]).*quantity;
    return std::isnan(mean) ? std::numeric_limits<double>::infinity() : mean;
  };
  for (const auto& [key, cells] : settings) {
    std::vector<std::size_t> ranked = cells;
    std::ranges::stable_sort(ranked, {}, order);
    for (std::size_t place = 0; place < ranked.size(); ++place) {
      const std::size_t learner = learners.of_cell[ranked[place]];
      learners.all[learner].*rank += static_cast<double>(place) / static_cast<double>(ranked.size());
      counts[learner] += 1;
    }
  }
  for (std::size_t k = 0; k < counts.size(); ++k) learners.all[k].*rank /= counts[k];
}

/// The number in which the learner of the cell may differ from others: its only swept parameter.
std::optional<double> only_number(const StudyReader& study, const CellLabel& cell) {
  std::optional<double> only;
  int parameters = 0;
  for (std::size_t k = 0; k < cell.swept.size(); ++k) {
    if (!study.swept()[k].starts_with("learner.") || !cell.swept[k].has_value()) continue;
    only = cell.swept[k].number();
    ++parameters;
  }
  return parameters == 1 ? only : std::nullopt;
}

/// Sets `order` of each learner if all have it. `numbers`: by learner.
void order(const std::vector<std::optional<double>>& numbers, std::vector<StudyLearner>& learners) {
  constexpr std::size_t least = 3;
  const auto can_be_ordered = [&](std::size_t k) {
    const LearnerLabel &label = learners[k].label, &first = learners[0].label;
    return numbers[k] && label.kind == first.kind && label.name == first.name &&
           label.parameters[0].first == first.parameters[0].first;
  };
  if (learners.size() < least) return;
  for (std::size_t k = 0; k < learners.size(); ++k)
    if (!can_be_ordered(k)) return;
  for (std::size_t k = 0; k < learners.size(); ++k) {
    const auto below = std::ranges::count_if(numbers, [&](const auto& number) { return *number < *numbers[k]; });
    learners[k].order = {.share = static_cast<double>(below) / static_cast<double>(learners.size() - 1),
                         .number = *numbers[k],
                         .name = learners[k].label.parameters[0].first};
  }
}

/// Marks the learners that `rank` recommends, unless the cells are too many to be compared in passing.
void mark_recommended(const Results& study, std::vector<StudyLearner>& learners) {
  constexpr std::size_t most_cells = 2000;
  if (learners.size() <= most_hues || study.cells().size() > most_cells) return;
  const Overall overall = rank_learners(study).overall;
  for (std::size_t group = 0; group < overall.groups.size(); ++group)
    for (const std::size_t quantity : {0U, 1U})
      for (const OverallLearner* leader : recommended(overall, group, quantity))
        learners[static_cast<std::size_t>(leader - overall.learners.data())].is_recommended = true;
}

}  // namespace

StudyLearners study_learners(const Results& study, const Catalogue& catalogue,
                             const std::vector<std::optional<FinalMeans>>& means) {
  StudyLearners learners;
  std::map<std::string, std::size_t> places;
  std::vector<std::optional<double>> numbers;  // by learner
  const std::vector<LearnerTraits> traits = stored_traits(study);
  const bool can_violate =
      std::ranges::all_of(cells_by_setting(study), [&](const auto& cells) { return can_be_violated(study, cells); });
  for (const CellLabel& cell : study.cells()) {
    LearnerLabel label = learner_label(cell.learner_name, cell.learner, study.swept(), cell.swept);
    const std::size_t place = places.emplace(learner_text(label), places.size()).first->second;
    learners.of_cell.push_back(place);
    if (place < learners.all.size()) continue;
    const LearnerEntry* entry = catalogue.learner(cell.learner);
    learners.all.push_back({.label = std::move(label),
                            .group = entry == nullptr ? "" : entry->group,
                            .is_reference = traits[static_cast<std::size_t>(cell.cell)].is_reference(can_violate)});
    numbers.push_back(only_number(study, cell));
  }
  std::map<std::string, std::vector<std::size_t>> settings;
  for (std::size_t cell = 0; cell < means.size(); ++cell)
    if (means[cell]) settings[setting_key(study, study.cells()[cell])].push_back(cell);
  rank_by(&FinalMeans::regret, &StudyLearner::regret_rank, settings, means, learners);
  rank_by(&FinalMeans::violation, &StudyLearner::violation_rank, settings, means, learners);
  order(numbers, learners.all);
  mark_recommended(study, learners.all);
  return learners;
}

}  // namespace regretta
