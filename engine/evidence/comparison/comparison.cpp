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

SettingKey setting_of(const Results& study, const CellLabel& cell) {
  std::vector<std::string> swept;
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (study.swept()[k].starts_with("environment.")) swept.push_back(to_text(cell.swept[k]));
  return {cell.environment_kind, cell.environment, std::move(swept), cell.horizon};
}

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
  struct Own {
    std::vector<double> values;  ///< by trial
    std::size_t quantity;        ///< index in options.quantities
    Interval reach;              ///< of the difference
  };
  std::vector<Own> own;  // one per line
  std::vector<Quantity> measured;
  for (const Quantity quantity : options.quantities) measured.push_back(estimated_by(quantity));
  std::map<const CellLabel*, TrialValues> baseline_values;
  for (const auto& [setting, cell] : baselines) baseline_values.emplace(cell, study.values(*cell, measured));
  for (const CellLabel& cell : study.cells()) {
    const auto found = baselines.find(setting_of(study, cell));
    if (found == baselines.end() || found->second == &cell) continue;
    if (options.progress != nullptr && options.progress->stop) throw Interrupted();
    TrialValues values = study.values(cell, measured);
    for (std::size_t q = 0; q < options.quantities.size(); ++q) {
      lines.push_back({.cell = &cell, .baseline = found->second, .quantity = options.quantities[q], .difference = {}});
      own.push_back({std::move(values[q]), q,
                     reach_of_difference(study.range(cell, measured[q]), study.range(*found->second, measured[q]))});
    }
  }

  const double each = options.alpha / std::max(1.0, static_cast<double>(lines.size()));
  const double least_p = options.least_p.value_or(each);
  for_each_line(lines.size(), options.progress, [&](std::size_t k) {
    const auto& [values, q, range] = own[k];
    lines[k].difference = paired_difference(values, baseline_values.at(lines[k].baseline)[q],
                                            {.level = 1 - options.alpha, .least_p = least_p, .reach = range});
  });

  std::vector<PairedDifference> differences;
  for (const ComparisonLine& line : lines) differences.push_back(line.difference);
  const std::vector<JudgedDifference> judged = judge_differences(differences, options.alpha);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    lines[k].judged = judged[k];
    lines[k].rarest_seen = rarest_seen(static_cast<double>(differences[k].pairs), each);
    lines[k].trials_to_settle = trials_to_settle(differences[k], own[k].reach, each);
  }
  return lines;
}

}  // namespace regretta
