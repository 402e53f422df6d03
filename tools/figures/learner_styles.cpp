#include "regretta/tools/figures/learner_styles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/plugin/nearest_name.hpp"

namespace regretta {
namespace {

/// Of many learners; without black, which is close to grey.
constexpr std::array<std::size_t, 7> hues_of_many = {0, 1, 2, 3, 4, 5, 7};

/// The names in the words of --highlight, each of which has some, separated by commas. A name may have commas, too: the
/// longest that is known is meant, unless it is quoted.
template <class IsKnown>
std::vector<std::string> names_in(const std::vector<std::string>& highlight, const IsKnown& is_known) {
  std::vector<std::string> names;
  for (const std::string& word : highlight) {
    const std::vector<ListElement> parts = elements_of(word);
    for (std::size_t from = 0, end = 0; from < parts.size(); from = end) {
      std::string name = parts[from].text, longer = name;
      end = from + 1;
      for (std::size_t k = end; !parts[from].is_quoted && k < parts.size() && !parts[k].is_quoted; ++k) {
        longer += "," + parts[k].text;
        const bool is_value = k == end && parts[k].text.find('=') != std::string::npos && !is_known(parts[k].text);
        if (!is_known(longer) && !is_value) continue;  // a wrong value belongs to the learner before it, too
        name = longer;
        end = k + 1;
      }
      names.push_back(std::move(name));
    }
  }
  return names;
}

[[noreturn]] void refuse(const std::string& wanted, const std::vector<StudyLearner>& learners) {
  std::vector<std::string> groups, names;
  const auto add = [](std::vector<std::string>& list, const std::string& name) {
    if (!name.empty() && std::ranges::find(list, name) == list.end()) list.push_back(name);
  };
  for (const StudyLearner& learner : learners) {
    add(groups, learner.group);
    for (const std::string& name : names_of(learner.label)) add(names, name);
  }
  names.insert(names.end(), groups.begin(), groups.end());
  const std::string near = nearest_name(wanted, names);
  throw std::invalid_argument(
      fmt::format("--highlight: no learner or group \"{}\"{}, expected a learner of the study{}{}", wanted,
                  near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near),
                  groups.empty() ? "" : " or a group: ", fmt::join(groups, ", ")));
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
  for (const std::string& wanted : names_in(highlight, is_known)) {
    if (!is_known(wanted)) refuse(wanted, learners);
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
  if (!are_ordered && drawn <= most_hues && learners.size() > most_hues) {
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
