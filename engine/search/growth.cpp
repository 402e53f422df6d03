#include "regretta/engine/search/growth.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "regretta/engine/evidence/rates/rate_families.hpp"
#include "regretta/engine/evidence/statistics/evidence.hpp"
#include "regretta/engine/search/cost.hpp"
#include "regretta/engine/search/found_study.hpp"
#include "regretta/engine/study/blocks/run.hpp"
#include "regretta/engine/study/maintenance/rebuilt_cells.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"

namespace regretta {
namespace {

/// Other trials than any candidate, finalist or form of the winner has.
constexpr std::int64_t first_of_growth = max_first_trial / 4 * 3;

/// Plays on while x_t is on one arm, and keeps the widest of what the learner shows as width, width1_1, ...
class WidthWatcher final : public RoundWatcher {
 public:
  explicit WidthWatcher(std::int64_t last) : last_(last) {}

  void begins(std::int64_t t, const Vector<double>& x, int) override {
    constexpr double all = 1 - 1e-9;
    if (x.maxCoeff() >= all && t <= last_) return;
    if (t <= last_) found_ = width_;
    throw Interrupted();
  }
  void ends(std::int64_t, const Internals& learner) override {
    width_ = not_a_number;
    for (std::size_t k = 0; k < learner.names().size(); ++k)
      if (learner.names()[k].starts_with("width")) width_ = std::max(learner.values()[k], width_);
  }
  double found() const { return found_; }

 private:
  std::int64_t last_;
  double width_ = not_a_number, found_ = not_a_number;
};

FoundMean mean_of(const std::vector<double>& values, const Family& family) {
  const Evidence evidence = seen_of(values, {-infinity, infinity}, family);
  return {evidence.mean, evidence.seen};
}

}  // namespace

double width_after_exploration(const Cell& cell) {
  WidthWatcher watcher(cell.problem().horizon / 2);
  try {
    advance_alone(cell, cell.first_trial, {.watcher = &watcher});
  } catch (const Interrupted&) {
  }
  return watcher.found();
}

Study growth_study(const SearchSpace& space, const SearchRules& rules, const SearchOutcome& outcome,
                   const Catalogue& catalogue) {
  Study study = found_study(space, rules, outcome);
  study.trials = rules.fresh;
  study.horizons = growth_horizons(space, rules);
  for (auto* plugins : {&study.environments, &study.learners})
    for (PluginSpec& plugin : *plugins)
      if (plugin.first_trial > 0) plugin.first_trial = first_of_growth;
  bool is_corrupted = false;
  for (PluginSpec& environment : study.environments)
    for (const ParameterInfo& info : catalogue.parameters_of(*catalogue.environment(environment.kind))) {
      if (info.role != Role::corruption_budget) continue;
      const Value* budget = environment.settings.find(info.name);
      if (budget == nullptr || !budget->number() || *budget->number() == 0) continue;
      environment.settings[info.name] = Value(Value::List{0.0, *budget});
      is_corrupted = true;
    }
  if (!is_corrupted)
    throw StudyError(study.file, {}, "search.horizons",
                     "what was found has no budget of corruption, so that nothing can be compared with none");
  return study;
}

std::vector<FoundGrowth> growth_of(const Results& study, const Catalogue& catalogue, double alpha) {
  const std::vector<Quantity> quantities = {Quantity::expected_regret, Quantity::violation};
  std::vector<RateFamily> families = rate_families(study, catalogue, quantities);
  RebuiltCells rebuilt(study, catalogue, "");
  std::vector<FoundGrowth> all;
  for (RateFamily& cells : families) {
    read_trials(study, quantities, cells);
    std::vector<std::pair<const RateCell*, const RateCell*>> pairs;  // ordered by horizon, then C
    for (std::size_t k = 0; k + 1 < cells.size(); ++k)
      if (cells[k].label->horizon == cells[k + 1].label->horizon && cells[k].is_clean())
        pairs.emplace_back(&cells[k], &cells[k + 1]);
    if (pairs.empty()) continue;  // an environment without corruption
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      FoundGrowth& growth = all.emplace_back();
      growth.quantity = quantities[q];
      const Family family{.alpha = alpha, .lines = 3 * static_cast<double>(pairs.size())};
      RateTask task{.growth = Growth::added, .cells = {}, .quantity = quantities[q], .value_index = q};
      for (const auto& [clean, corrupted] : pairs) {
        const std::vector<double>&none = clean->values[q], &with = corrupted->values[q];
        std::vector<double> added;
        for (std::size_t k = 0; k < with.size(); ++k) added.push_back(with[k] - none[k]);
        growth.points.push_back({.horizon = clean->label->horizon,
                                 .width = width_after_exploration(rebuilt.cell(*corrupted->label)),
                                 .clean = mean_of(none, family),
                                 .corrupted = mean_of(with, family),
                                 .added = mean_of(added, family)});
        if (growth.points.back().counts()) task.cells.insert(task.cells.end(), {clean, corrupted});
      }
      if (std::ssize(task.cells) >= 2 * least_horizons)
        growth.exponent =
            rate_line(task, 1 - alpha, [](const RateCell&, Quantity, double) { return std::nullopt; }).exponent;
    }
  }
  return all;
}

}  // namespace regretta
