#pragma once
/// Requirements on learners. Each function tests one requirement: it plays the learner in a cell with facts and returns
/// the first counterexample. Used by learner_check.hpp and by the tests of the shipped learners.

#include <cstdint>
#include <memory>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/round/referee.hpp"
#include "regretta/tools/check/property.hpp"

namespace regretta {

/// A trial whose learner is stepped round by round.
class SteppedTrial {
 public:
  SteppedTrial(const CellWork& work, std::int64_t trial);

  /// Plays round t (1, 2, ... in order) with a strategy of K numbers. Returns a list of this one round, valid until
  /// the next call.
  const std::vector<SteppedRound>& round(std::int64_t t, const Vector<double>& strategy);
  /// Plays round t with the strategy of a lane of a learner.
  const std::vector<SteppedRound>& round(std::int64_t t, const SteppedLearner& learner, int lane = 0);

 private:
  std::unique_ptr<Referee<double, FullFeedback<double>>> referee_;
  Draws<double> draws_;
  Vector<double> strategy_;
  std::vector<SteppedRound> round_;
};

/// The first difference in bits between two results of a trial.
Counterexample difference_between(const TrialResult& a, const TrialResult& b);

/// Trials 0 to 7 in lanes: every x_t is in the simplex, and no trial fails. `results`, if given, receives them.
Counterexample simplex_violation(const BoundLearner& learner, const CellWork& work,
                                 std::vector<TrialResult>* results = nullptr);

/// Every lane of a pack of `width` lanes has the strategies of the trial played alone, in at most 2,000 rounds. Passes
/// if that width was not compiled. first: the first trial, an even number.
Counterexample lane_difference(const BoundLearner& learner, const CellWork& work, int width, std::int64_t first = 6);

/// Trials 5 to 15 have the same results in packs, which begin with an even trial, as alone.
Counterexample pack_difference(const BoundLearner& learner, const CellWork& work);

/// A copy made halfway through a trial does not change with its original, and plays the same with the same feedback.
Counterexample copy_difference(const BoundLearner& learner, const CellWork& work);

/// Under the same feedback, trials 0 and 1 differ in some round if the learner draws, and in no round if it does not
/// draw.
Counterexample draw_fault(const BoundLearner& learner, const CellWork& work);

}  // namespace regretta
