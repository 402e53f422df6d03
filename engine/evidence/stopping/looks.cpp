#include "regretta/engine/evidence/stopping/looks.hpp"

#include <algorithm>
#include <memory>

#include "regretta/engine/evidence/stopping/samples.hpp"

namespace regretta {
namespace {

/// A unit and its progress from look to look.
struct Progress {
  StopUnit unit;
  std::size_t next_look = 0;
  std::size_t open = 0;     ///< a question that was not answered at the last look
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
        planned_(layout_of(plan)),
        looks_(plan.study.stop->looks(plan.study.trials)),
        samples_(plan.study) {
    StopUnits all = stop_units(plan);
    family_ = all.family;
    for (StopUnit& unit : all.units)
      if (file.shard().owns(planned_.of(unit.cells.front()), 0)) units_.push_back({.unit = std::move(unit)});
  }

  /// Takes every look whose trials are complete, and returns the trials that the next looks need.
  Layout next(StudyWriter& file, RunProgress& progress) {
    const Results study(file.reader());
    std::vector<std::int64_t> trials(plan_.cells.size());
    progress.to_decide = std::ssize(units_);
    progress.decided = 0;
    double planned = 0;
    double later = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> ended;
    for (Progress& at : units_) {
      while (!at.decided && take_look(study, at)) {
      }
      if (at.decided && !at.saved) {
        for (const std::int64_t cell : at.unit.cells) ended.emplace_back(cell, at.trials);
        at.saved = true;
        samples_.forget(at.unit);
      }
      progress.decided += at.decided;
      const double most =
          at.decided ? static_cast<double>(at.trials)
                     : std::clamp(at.needed, static_cast<double>(at.trials), static_cast<double>(looks_.back()));
      for (const std::int64_t cell : at.unit.cells) {
        trials[static_cast<std::size_t>(cell)] = at.trials;
        if (planned_.first_like(cell) != cell) continue;  // it has the trials of another
        planned += most;
        later += (most - static_cast<double>(at.trials)) *
                 static_cast<double>(plan_.cells[static_cast<std::size_t>(cell)].problem().horizon);
      }
    }
    file.stop(ended);
    progress.trials_planned = static_cast<std::int64_t>(planned);
    progress.rounds_later = later;
    return planned_.cut_to(trials);
  }

 private:
  /// False if trials are missing.
  bool take_look(const Results& study, Progress& at) {
    at.trials = looks_[at.next_look];
    if (!samples_.has(study, at.unit, at.trials)) return false;
    at.decided = is_answered(at) || ++at.next_look == looks_.size();
    return true;
  }

  /// Asks first what was not answered the last time.
  bool is_answered(Progress& at) const {
    for (std::size_t k = 0; k < at.unit.questions.size(); ++k) {
      const std::size_t asked = (at.open + k) % at.unit.questions.size();
      const Look look = look_at(*plan_.study.stop, samples_.of(at.unit.questions[asked], at.trials), family_);
      if (look.reason != StopReason::not_yet) continue;
      at.open = asked;
      at.needed = look.needed;
      return false;
    }
    return true;
  }

  const Plan& plan_;
  Layout planned_;
  std::vector<std::int64_t> looks_;
  Samples samples_;
  Family family_;
  std::vector<Progress> units_;
};

}  // namespace

RunPolicy::NextTrials looks_of(const Plan& plan, StudyWriter& file) {
  return [looking = std::make_shared<Looking>(plan, file)](StudyWriter& growing, RunProgress& progress) {
    return looking->next(growing, progress);
  };
}

void visit_last_looks(
    const Results& study,
    const std::function<void(const StopUnit& unit, std::int64_t trials, const std::vector<Look>& looks)>& visit) {
  const StopRule& rule = study.study().stop.value();
  const StopUnits all = stop_units(study);
  Samples samples(study.study());
  for (const StopUnit& unit : all.units) {
    std::int64_t last = 0;
    for (const std::int64_t trials : rule.looks(study.trials()))
      if (samples.has(study, unit, trials)) last = trials;
    std::vector<Look> looks(unit.questions.size());
    for (std::size_t k = 0; k < looks.size() && last > 0; ++k)
      looks[k] = look_at(rule, samples.of(unit.questions[k], last), all.family);
    visit(unit, last, looks);
    samples.forget(unit);
  }
}

}  // namespace regretta
