#pragma once
/// A learner at the table with a referee: lanes<Real> trials, round by round.

#include <vector>

#include "regretta/engine/real/draws.hpp"
#include "regretta/engine/trial/hindsight.hpp"
#include "regretta/engine/trial/learner.hpp"
#include "regretta/engine/trial/referee.hpp"
#include "regretta/engine/trial/round_watcher.hpp"

namespace regretta {

/// What a learner that draws for itself is handed at the start of round t, in [0, 1).
template <class Real>
Real own_draw(const Draws<Real>& draws, std::int64_t t) {
  const auto words = draws.block(Stream::learner, t, 0);
  return Draws<Real>::uniform52(words[0], words[1]);
}

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
        learner_(std::move(learner)) {}

  /// Round t (1, 2, ... in order) up to what the learner is shown; its strategy is still x_t.
  REGRETTA_INLINE const Feedback& reveal(std::int64_t t) {
    if constexpr (DrawsForItself<L>) learner_.draw(own_draw(draws_, t));
    int committed = -1;
    if constexpr (CommitsToArms<L>) committed = learner_.committed_arm();
    const Feedback& feedback = referee_->round(t, learner_.strategy(), committed);
    if constexpr (MixesStrategies<L>) referee_->weigh_mixture(learner_.mixture());
    return feedback;
  }
  /// Round t.
  REGRETTA_INLINE void round(std::int64_t t) { learner_.observe(reveal(t)); }

  L& learner() { return learner_; }

  /// From now on `watcher` is told of every x_t.
  void watch(RoundWatcher& watcher) requires(lanes<Real> == 1) {
    referee_ = std::make_unique<WatchedReferee<Feedback>>(std::move(referee_), watcher);
  }

  /// After round T: one result per lane.
  std::vector<TrialResult> results() {
    std::vector<TrialResult> trials = referee_->results();
    if constexpr (CountsProjections<L>) {
      for (int k = 0; k < lanes<Real>; ++k) {
        trials[static_cast<std::size_t>(k)][Quantity::empty_rounds] = lane(Real(learner_.empty_rounds()), k);
        trials[static_cast<std::size_t>(k)][Quantity::active_rounds] = lane(Real(learner_.active_rounds()), k);
      }
    }
    return trials;
  }

 private:
  struct NoDraws {
    NoDraws(std::uint64_t, std::uint32_t) {}
  };
  std::unique_ptr<Referee<Real, Feedback>> referee_;
  [[no_unique_address]] std::conditional_t<DrawsForItself<L>, Draws<Real>, NoDraws> draws_;
  L learner_;
};

}  // namespace regretta
