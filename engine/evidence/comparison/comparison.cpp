#include "regretta/engine/evidence/comparison/comparison.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/bounded_mean.hpp"
#include "regretta/engine/evidence/statistics/holm.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/plugin/choice.hpp"

namespace regretta {

std::string_view standing_text(Standing standing) {
  using enum Standing;
  static constexpr Choice words = choice_of<Standing>({{better, "better"},
                                                       {better_unless_rare, "better unless rare"},
                                                       {worse, "worse"},
                                                       {worse_unless_rare, "worse unless rare"},
                                                       {not_separated, "not separated"}});
  return words.word_of(standing);
}

std::vector<JudgedDifference> judge_differences(const std::vector<PairedDifference>& family, double alpha) {
  const std::vector<double> seen = holm_adjusted(family, &PairedDifference::p_value);
  const std::vector<double> outright = holm_adjusted(family, &PairedDifference::outright_p);
  std::vector<JudgedDifference> judged;
  for (std::size_t k = 0; k < family.size(); ++k) {
    JudgedDifference& one = judged.emplace_back(JudgedDifference{seen[k], outright[k]});
    const bool is_less = family[k].mean < 0;
    if (one.adjusted_outright_p <= alpha)
      one.standing = is_less ? Standing::better : Standing::worse;
    else if (one.adjusted_p_value <= alpha)
      one.standing = is_less ? Standing::better_unless_rare : Standing::worse_unless_rare;
  }
  return judged;
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
  std::vector<Interval> reaches;                      // of the differences
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
  reaches.resize(lines.size());

  const double each = options.alpha / std::max(1.0, static_cast<double>(lines.size()));
  const double least_p = options.least_p.value_or(each);
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
      reaches[line] = reach_of_difference(contest->reaches[q][j], contest->reaches[q][0]);
      lines[line].difference =
          paired_difference(contest->values[q][j], contest->values[q][0],
                            {.level = 1 - options.alpha, .least_p = least_p, .reach = reaches[line]});
    });
  });

  std::vector<PairedDifference> differences;
  for (const ComparisonLine& line : lines) differences.push_back(line.difference);
  const std::vector<JudgedDifference> judged = judge_differences(differences, options.alpha);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    lines[k].judged = judged[k];
    lines[k].rarest_seen = rarest_seen(static_cast<double>(differences[k].pairs), each);
    lines[k].trials_to_settle = trials_to_settle(differences[k], reaches[k], each);
  }
  return lines;
}

}  // namespace regretta
