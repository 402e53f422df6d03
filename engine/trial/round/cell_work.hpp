#pragma once
/// CellWork holds the data that the trials of a cell share; RunControl stops, counts and watches running trials. The
/// study layer fills both in and passes them to RunTrials (engine/plugin/catalogue.hpp).

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "regretta/engine/trial/contract/adversary.hpp"
#include "regretta/engine/trial/contract/problem.hpp"
#include "regretta/engine/trial/round/quantity_list.hpp"

namespace regretta {

class RoundWatcher;  // engine/trial/play/round_watcher.hpp

/// Stops, counts and watches running trials, which poll `stop` and update `rounds` every few thousand rounds or more
/// often. One object per worker thread, on a cache line of its own; every pointer may be null.
struct alignas(64) RunControl {
  const std::atomic<bool>* stop = nullptr;      ///< when it is true, the block is abandoned (throws Interrupted)
  std::atomic<std::int64_t>* rounds = nullptr;  ///< incremented by the rounds played, summed over trials
  RoundWatcher* watcher = nullptr;              ///< watches a trial that is played alone; ignored otherwise
};
/// The number of rounds between two polls of RunControl. For most learners, these take a few milliseconds or less.
inline std::int64_t rounds_between_polls(const Problem& problem) {
  const std::int64_t cost = static_cast<std::int64_t>(problem.num_arms) * (problem.num_constraints + 1);
  return std::clamp<std::int64_t>((1 << 18) / cost, 1, 4096);
}

/// Thrown by a round loop when RunControl::stop is set.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

struct CellFacts;    // engine/trial/hindsight/hindsight.hpp: OPT, rho, C of one cell, computed once
struct CellMeasure;  // engine/trial/round/measure.hpp

/// The data that all trials of a cell share. Constant while trials run.
struct CellWork {
  Problem problem;
  std::uint64_t seed = 0;
  std::shared_ptr<const Adversary> adversary;
  std::shared_ptr<const CellFacts> facts;  ///< null until the plan prepares the cell, before its first trial
  std::vector<std::int64_t> checkpoints;   ///< increasing, the last one T
  QuantityList quantities{};               ///< the quantities that trials report
  std::vector<std::shared_ptr<const CellMeasure>> measures{};  ///< as in `quantities`; empty until the cell is prepared

  TrialShape shape() const { return quantities.shape(checkpoints.size()); }
};

}  // namespace regretta
