#pragma once
/// What the trials of a cell share, and how they are watched.

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "regretta/engine/trial/adversary.hpp"
#include "regretta/engine/trial/problem.hpp"

namespace regretta {

class RoundWatcher;  // engine/trial/round_watcher.hpp

/// Watched by running trials every few thousand rounds; written by them too, for progress. One per worker.
struct alignas(64) RunControl {
  const std::atomic<bool>* stop = nullptr;      ///< set: leave the block unfinished (throws Interrupted)
  std::atomic<std::int64_t>* rounds = nullptr;  ///< trial-rounds advanced so far, for progress; may be null
  RoundWatcher* watcher = nullptr;              ///< of a trial that is played alone; others take no notice
};
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

struct CellFacts;  // engine/trial/hindsight.hpp: OPT, rho, C of one cell, computed once

/// All that the trials of one cell share.
struct CellWork {
  Problem problem;
  std::uint64_t seed = 0;
  std::shared_ptr<const Adversary> adversary;
  std::shared_ptr<const CellFacts> facts;  ///< null until the plan prepares the cell
  std::vector<std::int64_t> checkpoints;
};

}  // namespace regretta
