#pragma once
/// The round loop: plays trials of one learner against one adversary. Learner entries (engine/plugin/learner_entry.hpp)
/// call play_trials, from one thread per block of trials.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "regretta/engine/trial/contract/learner.hpp"
#include "regretta/engine/trial/play/round_watcher.hpp"
#include "regretta/engine/trial/round/referee.hpp"
#include "regretta/engine/trial/round/running_totals.hpp"

namespace regretta {

/// A learner and its referee, which play lanes<Real> trials round by round. Each object is used by one thread.
template <class L>
requires Learner<L>
class Match {
 public:
  using Real = RealOf<L>;
  using Feedback = typename L::Feedback;

  /// Plays trials first .. first + lanes<Real> - 1.
  Match(L learner, const CellWork& work, std::int64_t first)
      : referee_(make_referee<Real, Feedback>(work, first)),
        draws_(work.seed, static_cast<std::uint32_t>(first)),
        quantities_(work.quantities),
        learner_(std::move(learner)) {}

  /// Plays round t (1, 2, ... in order) and returns its feedback, which the learner has not observed yet.
  REGRETTA_INLINE const Feedback& reveal(std::int64_t t) {
    if constexpr (DrawsForItself<L>) learner_.draw(Randomness<Real>(draws_, t));
    const Feedback& feedback = referee_->round(t, strategy());
    if constexpr (MixesStrategies<L>) referee_->record_mixture(learner_.mixture());
    return feedback;
  }
  /// Plays round t.
  REGRETTA_INLINE void round(std::int64_t t) { learner_.observe(reveal(t)); }

  L& learner() { return learner_; }

  /// Reports every further x_t of the trial in this lane to `watcher`, which must outlive this object.
  void watch(int lane, RoundWatcher& watcher) {
    referee_ = std::make_unique<WatchedReferee<Real, Feedback>>(std::move(referee_), lane, watcher);
  }

  /// One result per lane. Call after round T.
  std::vector<TrialResult> results() {
    std::vector<TrialResult> trials = referee_->results();
    if constexpr (ReportsQuantities<L>) enter_reported(trials, quantities_, learner_.reported());
    return trials;
  }

 private:
  /// x_t in the form that costs the referee the least work.
  REGRETTA_INLINE Strategy<Real> strategy() {
    if constexpr (NamesArms<L>) return {learner_.strategy(), learner_.arms()};
    if constexpr (PlaysTrialMajor<L>)
      if (const TrialMajorStrategy<Real>* x = learner_.trial_major()) return Strategy<Real>(*x);
    if constexpr (CommitsToArms<L>)
      if (const int arm = learner_.committed_arm(); arm >= 0) {
        committed_.fill(arm);
        return {learner_.strategy(), committed_};
      }
    return learner_.strategy();
  }

  struct NoDraws {
    NoDraws(std::uint64_t, std::uint32_t) {}
  };
  std::unique_ptr<Referee<Real, Feedback>> referee_;
  [[no_unique_address]] std::conditional_t<DrawsForItself<L>, Draws<Real>, NoDraws> draws_;
  QuantityList quantities_;
  L learner_;
  Index<Real> committed_{};  ///< committed_arm() in every lane
};

namespace detail {

/// Collects the quantities that the learner reports, then the numbers that its show() adds.
template <class L>
void show_internals(const L& learner, Internals& shown) {
  shown.clear();
  if constexpr (ReportsQuantities<L>)
    for (const auto& [name, value] : learner.reported()) shown.number(name, value);
  if constexpr (ShowsInternals<L>) learner.show(shown);
}

}  // namespace detail

/// Plays all rounds of trials first .. first + lanes<Real> - 1; first is even in a pack (Draws). control.watcher
/// watches the trial in `watched_lane`, unless that is -1. Throws Interrupted if control.stop is set, and whatever the
/// learner throws.
template <class L>
requires Learner<L> std::vector<TrialResult> play(const L& learner, const CellWork& work, std::int64_t first,
                                                  const RunControl& control, int watched_lane = -1) {
  using Real = RealOf<L>;
  Match<L> match(learner, work, first);
  std::int64_t t = 1;
  const std::int64_t horizon = work.problem.horizon;
  std::int64_t between_polls = rounds_between_polls(work.problem);
  [[maybe_unused]] Internals internals(watched_lane);
  constexpr bool can_be_watched = lanes<Real> <= pack_trials;
  const bool is_watched = can_be_watched && watched_lane >= 0 && control.watcher != nullptr;
  if constexpr (can_be_watched)
    if (is_watched) {
      match.watch(watched_lane, *control.watcher);
      between_polls = 1;
    }
  while (t <= horizon) {
    const std::int64_t start = t;
    for (const std::int64_t end = std::min(horizon, t + between_polls - 1); t <= end; ++t) match.round(t);
    if constexpr (can_be_watched)
      if (is_watched) {
        detail::show_internals(match.learner(), internals);
        control.watcher->ends(start, internals);
      }
    if (control.rounds != nullptr) control.rounds->fetch_add((t - start) * lanes<Real>, std::memory_order_relaxed);
    if (t <= horizon && control.stop != nullptr && control.stop->load(std::memory_order_relaxed)) throw Interrupted();
  }
  return match.results();
}

namespace detail {
template <class Real>
struct WiderOf {
  using Type = Real;
};
#if defined(REGRETTA_HERE_AVX512)
template <>
struct WiderOf<BasicPack<8, native::Avx512>> {
  using Type = BasicPack<16, native::Avx512>;
};
#endif
}  // namespace detail

/// A Real with the lanes of two packs where that is faster, otherwise Real. With AVX-512 a pack is one register, and
/// most sums over arms wait for their last addition. With AVX2 a pack is two registers; four would be too many for
/// the processor.
template <class Real>
using Wider = typename detail::WiderOf<Real>::Type;

/// The number of trials that play_trials<Real> plays side by side: lanes<Wider<Real>>, unless the means of
/// a round would then not fit into the processor's nearest caches, where 16 lanes are slower.
template <class Real>
int trials_at_once(const Problem& problem) {
  constexpr std::int64_t max_bytes = 1 << 16;  // of the means of a round in Wider lanes
  const std::int64_t rows = std::int64_t{problem.num_arms} * (problem.num_constraints + 1);
  const bool fits_cache = rows * static_cast<std::int64_t>(sizeof(Wider<Real>)) <= max_bytes;
  return fits_cache ? lanes<Wider<Real>> : lanes<Real>;
}

/// Plays trials first .. first + count - 1 with learners made by make.operator()<Real>(), one for each pack of trials.
/// A pack has lanes<Real> trials, or lanes<Wider<Real>> if trials_at_once allows it and more trials than lanes<Real>
/// remain; surplus lanes are played and dropped. A pack must begin with an even trial, so an odd trial before a pack
/// is played alone, as is a single trial. Such trials are played over `Alone`: double or, to compile less, Real. By the
/// lane law the result is the same. Throws as play() does.
template <class Real, class Alone, class Make>
std::vector<TrialResult> play_trials(const CellWork& work, const Make& make, std::int64_t first, int count,
                                     const RunControl& control) {
  std::vector<TrialResult> trials;
  const bool wide = trials_at_once<Real>(work.problem) > lanes<Real>;
  while (count > 0) {
    const bool is_alone = count == 1 || first % 2 == 1;
    const int dropped = is_alone && lanes<Alone> > 1 ? static_cast<int>(first % 2) : 0;  // lanes before the trial
    const auto play_as = [&]<class As>(std::type_identity<As>) {
      return play(make.template operator()<As>(), work, first - dropped, control, is_alone ? dropped : -1);
    };
    auto batch = is_alone                        ? play_as(std::type_identity<Alone>())
                 : count <= lanes<Real> || !wide ? play_as(std::type_identity<Real>())
                                                 : play_as(std::type_identity<Wider<Real>>());
    const int played = std::min(is_alone ? 1 : count, static_cast<int>(batch.size()));
    std::move(batch.begin() + dropped, batch.begin() + dropped + played, std::back_inserter(trials));
    first += played;
    count -= played;
  }
  return trials;
}

}  // namespace regretta
