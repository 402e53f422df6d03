#include "regretta/engine/evidence/comparison/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/parameters.hpp"

namespace regretta {

std::string_view standing_text(Standing standing) {
  using enum Standing;
  static constexpr Choice words =
      choice_of<Standing>({{better, "better"}, {worse, "worse"}, {not_separated, "not separated"}});
  return words.word_of(standing);
}

Standing standing_of(const Evidence& difference) {
  using enum Standing;
  return !difference.is_shown ? not_separated : difference.mean < 0 ? better : worse;
}

std::vector<ComparisonLine> compare_learners(const Results& study,
                                             const std::function<bool(const CellLabel&)>& is_baseline,
                                             const ComparisonOptions& options) {
  std::map<SettingKey, const CellLabel*> baselines;
  for (const CellLabel& cell : study.cells()) {
    if (!is_baseline(cell)) continue;
    const auto [place, is_new] = baselines.emplace(setting_of(study, cell), &cell);
    if (!is_new)
      throw std::invalid_argument(fmt::format("cells {} and {} are both baselines of one setting, expected one",
                                              place->second->cell, cell.cell));
  }

  std::vector<ComparisonLine> lines;
  std::vector<std::vector<const CellLabel*>> groups;  // a baseline and those that meet it
  std::vector<std::vector<std::size_t>> first_lines;  // of each of them
  std::map<const CellLabel*, std::size_t> places;     // of the baselines
  for (const CellLabel& cell : study.cells()) {
    const auto found = baselines.find(setting_of(study, cell));
    if (found == baselines.end() || found->second == &cell) continue;
    const auto [place, is_new] = places.emplace(found->second, groups.size());
    if (is_new) {
      groups.push_back({found->second});
      first_lines.emplace_back(1);
    }
    groups[place->second].push_back(&cell);
    first_lines[place->second].push_back(lines.size());
    for (const Quantity quantity : options.quantities)
      lines.push_back({.cell = &cell, .baseline = found->second, .quantity = quantity, .difference = {}});
  }

  const std::vector<bool> repeated = repeated_cells(study);
  const auto tests = std::ranges::count_if(
      lines, [&](const ComparisonLine& line) { return !repeated[static_cast<std::size_t>(line.cell->cell)]; });
  const Family family{.alpha = options.alpha, .lines = static_cast<double>(tests) * looks_of(study)};
  if (options.progress != nullptr) options.progress->lines = static_cast<std::int64_t>(lines.size());
  visit_contests(study, groups, options.quantities, [&](std::size_t first, const std::vector<Contest>& contests) {
    struct Task {
      const Contest* contest;
      std::size_t cell, quantity, line;
    };
    std::vector<Task> tasks;
    for (std::size_t g = 0; g < contests.size(); ++g)
      for (std::size_t j = 1; j < groups[first + g].size(); ++j)
        for (std::size_t q = 0; q < options.quantities.size(); ++q)
          tasks.push_back({&contests[g], j, q, first_lines[first + g][j] + q});
    for_some_lines(tasks.size(), options.progress, [&](std::size_t k) {
      const auto& [contest, j, q, line] = tasks[k];
      const Interval reach = reach_of_difference(contest->reaches[q][j], contest->reaches[q][0]);
      lines[line].difference = paired_difference(contest->values[q][j], contest->values[q][0], reach, family);
      lines[line].trials_to_show = study.study().instances > 1  // further trials are of the same instances
                                       ? infinity
                                       : trials_to_show(lines[line].difference, family.each());
    });
  });
  return lines;
}

}  // namespace regretta
