#pragma once
/// Importance splitting over trials, for the probability of an event too rare for plain trials (Garvels, The splitting
/// method in rare event simulation, 2000; fixed effort). Trials on their way to the event are copied where their score
/// first exceeds a level, and every copy goes on with draws of its own:
///
///   stage 1 plays n branches from round 1; stage k + 1 plays n branches from the states in which those of stage k
///   first exceeded level k. P = product over levels of the share that exceeds it, times the share of the last stage in
///   which the event happens.
///
/// The score is the metric so far less that of a usual trial, so that a trial that is ahead early counts for more. The
/// estimate is unbiased for any score and levels that do not depend on its draws. All draws are addressed by seed,
/// stage and branch, so the bits depend on nothing else.

#include <cstdint>
#include <string>
#include <vector>

#include "regretta/engine/plugin/catalogue.hpp"

namespace regretta {

/// That a trial ends with more than `above` of a metric.
struct RareEvent {
  Quantity metric = Quantity::violation;
  double above = 0;
};

/// Why branches of the cell cannot be played for this metric; empty if they can.
std::string why_not_split(const CellWork& work, const BoundLearner& learner, Quantity metric);

class Splitting {
 public:
  /// `work` has facts. why_not_split() must be empty; `learner` must outlive this object. branches: n, per stage.
  Splitting(CellWork work, const BoundLearner& learner, const RareEvent& event, int branches);

  struct Path {
    double per_round = 0;        ///< of the score: what a usual trial adds to the metric
    std::vector<double> levels;  ///< of the score, increasing
    double highest = 0;          ///< the largest metric that a branch reached
    bool is_reached = false;     ///< a branch reached the event
  };
  /// Finds levels that about a fifth of the branches exceed, each from the one before, with draws of `seed`.
  Path find_path(std::uint64_t seed, const RunControl& control) const;

  struct Replication {
    double chance = 0;        ///< estimate, unbiased
    std::int64_t failed = 0;  ///< branches that failed; they count as not having the event
  };
  /// One estimate with draws of `seed`.
  Replication replicate(const Path& path, std::uint64_t seed, const RunControl& control) const;

 private:
  struct Stage;
  Stage begin(std::uint64_t seed) const;
  std::vector<Branch> play(const Stage& stage, double level, const RunControl& control,
                           const std::vector<std::size_t>& which = {}) const;
  void move_on(Stage& stage, std::vector<Branch>& branches) const;
  bool has_event(const Branch& branch) const { return branch.value > event_.above; }

  CellWork work_;
  const BoundLearner& learner_;
  RareEvent event_;
  std::size_t branches_;
};

}  // namespace regretta
