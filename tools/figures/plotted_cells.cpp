#include "regretta/tools/figures/plotted_cells.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/evidence/tables/roles.hpp"
#include "regretta/engine/evidence/tables/summaries.hpp"
#include "regretta/engine/plugin/parameters.hpp"
#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {
namespace {

std::string last_part(const std::string& name) { return name.substr(name.find('.') + 1); }

/// Everything about a cell that --where can name.
std::vector<NamedText> named_texts(const StudyReader& study, const CellLabel& cell, const std::string& learner) {
  std::vector<NamedText> all = {{"learner", cell.learner_name},
                                {"learner", learner},
                                {"environment", cell.environment},
                                {"horizon", fmt::format("{}", cell.horizon)}};
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (cell.swept[k].has_value()) all.emplace_back(study.swept()[k], plain_text(cell.swept[k]));
  return all;
}

/// "environment.corruption.schedule", "corruption.schedule", "schedule"
bool is_named(const NamedText& entry, const std::string& name) {
  return entry.first == name || entry.first.ends_with("." + name);
}

[[noreturn]] void refuse_condition(const StudyReader& study, const std::vector<std::string>& learners,
                                   const std::string& condition, const std::string& name) {
  std::vector<std::string> names;
  std::vector<std::string> values;
  const auto add = [](std::vector<std::string>& list, const std::string& text) {
    if (std::ranges::find(list, text) == list.end()) list.push_back(text);
  };
  for (std::size_t k = 0; k < learners.size(); ++k)
    for (const NamedText& entry : named_texts(study, study.cells()[k], learners[k])) {
      add(names, entry.first);
      if (is_named(entry, name)) add(values, entry.second);
    }
  if (!values.empty())
    throw std::invalid_argument(
        fmt::format("--where: no cell has {}, expected one of {}", condition, fmt::join(values, ", ")));
  const std::string near = nearest_name(name, names);
  throw std::invalid_argument(fmt::format("--where: no \"{}\"{}, expected NAME=VALUE with one of {}", name,
                                          near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near),
                                          fmt::join(names, ", ")));
}

/// Which cells fit, by cell. Conditions with the same name are alternatives.
std::vector<bool> fitting(const StudyReader& study, const std::vector<std::string>& learners,
                          const std::vector<std::string>& where) {
  std::map<std::string, std::vector<bool>> fits;  // by name
  for (const std::string& condition : where) {
    const std::string name = condition.substr(0, condition.find('='));
    const std::string value = name.size() < condition.size() ? condition.substr(name.size() + 1) : "";
    std::vector<bool>& own = fits.try_emplace(name, learners.size(), false).first->second;
    bool any = false;
    for (std::size_t k = 0; k < learners.size(); ++k) {
      const bool has =
          std::ranges::any_of(named_texts(study, study.cells()[k], learners[k]),
                              [&](const NamedText& entry) { return is_named(entry, name) && entry.second == value; });
      any = any || has;
      own[k] = own[k] || has;
    }
    if (!any) refuse_condition(study, learners, condition, name);
  }
  std::vector<bool> all(learners.size(), true);
  for (const auto& [name, own] : fits)
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = all[k] && own[k];
  if (!where.empty() && std::ranges::find(all, true) == all.end())
    throw std::invalid_argument(fmt::format("--where: no cell has all of {}", fmt::join(where, ", ")));
  return all;
}

/// is_budget: one entry per swept parameter.
PlottedCell read_cell(const StudyReader& study, const StoredSummaries& summaries, const CellLabel& label,
                      const std::vector<Quantity>& quantities, const std::vector<bool>& is_budget) {
  PlottedCell cell;
  cell.label = &label;
  cell.environment = {"environment", label.environment};
  for (std::size_t k = 0; k < label.swept.size(); ++k)
    if (const std::string& name = study.swept()[k]; name.starts_with("environment.") && label.swept[k].has_value())
      (is_budget[k] ? cell.budget : cell.setting).emplace_back(last_part(name), plain_text(label.swept[k]));
  cell.values.resize(quantities.size());
  study.for_each_block(label, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials)
      for (std::size_t k = 0; k < quantities.size(); ++k)
        cell.values[k].push_back(trial.failure ? Statistic::nan : trial[quantities[k]]);
  });
  cell.summary = summaries.of(label);
  return cell;
}

void add_estimates(const CellIntervals& intervals, const QuantityList& quantities, PlottedCell& cell) {
  cell.means = intervals.of(*cell.label, cell.summary, quantities.all());
  for (const Quantity quantity : quantities.on_curve())
    cell.curves.push_back(intervals.on_curve(*cell.label, cell.summary, quantity));
}

}  // namespace

std::vector<PlottedCell> plotted_cells(const StudyReader& study, const Catalogue& catalogue,
                                       const std::vector<Quantity>& quantities, const std::vector<std::string>& where) {
  std::vector<std::string> learners;  // by cell
  for (const LearnerLabel& label : learner_labels(study)) learners.push_back(learner_text(label));
  const std::vector<bool> fits = fitting(study, learners, where);
  const StoredBounds bounds = StoredBounds::read(study).value_or(StoredBounds());
  const std::vector<bool> is_budget = swept_with(Role::corruption_budget, study, catalogue);
  const StoredSummaries summaries(study);
  const CellIntervals intervals(study);
  std::map<std::string, std::size_t> styles;
  std::vector<PlottedCell> cells;
  for (std::size_t k = 0; k < learners.size(); ++k) {
    const std::size_t style = styles.emplace(learners[k], styles.size()).first->second;
    if (!fits[k]) continue;
    PlottedCell cell = read_cell(study, summaries, study.cells()[k], quantities, is_budget);
    if (cell.summary.trials == 0) continue;
    add_estimates(intervals, study.quantities(), cell);
    cell.learner = learners[k];
    cell.style = style;
    for (const Quantity quantity : study.quantities().all()) cell.bounds.push_back(bounds.of(*cell.label, quantity));
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace regretta
