#include "regretta/engine/plugin/batch_learner.hpp"

#include <utility>

#include "regretta/engine/plugin/input_error.hpp"
#include "regretta/engine/real/arithmetic.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"

namespace regretta {
namespace {

/// One value of the right type for every parameter.
Settings complete(const Settings& given, const std::vector<ParameterInfo>& parameters) {
  Settings all;
  for (const ParameterInfo& parameter : parameters) {
    const Value* set = given.find(parameter.name);
    const Value& value = set != nullptr ? *set : parameter.default_value;
    const auto converted = in_type(value, parameter.type);
    if (!converted)
      throw InputError(parameter.name,
                       value.has_value()
                           ? short_text(value) + ", expected " + std::string(expected_text(parameter.type))
                           : "missing, expected " + std::string(expected_text(parameter.type)));
    all[parameter.name] = *converted;
  }
  return all;
}

std::vector<TrialResult> play(const CellWork& work, FeedbackModel model, BatchLearner& learner, std::int64_t first,
                              int count, const RunControl& control) {
  ManyTrials trials(work, model, first, count);
  const bool watched = control.watcher != nullptr && count == 1;
  if (watched) trials.watch(*control.watcher);
  const Internals nothing;
  for (std::int64_t t = 1; t <= work.problem.horizon; ++t) {
    const BatchLearner::Choice choice = learner.choose(t, trials);
    learner.observe(t, choice.x != nullptr ? trials.play(t, choice.x) : trials.play(t, choice.arms));
    if (watched) control.watcher->ends(t, nothing);
    if (control.rounds != nullptr) control.rounds->fetch_add(count, std::memory_order_relaxed);
    if (control.stop != nullptr && control.stop->load(std::memory_order_relaxed) && t < work.problem.horizon)
      throw Interrupted();
  }
  return trials.results();
}

}  // namespace

LearnerEntry batch_learner_entry(LearnerEntry entry, FeedbackModel model, int trials_at_once, MakeBatchLearner make) {
  entry.feedback = text_of(model);
  entry.bind = [model, trials_at_once, make = std::move(make), parameters = entry.parameters,
                who = "playing learner \"" + entry.name + "\""](const Settings& given, const Problem&, bool) {
    BoundLearner learner;
    learner.trials_at_once = trials_at_once;
    learner.run = [model, make, settings = complete(given, parameters), who](const CellWork& work, std::int64_t first,
                                                                             int count, const RunControl& control) {
      const StandardArithmetic arithmetic;
      const auto player = make(work.problem, settings, count);
      auto trials = play(work, model, *player, first, count, control);
      arithmetic.check(who);
      return trials;
    };
    return learner;
  };
  return entry;
}

}  // namespace regretta
