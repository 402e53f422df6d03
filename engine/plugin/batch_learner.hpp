#pragma once
/// A learner that plays many trials side by side through plain arrays, one row per trial: the form in which learners
/// come from other languages (tools/c). Its strategies must not depend on which trials share a batch.

#include <functional>
#include <memory>
#include <string>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/play/many_trials.hpp"

namespace regretta {

/// The rounds of a batch of n trials. The learner of the batch plays them in order.
class BatchRounds {
 public:
  BatchRounds(const CellWork& work, FeedbackModel model, std::int64_t first, int count, const RunControl& control);

  const Problem& problem() const { return work_.problem; }
  FeedbackModel model() const { return model_; }
  int count() const { return trials_.count(); }
  std::int64_t played() const { return played_; }  ///< number of rounds played so far
  /// The trials, whose draw() gives the learner its random numbers for round played() + 1.
  const ManyTrials& trials() const { return trials_; }

  /// x_t of every trial: either n x K numbers, rows in the simplex, or n arms.
  struct Choice {
    const double* x = nullptr;
    const std::int64_t* arms = nullptr;  ///< used if x is null; each in 0, ..., K - 1
  };
  /// Plays round played() + 1. Throws Interrupted if the run is to stop, std::out_of_range after round T.
  void play(const Choice& choice, const RoundFeedback& seen);

  /// The results. Call after round T. `strategy_name` names the strategy in the messages of failed trials.
  std::vector<TrialResult> results(const std::string& strategy_name);

 private:
  const CellWork& work_;
  const RunControl& control_;
  FeedbackModel model_;
  ManyTrials trials_;
  RoundWatcher* watcher_ = nullptr;
  std::int64_t played_ = 0;
};

/// The learner of one batch.
class BatchLearner {
 public:
  virtual ~BatchLearner() = default;
  /// Plays all rounds. May throw: the trials are then played one by one, and each that throws again is recorded as
  /// failed.
  virtual void play(BatchRounds& rounds) = 0;
};

/// Makes a learner for a batch of `trials` trials. `settings` has a value for each of the entry's parameters.
using MakeBatchLearner =
    std::function<std::unique_ptr<BatchLearner>(const Problem& problem, const Settings& settings, int trials)>;

/// Completes an entry whose parameters are set: fills in feedback and bind. Up to `trials_at_once` trials are played
/// side by side. `strategy_name` names the learner's strategy in messages.
LearnerEntry batch_learner_entry(LearnerEntry entry, FeedbackModel model, int trials_at_once,
                                 const std::string& strategy_name, MakeBatchLearner make);

}  // namespace regretta
