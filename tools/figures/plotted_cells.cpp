#include "regretta/tools/figures/plotted_cells.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "regretta/engine/study/learner_names.hpp"
#include "regretta/engine/study/parameters.hpp"

namespace regretta {
namespace {

std::string last_part(const std::string& name) { return name.substr(name.find('.') + 1); }

/// "corruption.budget", "corruption.budget_fraction"
bool says_how_much(const std::string& setting) { return setting.substr(setting.rfind('.') + 1).starts_with("budget"); }

/// All that --where may name of a cell.
std::vector<NamedText> named_texts(const StudyReader& study, const CellLabel& cell) {
  std::vector<NamedText> all = {
      {"learner", cell.learner_name}, {"environment", cell.environment}, {"horizon", fmt::format("{}", cell.horizon)}};
  for (std::size_t k = 0; k < cell.swept.size(); ++k)
    if (!cell.swept[k].is_null()) all.emplace_back(study.swept()[k], swept_text(cell.swept[k]));
  return all;
}

bool is_named(const NamedText& entry, const std::string& name) {
  return entry.first == name || last_part(entry.first) == name;
}

[[noreturn]] void refuse_condition(const StudyReader& study, const std::string& condition, const std::string& name) {
  std::vector<std::string> names;
  std::vector<std::string> values;
  const auto add = [](std::vector<std::string>& list, const std::string& text) {
    if (std::ranges::find(list, text) == list.end()) list.push_back(text);
  };
  for (const CellLabel& cell : study.cells())
    for (const NamedText& entry : named_texts(study, cell)) {
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

/// By cell.
std::vector<bool> fitting(const StudyReader& study, const std::vector<std::string>& where) {
  std::vector<bool> fits(study.cells().size(), true);
  for (const std::string& condition : where) {
    const std::string name = condition.substr(0, condition.find('='));
    const std::string value = name.size() < condition.size() ? condition.substr(name.size() + 1) : "";
    bool any = false;
    for (std::size_t k = 0; k < fits.size(); ++k) {
      const bool has = std::ranges::any_of(named_texts(study, study.cells()[k]), [&](const NamedText& entry) {
        return is_named(entry, name) && entry.second == value;
      });
      any = any || has;
      fits[k] = fits[k] && has;
    }
    if (!any) refuse_condition(study, condition, name);
  }
  if (std::ranges::find(fits, true) == fits.end())
    throw std::invalid_argument(fmt::format("--where: no cell has all of {}", fmt::join(where, ", ")));
  return fits;
}

PlottedCell read_cell(const StudyReader& study, const CellLabel& label, const std::vector<Quantity>& quantities) {
  PlottedCell cell;
  cell.label = &label;
  cell.environment = {"environment", label.environment};
  for (std::size_t k = 0; k < label.swept.size(); ++k)
    if (const std::string& name = study.swept()[k]; name.starts_with("environment.") && !label.swept[k].is_null())
      (says_how_much(name) ? cell.budget : cell.setting).emplace_back(last_part(name), swept_text(label.swept[k]));
  cell.values.resize(quantities.size());
  CellFold fold(label.checkpoints.size());
  study.for_each_block(label, [&](const BlockResult& block) {
    for (const TrialResult& trial : block.trials) {
      fold.add(trial);
      for (std::size_t k = 0; k < quantities.size(); ++k)
        cell.values[k].push_back(trial.failure ? Statistic::nan : trial[quantities[k]]);
    }
  });
  cell.summary = fold.finish();
  return cell;
}

}  // namespace

std::vector<PlottedCell> plotted_cells(const StudyReader& study, const std::vector<Quantity>& quantities,
                                       const std::vector<std::string>& where) {
  const std::vector<bool> fits = fitting(study, where);
  const std::vector<LearnerLabel> labels = learner_labels(study);
  const StoredBounds bounds = stored_bounds(study).value_or(StoredBounds());
  std::vector<std::string> learners;
  std::vector<PlottedCell> cells;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const std::string learner = learner_text(labels[k]);
    const auto place = std::ranges::find(learners, learner) - learners.begin();
    if (place == std::ssize(learners)) learners.push_back(learner);
    if (!fits[k]) continue;
    PlottedCell cell = read_cell(study, study.cells()[k], quantities);
    if (cell.summary.trials == 0) continue;
    cell.learner = learner;
    cell.look = static_cast<std::size_t>(place);
    if (const auto found = bounds.find(cell.label->cell); found != bounds.end()) cell.bounds = found->second;
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace regretta
