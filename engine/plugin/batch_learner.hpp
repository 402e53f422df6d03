#pragma once
/// A learner that plays many trials side by side through plain arrays, one row per trial: the form in which learners
/// come from other languages (tools/c). Its strategies must not depend on which trials share a batch.

#include <functional>
#include <memory>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/trial/play/many_trials.hpp"

namespace regretta {

/// The learner of the n trials of a batch. Its functions may throw: the trials are then played one by one, and those
/// that throw again are recorded as failed.
class BatchLearner {
 public:
  virtual ~BatchLearner() = default;
  /// x_t of every trial: either n x K numbers, rows in the simplex, or n arms. Valid until observe().
  struct Choice {
    const double* x = nullptr;
    const std::int64_t* arms = nullptr;  ///< used if x is null; each in 0, ..., K - 1
  };
  /// Called at the start of round t. `trials` makes the learner's own draws.
  virtual Choice choose(std::int64_t t, const ManyTrials& trials) = 0;
  /// Ends round t.
  virtual void observe(std::int64_t t, const SeenRound& seen) = 0;
};

/// Makes the learner of `trials` trials. settings: one value for each of the entry's parameters.
using MakeBatchLearner =
    std::function<std::unique_ptr<BatchLearner>(const Problem& problem, const Settings& settings, int trials)>;

/// Completes an entry, whose parameters are described: fills in feedback and bind. Up to `trials_at_once` trials are
/// played side by side.
LearnerEntry batch_learner_entry(LearnerEntry entry, FeedbackModel model, int trials_at_once, MakeBatchLearner make);

}  // namespace regretta
