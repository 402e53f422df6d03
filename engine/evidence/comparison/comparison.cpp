#include "regretta/engine/evidence/comparison/comparison.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "regretta/engine/evidence/statistics/holm.hpp"
#include "regretta/engine/evidence/tables/trial_values.hpp"

namespace regretta {

SettingKey setting_of(const StudyReader& study, const CellLabel& cell) {
  std::vector<std::string> swept;
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (study.swept()[k].starts_with("environment.")) swept.push_back(to_text(cell.swept[k]));
  return {cell.environment_kind, cell.environment, std::move(swept), cell.horizon};
}

std::string_view standing_text(Standing standing) {
  switch (standing) {
    case Standing::better:
      return "better";
    case Standing::worse:
      return "worse";
    case Standing::not_separated:
      return "not separated";
  }
  return "";
}

std::vector<ComparisonLine> compare_learners(const StudyReader& study,
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
  struct Own {
    std::vector<double> values;  ///< by trial
    std::size_t quantity;        ///< index in options.quantities
  };
  std::vector<Own> own;  // one per line
  std::map<const CellLabel*, TrialValues> baseline_values;
  for (const auto& [setting, cell] : baselines)
    baseline_values.emplace(cell, trial_values(study, *cell, options.quantities));
  for (const CellLabel& cell : study.cells()) {
    const auto found = baselines.find(setting_of(study, cell));
    if (found == baselines.end() || found->second == &cell) continue;
    TrialValues values = trial_values(study, cell, options.quantities);
    for (std::size_t q = 0; q < options.quantities.size(); ++q) {
      lines.push_back({.cell = &cell, .baseline = found->second, .quantity = options.quantities[q], .difference = {}});
      own.push_back({std::move(values[q]), q});
    }
  }

  const double least_p = options.least_p.value_or(options.alpha / std::max(1.0, static_cast<double>(lines.size())));
  tbb::parallel_for(std::size_t{0}, lines.size(), [&](std::size_t k) {
    const auto& [values, q] = own[k];
    lines[k].difference = paired_difference(values, baseline_values.at(lines[k].baseline)[q],
                                            {.level = 1 - options.alpha, .least_p = least_p});
  });

  std::vector<double> p_values;
  for (const ComparisonLine& line : lines) p_values.push_back(line.difference.p_value);
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    lines[k].adjusted_p_value = adjusted[k];
    if (adjusted[k] <= options.alpha)
      lines[k].standing = lines[k].difference.mean < 0 ? Standing::better : Standing::worse;
  }
  return lines;
}

}  // namespace regretta
