#include "regretta/engine/evidence/stopping/looks.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "regretta/engine/evidence/statistics/paired.hpp"
#include "regretta/engine/evidence/tables/results.hpp"
#include "regretta/engine/real/functions.hpp"
#include "regretta/engine/study/file/learner_names.hpp"

namespace regretta {
namespace {

/// Throws std::invalid_argument if a learner that the rule names does not exist or is ambiguous, or if both are the
/// same.
std::vector<StopUnit> units_of(const StopRule& rule, const std::vector<LearnerLabel>& cells, std::int64_t together) {
  std::vector<StopUnit> units;
  const auto num_cells = std::ssize(cells);
  if (rule.decide.empty()) {
    for (std::int64_t cell = 0; cell < num_cells; ++cell) units.push_back({{cell}, cell, -1});
    return units;
  }
  const auto [a, b] = rule.learners();
  const auto place_of = [&](const std::string& name, std::int64_t begin) {
    const std::vector<bool> has = cells_with(cells, name);
    return std::find(has.begin() + begin, has.begin() + begin + together, true) - has.begin();
  };
  for (std::int64_t begin = 0; begin < num_cells; begin += together) {
    StopUnit unit{{}, place_of(a, begin), place_of(b, begin)};
    if (unit.a == unit.b) throw std::invalid_argument(fmt::format("\"{}\" and \"{}\" are the same learner", a, b));
    for (std::int64_t cell = begin; cell < begin + together; ++cell) unit.cells.push_back(cell);
    units.push_back(std::move(unit));
  }
  return units;
}

/// The quantity whose mean estimates that of the metric.
Quantity measured_by(const StopRule& rule, const QuantityList& known) {
  return estimated_by(known.find(rule.metric).value());
}

/// What the value of a trial of a unit can be.
Interval reach_of(const StopRule& rule, const Results& study, const StopUnit& unit) {
  const auto of = [&](std::int64_t cell) {
    return study.range(study.cells()[static_cast<std::size_t>(cell)], measured_by(rule, study.quantities()));
  };
  return unit.b < 0 ? of(unit.a) : reach_of_difference(of(unit.a), of(unit.b));
}

/// The metric of the cells' trials, from the first one without a gap, read from a growing file.
class Values {
 public:
  Values(const StopRule& rule, const QuantityList& known) : quantity_(measured_by(rule, known)) {}

  /// The first `trials` values of a unit; empty if some are missing.
  std::optional<std::vector<double>> first(const Results& study, const StopUnit& unit, std::int64_t trials) {
    for (const std::int64_t cell : unit.cells)
      if (read(study, cell, trials) < trials) return std::nullopt;
    const auto of = [&](std::int64_t cell) { return of_cell_[cell].begin(); };
    std::vector<double> result(of(unit.a), of(unit.a) + trials);
    if (unit.b >= 0) std::transform(result.begin(), result.end(), of(unit.b), result.begin(), std::minus<>());
    return result;
  }

 private:
  /// Reads up to the first gap and returns the number of values.
  std::int64_t read(const Results& study, std::int64_t cell, std::int64_t wanted) {
    std::vector<double>& values = of_cell_[cell];
    if (std::ssize(values) >= wanted) return std::ssize(values);
    const auto add = [&](const BlockResult& block) {
      for (const TrialResult& trial : block.trials)  // of a block that has grown, only what is new
        if (trial.trial == std::ssize(values)) values.push_back(trial.failure ? not_a_number : trial[quantity_]);
    };
    const auto known = std::ssize(values);
    study.for_each_block(study.cells()[static_cast<std::size_t>(cell)], add, known - known % pack_trials);
    return std::ssize(values);
  }

  Quantity quantity_;
  std::map<std::int64_t, std::vector<double>> of_cell_;
};

/// A unit and its progress from look to look.
struct Progress {
  StopUnit unit;
  Interval reach;  ///< of its values
  std::size_t next_look = 0;
  bool decided = false;     ///< the rule has ended it, or no looks are left
  bool saved = false;       ///< the decision is stored in the file
  std::int64_t trials = 0;  ///< number at which it was decided, or at the next look
  double needed = 0;        ///< forecast of the trials needed
};

/// Applies the rule of a study to its units, look by look.
class Looking {
 public:
  Looking(const Plan& plan, const StudyWriter& file)
      : plan_(plan),
        looks_(plan.study.stop->looks(plan.study.trials)),
        values_(*plan.study.stop, plan.study.quantities) {
    const Layout planned = layout_of(plan);
    const Results study(file.reader());
    for (StopUnit& unit : stop_units(plan)) {
      if (!file.shard().owns(planned.of(unit.cells.front()), 0)) continue;
      const Interval range = reach_of(*plan.study.stop, study, unit);
      units_.push_back({.unit = std::move(unit), .reach = range});
    }
  }

  /// Takes every look whose trials are complete, and returns the trials that the next looks need.
  Layout next(StudyWriter& file, RunProgress& progress) {
    const Results study(file.reader());
    std::vector<std::int64_t> trials(plan_.cells.size());
    progress.to_decide = std::ssize(units_);
    progress.decided = 0;
    double planned = 0;
    double later = 0;
    for (Progress& at : units_) {
      while (!at.decided && take_look(study, at)) {
      }
      if (at.decided && !at.saved) {
        if (at.trials < looks_.back()) file.stop(at.unit.cells, at.trials);
        at.saved = true;
      }
      progress.decided += at.decided;
      const double most =
          at.decided ? static_cast<double>(at.trials)
                     : std::clamp(at.needed, static_cast<double>(at.trials), static_cast<double>(looks_.back()));
      for (const std::int64_t cell : at.unit.cells) {
        trials[static_cast<std::size_t>(cell)] = at.trials;
        planned += most;
        later += (most - static_cast<double>(at.trials)) *
                 static_cast<double>(plan_.cells[static_cast<std::size_t>(cell)].problem().horizon);
      }
    }
    progress.trials_planned = static_cast<std::int64_t>(planned);
    progress.rounds_later = later;
    return layout_of(plan_).cut_to(trials);
  }

 private:
  /// False if trials are missing.
  bool take_look(const Results& study, Progress& at) {
    at.trials = looks_[at.next_look];
    const auto values = values_.first(study, at.unit, at.trials);
    if (!values) return false;
    const Look look = look_at(*plan_.study.stop, *values, at.reach, looks_.size());
    at.needed = look.needed;
    at.decided = look.reason != StopReason::not_yet || ++at.next_look == looks_.size();
    return true;
  }

  const Plan& plan_;
  std::vector<std::int64_t> looks_;
  Values values_;
  std::vector<Progress> units_;
};

}  // namespace

std::vector<StopUnit> stop_units(const Plan& plan) {
  if (!plan.study.stop) return {};
  try {
    return units_of(*plan.study.stop, learner_labels(plan), layout_of(plan).cells_together());
  } catch (const std::invalid_argument& error) {
    throw StudyError::at(*plan.study.written.find("stop.decide"), plan.study.file, "study.stop.decide", error.what());
  }
}

RunPolicy::NextTrials looks_of(const Plan& plan, StudyWriter& file) {
  return [looking = std::make_shared<Looking>(plan, file)](StudyWriter& growing, RunProgress& progress) {
    return looking->next(growing, progress);
  };
}

std::vector<StopLine> stop_lines(const Results& study, const StopRule& rule) {
  if (!rule.decide.empty() && study.layout().cells_together() < 1)
    throw StudyFileError(study.database().file(), FileFault::damaged, "it does not say which cells are one setting");
  std::vector<StopLine> lines;
  const std::vector<std::int64_t> looks = rule.looks(study.trials());
  Values values(rule, study.quantities());
  for (StopUnit& unit : units_of(rule, learner_labels(study), study.layout().cells_together())) {
    StopLine line;
    line.unit = std::move(unit);
    std::optional<std::vector<double>> last;
    for (const std::int64_t trials : looks) {
      auto now = values.first(study, line.unit, trials);
      if (!now) break;
      last = std::move(now);
      line.trials = trials;
    }
    line.at_most = line.trials == looks.back();
    if (last) line.look = look_at(rule, *last, reach_of(rule, study, line.unit), looks.size(), true);
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace regretta
