#pragma once
/// A learner that is played by hand, round by round, over a Real that the caller need not know. For checks of learners
/// (tools/check); studies play them in round loops (engine/trial/play/play.hpp). learner_entry makes them.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "regretta/engine/trial/books/cell_work.hpp"

namespace regretta {

/// What happened in one round of one trial. A learner receives the part that its feedback model contains.
struct HandRound {
  int arm = 0;
  std::vector<double> loss;       ///< K
  std::vector<double> violation;  ///< m x K, constraint by constraint
};

/// The learner of one trial, or of several side by side, one per lane.
class HandPlayed {
 public:
  virtual ~HandPlayed() = default;
  virtual std::unique_ptr<HandPlayed> copy() const = 0;
  virtual bool draws_for_itself() const = 0;
  /// Begins round t of trials first, first + 1, ... of a study with this seed: the learner draws, if it does.
  virtual void begin(std::uint64_t seed, std::int64_t first, std::int64_t t) = 0;
  /// x_t of a lane; valid from begin() to end().
  virtual double weight(int arm, int lane) const = 0;
  virtual int num_weights() const = 0;
  /// Ends the round; one element per lane.
  virtual void end(const std::vector<HandRound>& lanes) = 0;
};

/// Makes a learner with as many lanes for a cell whose facts are set; null if that width was not compiled.
using MakeHandPlayed = std::function<std::unique_ptr<HandPlayed>(const CellWork&, int lanes)>;

}  // namespace regretta
