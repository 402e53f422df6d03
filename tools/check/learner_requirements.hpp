#pragma once
/// Requirements on every learner, one function each: plays the learner in one cell, whose facts are set, and returns
/// the first counterexample. Used by `regretta check` (learner_check.hpp) and by the tests of the shipped learners.

#include <cstdint>
#include <memory>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/round/referee.hpp"
#include "regretta/tools/check/property.hpp"

namespace regretta {

class HandTrial {
 public:
  HandTrial(const CellWork& work, std::int64_t trial);

  /// Plays round t (1, 2, ... in order) with this strategy, K numbers. Valid until the next call.
  const std::vector<HandRound>& round(std::int64_t t, const Vector<double>& strategy);
  /// The same with the strategy of a lane of a learner.
  const std::vector<HandRound>& round(std::int64_t t, const HandPlayed& learner, int lane = 0);

 private:
  std::unique_ptr<Referee<double, FullFeedback<double>>> referee_;
  Draws<double> draws_;
  Vector<double> strategy_;
  std::vector<HandRound> round_;
};

/// Difference in bits between two results of one trial.
Counterexample difference_between(const TrialResult& a, const TrialResult& b);

/// Trials 0 to 7 in lanes: every x_t is in the simplex, and no trial fails. `results`, if given, receives them.
Counterexample outside_simplex(const BoundLearner& learner, const CellWork& work,
                               std::vector<TrialResult>* results = nullptr);

/// Every lane of `width` plays, in each of at most 2,000 rounds, what the trial plays alone. Nothing is found where
/// that width was not compiled. first: an even trial.
Counterexample lane_differs(const BoundLearner& learner, const CellWork& work, int width, std::int64_t first = 6);

/// The results of trials 5 to 15 in packs, which begin with an even trial, are those of the trials alone.
Counterexample pack_differs(const BoundLearner& learner, const CellWork& work);

/// A copy, halfway through a trial, does not change with its original, and plays the same when told the same.
Counterexample copy_differs(const BoundLearner& learner, const CellWork& work);

/// A learner that draws for itself plays trials 0 and 1 differently in some round although both are told the same; one
/// that does not plays them alike.
Counterexample draws_wrongly(const BoundLearner& learner, const CellWork& work);

}  // namespace regretta
