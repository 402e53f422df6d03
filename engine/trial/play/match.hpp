#pragma once
/// A learner and its referee: plays lanes<Real> trials round by round. Used by play(); each Match by one thread.

#include <vector>

#include "regretta/engine/trial/books/enter_reported.hpp"
#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/engine/trial/hindsight/hindsight.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"
#include "regretta/engine/trial/round/referee.hpp"

namespace regretta {

template <class L>
requires Learner<L>
class Match {
 public:
  using Real = RealOf<L>;
  using Feedback = typename L::Feedback;

  /// Trials first .. first + lanes<Real> - 1.
  Match(L learner, const CellWork& work, std::int64_t first)
      : referee_(make_referee<Real, Feedback>(work, first)),
        draws_(work.seed, static_cast<std::uint32_t>(first)),
        quantities_(work.quantities),
        learner_(std::move(learner)) {}

  /// Plays round t (1, 2, ... in order) up to the feedback, which it returns; the learner's strategy is still x_t.
  REGRETTA_INLINE const Feedback& reveal(std::int64_t t) {
    if constexpr (DrawsForItself<L>) learner_.draw(Randomness<Real>(draws_, t));
    const Feedback& feedback = referee_->round(t, strategy());
    if constexpr (MixesStrategies<L>) referee_->record_mixture(learner_.mixture());
    return feedback;
  }
  /// Plays round t.
  REGRETTA_INLINE void round(std::int64_t t) { learner_.observe(reveal(t)); }

  L& learner() { return learner_; }

  /// From now on, reports every x_t to `watcher`, which must outlive this object.
  void watch(RoundWatcher& watcher) requires(lanes<Real> == 1) {
    referee_ = std::make_unique<WatchedReferee<Feedback>>(std::move(referee_), watcher);
  }

  /// One result per lane. Call after round T.
  std::vector<TrialResult> results() {
    std::vector<TrialResult> trials = referee_->results();
    if constexpr (ReportsQuantities<L>) enter_reported(trials, quantities_, learner_.reported());
    return trials;
  }

 private:
  /// x_t, in the form that saves the referee most.
  REGRETTA_INLINE Strategy<Real> strategy() {
    if constexpr (NamesArms<L>) return {learner_.strategy(), learner_.arms()};
    if constexpr (PlaysInRows<L>)
      if (const RowStrategy<Real>* rows = learner_.rows()) return Strategy<Real>(*rows);
    if constexpr (CommitsToArms<L>)
      if (committed_ = learner_.committed_arm(); committed_ >= 0) return {learner_.strategy(), committed_};
    return learner_.strategy();
  }

  struct NoDraws {
    NoDraws(std::uint64_t, std::uint32_t) {}
  };
  std::unique_ptr<Referee<Real, Feedback>> referee_;
  [[no_unique_address]] std::conditional_t<DrawsForItself<L>, Draws<Real>, NoDraws> draws_;
  QuantityList quantities_;
  L learner_;
  int committed_ = -1;
};

}  // namespace regretta
