#pragma once
/// The probability of a rare event, with an interval, by as few rounds as it takes: importance splitting where a pilot
/// run shows that it pays, plain trials elsewhere (`regretta tail`).

#include <cstdint>

#include "regretta/engine/evidence/splitting/splitting.hpp"
#include "regretta/engine/evidence/statistics/interval.hpp"
#include "regretta/engine/study/blocks/run.hpp"

namespace regretta {

enum class TailMethod { cheaper, splitting, trials };

struct TailOptions {
  TailMethod method = TailMethod::cheaper;
  double relative_error = 0.2;  ///< wanted: standard error / probability
  int branches = 100;           ///< per stage of a replication
  double level = 0.95;          ///< of the interval
};

struct TailChance {
  double estimate = 0;  ///< unbiased
  double se = 0;        ///< standard error
  Interval interval{0, 1};
  bool is_split = false;
  bool is_found = true;     ///< false: no branch reached the event; if none did in the pilot run, no others are played
  Splitting::Path path{};   ///< found by the pilot run
  std::int64_t events = 0;  ///< plain trials with the event
  std::int64_t repetitions = 0;  ///< replications of splitting, or plain trials
  std::int64_t failed = 0;       ///< branches or trials; they count as not having the event
  std::int64_t pilot_rounds = 0;
  std::int64_t rounds = 0;  ///< without those of the pilot run
  /// By the pilot run: time of plain trials over that of splitting for the same error, by rounds and branch_cost.
  double expected_gain = 0;
  /// Plain trials with as wide an interval. The standard error alone would promise more: where replications are skewed,
  /// estimates that are too small have standard errors that are too small, too.
  double worth = 0;
  double branch_cost = 1;   ///< of the learner (LearnerEntry), by which methods are compared
  double plain_rounds = 0;  ///< those of `worth` trials
  // Measured, differs from run to run, and decides nothing:
  double seconds = 0;        ///< of processors, for all that was played
  double plain_seconds = 0;  ///< that `worth` plain trials would take, going by a few that were played; 0: not split

  /// Time of plain trials as precise over that of what was played, by rounds and branch_cost.
  double gain() const {
    return plain_rounds / ((is_split ? branch_cost : 1) * static_cast<double>(rounds) +
                           branch_cost * static_cast<double>(pilot_rounds));
  }
  double relative_error() const { return se / estimate; }
};

/// P(metric > above) for a trial of the cell. A pilot run with draws of its own finds the levels and chooses the
/// method. The first replications say how many more are played, each half of them for the other half's; plain trials
/// are played, in their order, until 1 / relative_error^2 + 2 have the event (or all 2^31 are). The result does not
/// depend on the number of threads. Counts rounds in progress.rounds.of(0). Throws std::invalid_argument if splitting
/// is asked for but impossible, and Interrupted.
TailChance tail_chance(const CellWork& work, const BoundLearner& learner, const RareEvent& event,
                       const TailOptions& options, RunProgress& progress);

}  // namespace regretta
