#include "regretta/tools/figures/study_learners.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/comparison/ranking.hpp"
#include "regretta/engine/plugin/nearest_name.hpp"
#include "regretta/engine/study/file/stored_facts.hpp"

namespace regretta {
namespace {

/// A key of the setting of a cell: learners are ranked among the cells with the same key.
std::string setting_key(const StudyReader& study, const CellLabel& cell) {
  std::string key = fmt::format("{}\n{}", cell.environment, cell.horizon);
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (study.swept()[k].starts_with("environment.")) key += "\n" + to_text(cell.swept[k]);
  return key;
}

/// Sets `rank` of each learner from its cells' means of `quantity`. settings: the cells with means, by setting.
void rank_by(double FinalMeans::*quantity, double StudyLearner::*rank,
             const std::map<std::string, std::vector<std::size_t>>& settings,
             const std::vector<std::optional<FinalMeans>>& means, StudyLearners& result) {
  std::vector<double> counts(result.learners.size());
  const auto order = [&](std::size_t cell) {
    const double mean = (*means[cell]).*quantity;
    return std::isnan(mean) ? std::numeric_limits<double>::infinity() : mean;
  };
  for (const auto& [key, cells] : settings) {
    std::vector<std::size_t> ranked = cells;
    std::ranges::stable_sort(ranked, {}, order);
    for (std::size_t position = 0; position < ranked.size(); ++position) {
      const std::size_t learner = result.of_cell[ranked[position]];
      result.learners[learner].*rank += static_cast<double>(position) / static_cast<double>(ranked.size());
      counts[learner] += 1;
    }
  }
  for (std::size_t k = 0; k < counts.size(); ++k) result.learners[k].*rank /= counts[k];
}

/// The value of the cell's only swept learner parameter; none if it is not a number, or if several are swept.
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

/// Sets StudyLearner::order if all learners can be ordered. numbers: the only_number of each learner.
void set_order(const std::vector<std::optional<double>>& numbers, std::vector<StudyLearner>& learners) {
  constexpr std::size_t fewest_ordered = 3;
  const auto can_be_ordered = [&](std::size_t k) {
    const LearnerLabel &label = learners[k].label, &first = learners[0].label;
    return numbers[k] && label.kind == first.kind && label.name == first.name &&
           label.parameters[0].first == first.parameters[0].first;
  };
  if (learners.size() < fewest_ordered) return;
  for (std::size_t k = 0; k < learners.size(); ++k)
    if (!can_be_ordered(k)) return;
  for (std::size_t k = 0; k < learners.size(); ++k) {
    const auto below = std::ranges::count_if(numbers, [&](const auto& number) { return *number < *numbers[k]; });
    learners[k].order = {.share = static_cast<double>(below) / static_cast<double>(learners.size() - 1),
                         .number = *numbers[k],
                         .name = learners[k].label.parameters[0].first};
  }
}

/// Marks the learners that `rank` recommends, unless there are too many cells to compare all pairs quickly.
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
  StudyLearners result;
  std::map<std::string, std::size_t> indices;  // by the learner's name with its swept parameters
  std::vector<std::optional<double>> numbers;  // by learner
  const std::vector<LearnerTraits> traits = stored_traits(study);
  const bool can_violate =
      std::ranges::all_of(cells_by_setting(study), [&](const auto& cells) { return can_be_violated(study, cells); });
  for (const CellLabel& cell : study.cells()) {
    LearnerLabel label = learner_label(cell.learner_name, cell.learner, study.swept(), cell.swept);
    const std::size_t index = indices.emplace(learner_text(label), indices.size()).first->second;
    result.of_cell.push_back(index);
    if (index < result.learners.size()) continue;  // not the learner's first cell
    const LearnerEntry* entry = catalogue.learner(cell.learner);
    result.learners.push_back({.label = std::move(label),
                               .group = entry == nullptr ? "" : entry->group,
                               .is_reference = traits[static_cast<std::size_t>(cell.cell)].is_reference(can_violate)});
    numbers.push_back(only_number(study, cell));
  }
  std::map<std::string, std::vector<std::size_t>> settings;
  for (std::size_t cell = 0; cell < means.size(); ++cell)
    if (means[cell]) settings[setting_key(study, study.cells()[cell])].push_back(cell);
  rank_by(&FinalMeans::regret, &StudyLearner::regret_rank, settings, means, result);
  rank_by(&FinalMeans::violation, &StudyLearner::violation_rank, settings, means, result);
  set_order(numbers, result.learners);
  mark_recommended(study, result.learners);
  return result;
}

namespace {

/// The hues of more than eight learners: all but black, which is close to grey.
constexpr std::array<std::size_t, 7> hues_of_many = {0, 1, 2, 3, 4, 5, 7};

[[noreturn]] void throw_unknown(const std::string& wanted, const std::vector<StudyLearner>& learners) {
  std::vector<std::string> groups, names;
  const auto add = [](std::vector<std::string>& list, const std::string& name) {
    if (!name.empty() && std::ranges::find(list, name) == list.end()) list.push_back(name);
  };
  for (const StudyLearner& learner : learners) {
    add(groups, learner.group);
    for (const std::string& name : names_of(learner.label)) add(names, name);
  }
  names.insert(names.end(), groups.begin(), groups.end());
  throw std::invalid_argument(fmt::format(
      "--highlight: no learner or group \"{}\"{}, expected a learner of the study{}{}", wanted,
      did_you_mean_in_brackets(wanted, names), groups.empty() ? "" : " or a group: ", fmt::join(groups, ", ")));
}

/// Whether each learner is among those that `highlight` names; all if it is empty.
std::vector<bool> named(const std::vector<StudyLearner>& learners, const std::vector<std::string>& highlight) {
  std::vector<bool> is_named(learners.size(), highlight.empty());
  const auto is_meant = [](const StudyLearner& learner, const std::string& name) {
    return learner.group == name || is_called(learner.label, name);
  };
  const auto is_known = [&](const std::string& name) {
    return std::ranges::any_of(learners, [&](const StudyLearner& learner) { return is_meant(learner, name); });
  };
  for (const std::string& word : highlight)
    for (const auto& [wanted, is_quoted] : elements_of(word)) {
      if (!is_known(wanted)) throw_unknown(wanted, learners);
      for (std::size_t k = 0; k < learners.size(); ++k) is_named[k] = is_named[k] || is_meant(learners[k], wanted);
    }
  return is_named;
}

}  // namespace

std::vector<LineStyle> learner_styles(const std::vector<StudyLearner>& learners,
                                      const std::vector<std::string>& highlight) {
  const std::vector<bool> is_named = named(learners, highlight);
  const bool has_rivals = !std::ranges::all_of(learners, &StudyLearner::is_reference);
  const auto is_drawn = [](const StudyLearner& learner) { return !std::isnan(learner.regret_rank); };
  const auto drawn = static_cast<std::size_t>(std::ranges::count_if(learners, is_drawn));
  const bool are_ordered = !learners.empty() && learners.front().order.has_value();
  std::vector<LineStyle> styles;
  std::vector<std::size_t> coloured;
  for (std::size_t k = 0; k < learners.size(); ++k) {
    styles.emplace_back(k).order = learners[k].order;
    styles.back().is_reference = learners[k].is_reference && has_rivals && highlight.empty();
    styles.back().is_grey = !is_named[k] || styles.back().is_reference;
    if (!styles.back().is_grey && is_drawn(learners[k])) coloured.push_back(k);
  }
  if (!are_ordered && drawn <= most_hues && learners.size() > most_hues) {  // the drawn learners can all have hues
    std::size_t next = 0;
    for (std::size_t k = 0; k < learners.size(); ++k)
      if (is_drawn(learners[k])) styles[k].hue = next++;
  }
  if (are_ordered || drawn <= most_hues) return styles;
  std::ranges::stable_sort(coloured, {}, [&](std::size_t k) {
    return std::pair(!learners[k].is_recommended, learners[k].regret_rank + learners[k].violation_rank);
  });
  const auto recommended = static_cast<std::size_t>(
      std::ranges::count_if(coloured, [&](std::size_t k) { return learners[k].is_recommended; }));
  for (LineStyle& style : styles) style.is_grey = true;
  for (std::size_t rank = 0; rank < std::min(coloured.size(), std::max(recommended, hues_of_many.size())); ++rank) {
    LineStyle& style = styles[coloured[rank]];
    style.is_grey = false;
    style.hue = hues_of_many[rank % hues_of_many.size()];
  }
  return styles;
}

}  // namespace regretta
