#include "regretta/engine/evidence/comparison/comparison.hpp"

#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/text/stop_rule.hpp"

namespace regretta {

SettingKey setting_of(const Results& study, const CellLabel& cell) {
  std::vector<std::string> swept;
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (study.swept()[k].starts_with("environment.")) swept.push_back(to_text(cell.swept[k]));
  return {cell.environment_kind, cell.environment, std::move(swept), cell.horizon};
}

double number_of_looks(const Results& study) {
  const auto& rule = study.study().stop;
  return rule ? static_cast<double>(rule->looks(study.trials()).size()) : 1;
}

ComparedCells compared_cells(const Results& study, const std::vector<const CellLabel*>& cells,
                             const std::vector<Quantity>& quantities) {
  std::vector<Quantity> measured;
  for (const Quantity quantity : quantities) measured.push_back(estimated_by(quantity));
  ComparedCells compared{std::vector<TrialValues>(measured.size()),
                         std::vector<std::vector<Interval>>(measured.size())};
  for (const CellLabel* cell : cells) {
    TrialValues values = study.independent_values(*cell, measured);
    for (std::size_t q = 0; q < measured.size(); ++q) {
      compared.values[q].push_back(std::move(values[q]));
      compared.reaches[q].push_back(study.reach(*cell, measured[q]));
    }
  }
  return compared;
}

void visit_compared_cells(const Results& study, const std::vector<std::vector<const CellLabel*>>& groups,
                          const std::vector<Quantity>& quantities,
                          const std::function<void(std::size_t first, const std::vector<ComparedCells>&)>& visit,
                          std::size_t max_bytes) {
  const auto trials = static_cast<std::size_t>(study.num_trials());
  std::vector<ComparedCells> comparisons;
  std::size_t bytes = 0;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    // Bytes for the values of each cell, and for an int that a visitor may keep for each pair of cells.
    const std::size_t cells = groups[k].size();
    const std::size_t group_bytes = cells * quantities.size() * (sizeof(double) * trials + sizeof(int) * cells);
    if (bytes + group_bytes > max_bytes && !comparisons.empty()) {
      visit(k - comparisons.size(), comparisons);
      comparisons.clear();
      bytes = 0;
    }
    bytes += group_bytes;
    comparisons.push_back(compared_cells(study, groups[k], quantities));
  }
  if (!comparisons.empty()) visit(groups.size() - comparisons.size(), comparisons);
}

std::vector<std::vector<const CellLabel*>> cells_by_setting(const Results& study) {
  return groups_by(study.cells(), [&](const CellLabel& cell) { return setting_of(study, cell); });
}

bool can_be_violated(const Results& study, const std::vector<const CellLabel*>& cells) {
  return std::ranges::any_of(cells,
                             [&](const CellLabel* cell) { return study.reach(*cell, Quantity::violation).high > 0; });
}

namespace {

/// The comparison of learner `a` of a setting, in one quantity, with the learners before it.
struct LearnerTask {
  std::size_t setting, quantity, a;
  OpenPairs undecided{};
};

/// Estimated number of trials until the interval of a difference lies within the margin. An interval
/// shrinks with the square root of the number of trials.
double trials_to_tie(const Evidence& difference, double margin) {
  const double allowed = margin - std::abs(difference.mean);
  const double half_width = (difference.interval.high - difference.interval.low) / 2;  // on each side of the mean
  return allowed > 0 ? static_cast<double>(difference.values) * (half_width / allowed) * (half_width / allowed)
                     : infinity;
}

}  // namespace

double size_of_mean(double mean, const Interval& reach) {
  const double by_reach = StopRule::least_size * (reach.high - reach.low), by_mean = std::abs(mean);
  return std::max(std::isfinite(by_reach) ? by_reach : 0, std::isfinite(by_mean) ? by_mean : 0);
}

void OpenPairs::add(double needed) {
  ++pairs;
  decided_by_4x += needed <= static_cast<double>(4 * trials);
  decided_by_16x += needed <= static_cast<double>(16 * trials);
}

void OpenPairs::add(const OpenPairs& added) {
  pairs += added.pairs;
  decided_by_4x += added.decided_by_4x;
  decided_by_16x += added.decided_by_16x;
}

std::vector<std::vector<ShownPairs>> shown_pairs(const std::vector<ComparedCells>& comparisons, const Family& family,
                                                 OpenPairs* open) {
  std::vector<LearnerTask> tasks;
  std::vector<std::vector<ShownPairs>> shown;
  std::vector<std::vector<std::vector<double>>> means;
  for (std::size_t s = 0; s < comparisons.size(); ++s) {
    const std::size_t learners = comparisons[s].values.front().size(), quantities = comparisons[s].values.size();
    ShownPairs none_shown{.less = ShownLess(learners, std::vector<char>(learners))};
    for (std::size_t a = 0; a < learners; ++a) none_shown.tie.emplace_back(a, false);
    shown.emplace_back(quantities, none_shown);
    means.emplace_back(quantities);
    for (std::size_t q = 0; q < quantities; ++q) {
      for (const auto& values : comparisons[s].values[q]) means[s][q].push_back(moments_of(values).mean);
      for (std::size_t a = 1; a < learners; ++a)
        tasks.push_back({s, q, a, {.trials = open == nullptr ? 0 : open->trials}});
    }
  }
  tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t k) {
    auto& [s, q, a, undecided] = tasks[k];
    const TrialValues& values = comparisons[s].values[q];
    const std::vector<Interval>& reaches = comparisons[s].reaches[q];
    ShownPairs& pairs = shown[s][q];
    for (std::size_t b = 0; b < a; ++b) {
      const Interval reach = reach_of_difference(reaches[a], reaches[b]);
      const Evidence difference =
          evidence_of(moments_of_differences(differences_of(values[a], values[b])), reach, family);
      (difference.mean < 0 ? pairs.less[a][b] : pairs.less[b][a]) = difference.is_shown;
      if (difference.values < 2) {
        undecided.add(infinity);
        continue;
      }
      const double margin =
          StopRule::tie * std::max(size_of_mean(means[s][q][a], reaches[a]), size_of_mean(means[s][q][b], reaches[b]));
      pairs.tie[a][b] = difference.interval.low >= -margin && difference.interval.high <= margin;
      if (!difference.is_shown && !pairs.tie[a][b])
        undecided.add(std::min(trials_to_show(difference, family.per_line()), trials_to_tie(difference, margin)));
    }
  });
  if (open != nullptr)
    for (const LearnerTask& task : tasks) open->add(task.undecided);
  return shown;
}

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
    const auto [entry, is_new] = baselines.emplace(setting_of(study, cell), &cell);
    if (!is_new)
      throw std::invalid_argument(fmt::format("cells {} and {} of the same setting are both baselines, expected one",
                                              entry->second->cell, cell.cell));
  }

  std::vector<ComparisonLine> lines;
  std::vector<std::vector<const CellLabel*>> groups;      // each a baseline and the cells compared with it
  std::vector<std::vector<std::size_t>> first_lines;      // index of the first line of each cell of a group
  std::map<const CellLabel*, std::size_t> group_indices;  // by baseline
  for (const CellLabel& cell : study.cells()) {
    const auto baseline = baselines.find(setting_of(study, cell));
    if (baseline == baselines.end() || baseline->second == &cell) continue;
    const auto [entry, is_new] = group_indices.emplace(baseline->second, groups.size());
    if (is_new) {
      groups.push_back({baseline->second});
      first_lines.emplace_back(1);  // the entry of the baseline, which has no lines
    }
    groups[entry->second].push_back(&cell);
    first_lines[entry->second].push_back(lines.size());
    for (const Quantity quantity : options.quantities)
      lines.push_back({.cell = &cell, .baseline = baseline->second, .quantity = quantity, .difference = {}});
  }

  const std::vector<bool> repeated = repeated_cells(study);
  const auto tests = std::ranges::count_if(
      lines, [&](const ComparisonLine& line) { return !repeated[static_cast<std::size_t>(line.cell->cell)]; });
  const Family family{.alpha = options.alpha, .lines = static_cast<double>(tests) * number_of_looks(study)};
  if (options.progress != nullptr) options.progress->lines = static_cast<std::int64_t>(lines.size());
  visit_compared_cells(
      study, groups, options.quantities, [&](std::size_t first, const std::vector<ComparedCells>& comparisons) {
        struct Task {
          const ComparedCells* compared;
          std::size_t cell, quantity, line;
        };
        std::vector<Task> tasks;
        for (std::size_t g = 0; g < comparisons.size(); ++g)
          for (std::size_t j = 1; j < groups[first + g].size(); ++j)
            for (std::size_t q = 0; q < options.quantities.size(); ++q)
              tasks.push_back({&comparisons[g], j, q, first_lines[first + g][j] + q});
        for_each_line(tasks.size(), options.progress, [&](std::size_t k) {
          const auto& [compared, j, q, line] = tasks[k];
          const Interval reach = reach_of_difference(compared->reaches[q][j], compared->reaches[q][0]);
          lines[line].difference = paired_difference(compared->values[q][j], compared->values[q][0], reach, family);
          lines[line].trials_to_show = study.study().instances > 1  // more trials add no instances
                                           ? infinity
                                           : trials_to_show(lines[line].difference, family.per_line());
        });
      });
  return lines;
}

}  // namespace regretta
