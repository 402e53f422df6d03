#include "regretta/engine/plugin/batch_learner.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/real/arithmetic.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"

namespace regretta {
namespace {

/// A value of the right type for every parameter: its setting, or else its default.
Settings complete(const Settings& settings, const std::vector<ParameterInfo>& parameters) {
  Settings values;
  for (const ParameterInfo& parameter : parameters) {
    const Value* set = settings.find(parameter.name);
    const Value& value = set != nullptr ? *set : parameter.default_value;
    const auto converted = in_type(value, parameter.type);
    if (!converted)
      throw InputError(parameter.name,
                       value.has_value()
                           ? short_text(value) + ", expected " + std::string(expected_text(parameter.type))
                           : "missing, expected " + std::string(expected_text(parameter.type)));
    values[parameter.name] = *converted;
  }
  return values;
}

}  // namespace

BatchRounds::BatchRounds(const CellWork& work, FeedbackModel model, std::int64_t first, int count,
                         const RunControl& control)
    : work_(work), control_(control), model_(model), trials_(work, model, first, count) {
  if (count == 1) watcher_ = control.watcher;
  if (watcher_ != nullptr) trials_.watch(*watcher_);
}

void BatchRounds::play(const Choice& choice, const RoundFeedback& seen) {
  if (played_ >= work_.problem.horizon)
    throw std::out_of_range(fmt::format("play() was called again after the last of {} rounds", work_.problem.horizon));
  const std::int64_t t = ++played_;
  if (choice.x != nullptr)
    trials_.play(t, choice.x, seen);
  else
    trials_.play(t, choice.arms, seen);
  if (watcher_ != nullptr) watcher_->ends(t, Internals());
  if (control_.rounds != nullptr) control_.rounds->fetch_add(count(), std::memory_order_relaxed);
  if (control_.stop != nullptr && control_.stop->load(std::memory_order_relaxed) && t < work_.problem.horizon)
    throw Interrupted();
}

std::vector<TrialResult> BatchRounds::results(const std::string& strategy_name) {
  std::vector<TrialResult> trials = trials_.results();
  for (TrialResult& trial : trials)
    if (trial.failure)
      trial.failure->message = fmt::format("{}, round {}, trial {}: {}", strategy_name, trial.failure->round,
                                           trial.trial, trial.failure->message);
  return trials;
}

LearnerEntry batch_learner_entry(LearnerEntry entry, FeedbackModel model, int trials_at_once,
                                 const std::string& strategy_name, MakeBatchLearner make) {
  entry.feedback = text_of(model);
  entry.bind = [model, ignores_constraints = entry.ignores_constraints, trials_at_once, strategy_name,
                make = std::move(make), parameters = entry.parameters,
                activity = "playing learner \"" + entry.name + "\""](const Settings& chosen, const Problem&, bool) {
    BoundLearner learner;
    learner.traits.feedback = model;
    learner.traits.ignores_constraints = ignores_constraints;
    learner.trials_at_once = trials_at_once;
    learner.run = [model, strategy_name, make, settings = complete(chosen, parameters), activity](
                      const CellWork& work, std::int64_t first, int count, const RunControl& control) {
      const StandardArithmetic arithmetic;
      const auto player = make(work.problem, settings, count);
      BatchRounds rounds(work, model, first, count, control);
      player->play(rounds);
      arithmetic.check(activity);  // a plugin may have changed the floating-point mode
      if (rounds.played() < work.problem.horizon)
        throw std::runtime_error(
            fmt::format("the learner returned after {} of {} rounds", rounds.played(), work.problem.horizon));
      return rounds.results(strategy_name);
    };
    return learner;
  };
  return entry;
}

}  // namespace regretta
