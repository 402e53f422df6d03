#pragma once
/// One trial whose learner is played by hand: the engine's referee tells what happens in each round.

#include <memory>

#include "regretta/engine/plugin/catalogue.hpp"
#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/round/referee.hpp"

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

}  // namespace regretta
